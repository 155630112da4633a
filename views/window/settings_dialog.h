#pragma once

#include <QDialog>
#include <QStringList>
#include <map>
#include <vector>

#include "core/device/device.h"
#include "core/finding/pass_description.h"
#include "views/shared/theme.h"
#include "views/window/key_table.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QTabWidget;

namespace warpwright::views {

/// What the user chooses once, for the window or for the open project.
struct WindowSettings {
  ThemeKind theme = ThemeKind::system;
  QString codeFont;                  ///< family
  double textSize = 0;               ///< points
  QString device;                    ///< what estimates, graphs and findings are for
  QString flags;                     ///< for the compiler, of the open project
  QStringList includeFolders;        ///< of the open project
  std::vector<Family> lookFor;       ///< whose passes look, though only on request
  QString toolkit = "auto";          ///< whose headers are read: "auto", "none" or its root
  QString arch = "sm_90";            ///< that is compiled for
  bool reopens = true;               ///< starts where the window was when it was closed
  bool reducedMotion = false;        ///< nothing moves or blinks
  std::vector<CommandKey> commands;  ///< in menu order, with their keys
  QStringList trusted;               ///< folders whose programs run without a question
};

/// The dialog Settings.
class SettingsDialog : public QDialog {
  Q_OBJECT
 public:
  /// `project`: what flags and folders are for, as people read it; `passes`: all that are known.
  SettingsDialog(const WindowSettings& now, const QString& project, const std::vector<Device>& devices,
                 const PassDescriptions& passes, QWidget* parent);

  WindowSettings chosen() const;

 private:
  QFormLayout* addPage(QTabWidget& tabs, const QString& name);
  void addLook(QFormLayout& form, const WindowSettings& now);
  void addAnalysis(QFormLayout& form, const WindowSettings& now, const QString& project,
                   const std::vector<Device>& devices);
  void addCompiler(QFormLayout& form, const WindowSettings& now, const std::vector<Device>& devices);
  void addPasses(QFormLayout& form, const WindowSettings& now, const PassDescriptions& passes);
  void addTrust(QFormLayout& form, const WindowSettings& now);

  QComboBox *theme_, *device_, *toolkit_, *arch_;
  QFontComboBox* codeFont_;
  QDoubleSpinBox* textSize_;
  QLineEdit* flags_;
  QCheckBox *reopens_, *reducedMotion_;
  KeyTable* keys_;
  QListWidget *includes_, *trusted_;
  std::vector<Family> lookFor_;  // as it was
  std::map<Family, QCheckBox*> passes_;
};

/// By family the passes that look only where they are asked to, as people read them.
std::map<Family, QString> passesOnRequest(const PassDescriptions& passes);

}  // namespace warpwright::views
