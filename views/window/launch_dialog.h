#pragma once

#include <QDialog>
#include <array>
#include <string>
#include <utility>

#include "core/finding/analysis_result.h"

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

/// The launch that a kernel has as far as is known, and a sentence that says from where: seen in a run, else what
/// stands in the source, else usual sizes. Its kernel has no name yet.
std::pair<GivenLaunch, QString> usualLaunch(const KernelSummary& kernel);

/// Asks for the launch of one kernel. Accepted: `launch`; with `isRemoved` nothing is given for it any more.
class LaunchDialog : public QDialog {
  Q_OBJECT
 public:
  /// `isGiven`: there is one already, which can be removed. `from`: where the sizes come from that it begins with.
  LaunchDialog(const GivenLaunch& now, const QString& from, bool isGiven, QWidget* parent);

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
