#pragma once

#include "core/report/profile_timeline.h"
#include "views/speedup/marked_picture.h"

namespace warpwright::views {

/// Launches, copies and fills of a profile along time, a lane for each stream. The wheel and + and - go closer and
/// further, dragging and Shift with arrows move along, 0 shows all.
class TimelinePicture : public MarkedPicture {
  Q_OBJECT
 public:
  explicit TimelinePicture(Theme& theme, QWidget* parent = nullptr);

  void setTimeline(ProfileTimeline timeline);
  const ProfileTimeline& timeline() const { return timeline_; }
  /// What is in sight.
  TimeRange range() const { return range_; }
  /// False: it cannot be written.
  bool saveSvg(const QString& file) const;
  QSize minimumSizeHint() const override { return {320, 160}; }

 protected:
  bool isEmpty() const override { return timeline_.isEmpty(); }
  std::string drawing(const QSizeF& size, const SvgInk& ink) const override;
  std::vector<QPointF> marks(const QSizeF& size) const override;
  QString wordsOf(int mark) const override;
  int markNear(const QPointF& at, const QSizeF& size) const override;
  void bringIntoSight(int mark) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void showRange(TimeRange range);
  /// Shows so much of what is in sight, with the time `around` at its place.
  void scale(double factor, double around);
  void move(double share);

  ProfileTimeline timeline_;
  TimeRange range_;
  double grasped_ = 0;  ///< the time under the mouse when it was pressed
};

}  // namespace warpwright::views
