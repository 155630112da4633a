#pragma once

#include <QWidget>
#include <optional>

#include "views/shared/findings.h"

class QLabel;
class QStatusBar;

namespace warpwright::views {

class Theme;

/// The parts of the status bar: what runs or ran, counts; headers in use, encoding, position.
class StatusLine : public QObject {
  Q_OBJECT
 public:
  StatusLine(QStatusBar& bar, Theme& theme);

  void setState(const QString& shape, const QString& text);
  void setCounts(const FindingCounts& counts);
  void setRight(const QString& headers, const QString& encoding, const QString& position);
  QString state() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();
  void showCounts();
  int shapeSize() const;
  void restyle();
  QStatusBar& bar_;
  Theme& theme_;
  QString shape_ = "not-done";
  QLabel *stateShape_, *state_, *headers_, *engine_, *encoding_, *position_;
  QLabel *shapes_[3], *counts_[3];
  bool anyCounts_ = false;
  std::optional<FindingCounts> shownCounts_;
};

}  // namespace warpwright::views
