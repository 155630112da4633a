#pragma once

#include <QDialog>
#include <array>
#include <string>

class QLabel;
class QPushButton;
class QSpinBox;

namespace warpwright::views {

/// How a kernel is launched, where the source does not tell. Text as the analysis takes it:
/// "descend<<<(1024,1,1),(256,1,1),0>>>".
struct GivenLaunch {
  std::string kernel;
  std::array<int, 3> grid{1, 1, 1}, block{256, 1, 1};
  int sharedBytes = 0;

  std::string text() const;
  /// Empty kernel: the text is none.
  static GivenLaunch fromText(const std::string& text);
};

/// Asks for the launch of one kernel. Accepted: `launch`; with `isRemoved` nothing is given for it any more.
class LaunchDialog : public QDialog {
  Q_OBJECT
 public:
  /// `isGiven`: there is one already, which can be removed.
  LaunchDialog(const GivenLaunch& now, bool isGiven, QWidget* parent);

  GivenLaunch launch() const;
  bool isRemoved() const { return removed_; }

 private:
  void check();
  std::string kernel_;
  std::array<QSpinBox*, 3> grid_{}, block_{};
  QSpinBox* shared_ = nullptr;
  QPushButton* take_ = nullptr;
  QLabel* words_ = nullptr;
  bool removed_ = false;
};

}  // namespace warpwright::views
