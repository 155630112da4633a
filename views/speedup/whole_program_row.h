#pragma once

#include <QWidget>
#include <memory>

#include "core/job/whole_program.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace warpwright::views {

class Theme;

/// What is known of the whole program with the best variant of a kernel.
struct WholeProgramState {
  QString whyNot;  ///< why it cannot be compared now; empty: it can
  QString change;  ///< that would be compared: the best variant
  bool running = false;
  QString phase;                              ///< what happens
  double fraction = -1;                       ///< of the phase; -1: not known
  QString failure;                            ///< why the last comparison came to nothing; empty: it did not
  std::shared_ptr<const WholeProgram> known;  ///< the last comparison; null: none
  bool isOlder = false;                       ///< it holds of an older text
};

/// Below the variants: what the best of them brings the whole program, and the way to find out.
class WholeProgramRow : public QWidget {
  Q_OBJECT
 public:
  explicit WholeProgramRow(Theme& theme, QWidget* parent = nullptr);

  void setState(const WholeProgramState& state);
  /// What it says, for tests.
  QString text() const;

 signals:
  void compareRequested();
  void cancelRequested();

 private:
  void update();
  QString knownHtml() const;

  Theme& theme_;
  WholeProgramState state_;
  QLabel *shape_, *words_;
  QProgressBar* progress_;
  QPushButton *compare_, *cancel_;
};

}  // namespace warpwright::views
