#pragma once

#include <QDialog>

class QLineEdit;

namespace warpwright::views {

/// Asks how the files of a project are compiled, where its build files do not tell. Accepted: `flags`, or with
/// `opensFolder` another folder is to be opened, which has the build file that is missing.
class FlagsDialog : public QDialog {
  Q_OBJECT
 public:
  /// `why`: what is not known, a sentence; `flags`: those that the project has been given, empty where it has none.
  FlagsDialog(const QString& why, const QString& project, const QString& flags, QWidget* parent);

  QString flags() const;
  bool opensFolder() const { return opensFolder_; }

 private:
  QLineEdit* flags_;
  bool opensFolder_ = false;
};

}  // namespace warpwright::views
