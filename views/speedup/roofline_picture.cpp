#include "views/speedup/roofline_picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QSvgRenderer>
#include <QToolTip>
#include <cmath>

#include "core/base/file.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int margin = 6;

}  // namespace

RooflinePicture::RooflinePicture(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Roofline"));
  setFocusPolicy(Qt::StrongFocus);
  connect(&theme, &Theme::changed, this, [this] { update(); });
  new PictureMenu(*this, {"roofline", [this](const QString& file) { return saveSvg(file); },
                          [this] { return QString::fromStdString(rooflineCsv(roofline_)); },
                          [this] { return !roofline_.isEmpty(); }});
}

void RooflinePicture::setRoofline(Roofline roofline) {
  roofline_ = std::move(roofline);
  point_ = -1;
  QStringList words;
  for (const Roofline::Point& point : roofline_.points)
    words << QString::fromStdString(rooflineWords(roofline_, point));
  setAccessibleDescription(words.join("; "));
  update();
}

/// Drawn for text of 12 pixels: larger with the font.
double RooflinePicture::unit() const {
  return QFontMetricsF(theme_.font(0.92)).height() / 16;
}

QSizeF RooflinePicture::room() const {
  return QSizeF(width() - 2 * margin, height() - 2 * margin) / unit();
}

QString RooflinePicture::textAt(const QPointF& at) const {
  if (roofline_.isEmpty()) return {};
  double nearest = 14;
  QString text;
  for (const RooflineMark& mark : rooflineMarks(roofline_, room().width(), room().height())) {
    const QPointF away = at - QPointF(mark.x * unit() + margin, mark.y * unit() + margin);
    const double distance = std::hypot(away.x(), away.y());
    if (distance >= nearest) continue;
    nearest = distance;
    text = QString::fromStdString(rooflineWords(roofline_, roofline_.points[mark.point]));
  }
  return text;
}

bool RooflinePicture::saveSvg(const QString& file) const {
  if (roofline_.isEmpty()) return false;
  constexpr double width = 640, height = 400;
  const std::string drawing = rooflineSvg(roofline_, width, height, fileInk(warpwright::Theme::light));
  return writeFileAtomically(file.toStdString(), svgDocument(drawing, width, height, "Roofline of " + roofline_.kernel,
                                                             roofline_.conditions, warpwright::Theme::light))
      .ok();
}

bool RooflinePicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void RooflinePicture::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (direction == 0 || roofline_.isEmpty()) return QWidget::keyPressEvent(event);
  const auto marks = rooflineMarks(roofline_, room().width(), room().height());
  const int count = static_cast<int>(marks.size());
  point_ = (point_ + direction + count) % count;
  const RooflineMark& mark = marks[static_cast<size_t>(point_)];
  QToolTip::showText(mapToGlobal(QPointF(mark.x * unit() + margin, mark.y * unit() + margin)).toPoint(),
                     QString::fromStdString(rooflineWords(roofline_, roofline_.points[mark.point])), this);
  update();
}

void RooflinePicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!roofline_.isEmpty()) {
    const QSizeF size = room();
    const SvgInk ink = [this](std::string_view token) { return theme_.color(token).name().toStdString(); };
    const std::string document = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svgNumber(size.width()) +
                                 " " + svgNumber(size.height()) + "\" font-size=\"12\" font-family=\"" +
                                 font().family().toStdString() + "\">" +
                                 rooflineSvg(roofline_, size.width(), size.height(), ink) + "</svg>";
    QSvgRenderer renderer(QByteArray::fromStdString(document));
    renderer.render(&painter, QRectF(margin, margin, size.width() * unit(), size.height() * unit()));
    if (point_ >= 0 && hasFocus()) {
      const RooflineMark mark = rooflineMarks(roofline_, size.width(), size.height())[static_cast<size_t>(point_)];
      painter.setPen(QPen(theme_.color("accent"), 2));
      painter.drawEllipse(QPointF(mark.x * unit() + margin, mark.y * unit() + margin), 11, 11);
    }
  }
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(theme_.color("accent"), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace warpwright::views
