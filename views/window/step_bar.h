#pragma once

#include <QToolBar>
#include <QToolButton>
#include <array>

class QAction;
class QComboBox;
class QLabel;

namespace warpwright::views {

class Theme;

/// One of the five steps: the shape of its state, its name, and what came of it in a smaller type.
class StepButton : public QToolButton {
  Q_OBJECT
 public:
  StepButton(const QString& name, QAction* action, Theme& theme, QWidget* parent);
  /// `shape` is a verdict shape; `note` what came of it; `reason` why the step cannot be taken (empty: it can).
  void setState(const QString& shape, const QString& note, const QString& reason);
  void setNoteShown(bool shown);
  QString note() const { return note_; }
  QString shape() const { return shape_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme& theme_;
  QString name_, shape_ = "not-done", note_;
  QString help_;
  bool noteShown_ = true;
};

enum class Step { analyse, preview, verify, measure, apply };

/// The tool bar: open, save, kernel, target, the steps from finding to applying, export.
class StepBar : public QToolBar {
  Q_OBJECT
 public:
  StepBar(const std::array<QAction*, 5>& steps, QAction* open, QAction* save, QAction* exportReport, Theme& theme,
          QWidget* parent);
  StepButton& step(Step which) { return *steps_[static_cast<size_t>(which)]; }
  QComboBox& programs() { return *programs_; }
  QComboBox& kernels() { return *kernels_; }
  QComboBox& targets() { return *targets_; }
  /// With no file open only the word Open and the dimmed steps are shown.
  void setHasFile(bool has);
  /// The box of programs is there only where there is a choice.
  void setHasPrograms(bool has);
  /// What is in it has changed: leaves out what there is no room for beside the steps.
  void fit();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restyle();
  void leaveOut(int level);
  int neededWidth() const;
  Theme& theme_;
  std::array<StepButton*, 5> steps_{};
  QLabel *kernelLabel_, *targetLabel_, *programLabel_;
  QComboBox *kernels_, *targets_, *programs_;
  QAction *openAction_, *saveAction_, *kernelLabelAction_ = nullptr, *kernelsAction_ = nullptr, *kernelLine_ = nullptr,
                                      *targetLabelAction_ = nullptr, *targetsAction_ = nullptr,
                                      *programLabelAction_ = nullptr, *programsAction_ = nullptr, *exportAction_;
  bool hasFile_ = false, hasPrograms_ = false;
  QString fitted_;  ///< what it was fitted to
};

}  // namespace warpwright::views
