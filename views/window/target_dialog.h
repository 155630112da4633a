#pragma once

#include <QDialog>

#include "views/shared/job.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace warpwright::views {

/// Asks for something that variants can be measured on: a GPU of this computer, a host by SSH, a
/// partition of a Slurm cluster, a recording. A target is reached before it is taken, so that its
/// owner sees at once what is missing there.
class TargetDialog : public QDialog {
  Q_OBJECT
 public:
  explicit TargetDialog(QWidget* parent);
  ~TargetDialog() override;

  /// As the command line writes it. Empty: none was chosen.
  const QString& target() const { return target_; }

 private:
  void check();
  void chooseRecording();
  void showMessage(const QString& words, bool wrong);

  QLineEdit* name_;
  QLabel* answer_;
  QPushButton *add_, *anyway_;
  QString target_;
  Door progressDoor_;
  JobSlot job_;
};

}  // namespace warpwright::views
