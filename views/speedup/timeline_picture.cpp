#include "views/speedup/timeline_picture.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/file.h"
#include "views/shared/picture_menu.h"

namespace warpwright::views {

TimelinePicture::TimelinePicture(Theme& theme, QWidget* parent) : MarkedPicture(theme, parent) {
  setAccessibleName(tr("Timeline of a profile"));
  new PictureMenu(*this, {"timeline", [this](const QString& file) { return saveSvg(file); },
                          [this] { return QString::fromStdString(timelineCsv(timeline_)); },
                          [this] { return !timeline_.isEmpty(); }});
}

void TimelinePicture::setTimeline(ProfileTimeline timeline) {
  timeline_ = std::move(timeline);
  setAccessibleDescription(QString::fromStdString(timeline_.summary));
  changeDrawing();
  showRange({0, timeline_.span});
}

std::string TimelinePicture::drawing(const QSizeF& size, const SvgInk& ink) const {
  return timelineSvg(timeline_, range_, size.width(), size.height(), ink);
}

std::vector<QPointF> TimelinePicture::marks(const QSizeF& size) const {
  std::vector<QPointF> places;
  for (const TimelineBox& box : timelineBoxes(timeline_, range_, size.width(), size.height()))
    places.emplace_back(box.x + box.width / 2, box.y + box.height / 2);
  return places;
}

QString TimelinePicture::wordsOf(int mark) const {
  return QString::fromStdString(timeline_.bars[static_cast<size_t>(mark)].words);
}

/// The bar under the mouse: narrow ones are met a little beside them, too.
int TimelinePicture::markNear(const QPointF& at, const QSizeF& size) const {
  const std::vector<TimelineBox> boxes = timelineBoxes(timeline_, range_, size.width(), size.height());
  double nearest = 4;
  int found = -1;
  for (size_t i = 0; i < boxes.size(); ++i) {
    const TimelineBox& box = boxes[i];
    if (at.y() < box.y || at.y() > box.y + box.height) continue;
    const double away = std::max({0.0, box.x - at.x(), at.x() - box.x - box.width});
    if (away < nearest) nearest = away, found = static_cast<int>(i);
  }
  return found;
}

void TimelinePicture::showRange(TimeRange range) {
  const double all = std::max(timeline_.span, 1e-9), length = std::clamp(range.to - range.from, all * 1e-6, all);
  const double from = std::clamp(range.from, 0.0, all - length);
  range_ = {from, from + length};
  update();
}

void TimelinePicture::scale(double factor, double around) {
  showRange({around + (range_.from - around) * factor, around + (range_.to - around) * factor});
}

void TimelinePicture::move(double share) {
  const double by = (range_.to - range_.from) * share;
  showRange({range_.from + by, range_.to + by});
}

void TimelinePicture::bringIntoSight(int mark) {
  const ProfileTimeline::Bar& bar = timeline_.bars[static_cast<size_t>(mark)];
  const double middle = (bar.begin + bar.end) / 2;
  if (middle >= range_.from && middle <= range_.to) return;
  const double half = (range_.to - range_.from) / 2;
  showRange({middle - half, middle + half});
}

void TimelinePicture::wheelEvent(QWheelEvent* event) {
  if (isEmpty()) return MarkedPicture::wheelEvent(event);
  const double around = timelineAt(range_, room().width(), drawnAt(event->position()).x());
  scale(std::pow(0.8, event->angleDelta().y() / 120.0), std::clamp(around, range_.from, range_.to));
  event->accept();
}

void TimelinePicture::keyPressEvent(QKeyEvent* event) {
  if (isEmpty()) return MarkedPicture::keyPressEvent(event);
  const double middle = (range_.from + range_.to) / 2;
  const bool shifted = event->modifiers() & Qt::ShiftModifier;
  if (event->key() == Qt::Key_Plus) return scale(0.5, middle);
  if (event->key() == Qt::Key_Minus) return scale(2, middle);
  if (event->key() == Qt::Key_0) return showRange({0, timeline_.span});
  if (shifted && event->key() == Qt::Key_Left) return move(-0.25);
  if (shifted && event->key() == Qt::Key_Right) return move(0.25);
  MarkedPicture::keyPressEvent(event);
}

void TimelinePicture::mousePressEvent(QMouseEvent* event) {
  grasped_ = timelineAt(range_, room().width(), drawnAt(event->position()).x());
  MarkedPicture::mousePressEvent(event);
  event->accept();
}

void TimelinePicture::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || isEmpty()) return;
  const double by = grasped_ - timelineAt(range_, room().width(), drawnAt(event->position()).x());
  showRange({range_.from + by, range_.to + by});
}

bool TimelinePicture::saveSvg(const QString& file) const {
  if (isEmpty()) return false;
  const double width = 960, height = 72 + 44 * static_cast<double>(timeline_.lanes.size());
  const std::string drawing = timelineSvg(timeline_, range_, width, height, fileInk(warpwright::Theme::light));
  return writeFileAtomically(file.toStdString(), svgDocument(drawing, width, height, "Timeline of " + timeline_.program,
                                                             timeline_.conditions, warpwright::Theme::light))
      .ok();
}

}  // namespace warpwright::views
