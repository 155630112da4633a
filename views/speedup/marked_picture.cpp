#include "views/speedup/marked_picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSvgRenderer>
#include <QToolTip>
#include <cmath>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int margin = 6;

}  // namespace

MarkedPicture::MarkedPicture(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setFocusPolicy(Qt::StrongFocus);
  connect(&theme, &Theme::changed, this, [this] { update(); });
}

void MarkedPicture::changeDrawing() {
  mark_ = -1;
  update();
}

/// Drawn for text of 12 pixels: larger with the font.
double MarkedPicture::unit() const {
  return QFontMetricsF(theme_.font(0.92)).height() / 16;
}

QSizeF MarkedPicture::room() const {
  return QSizeF(width() - 2 * margin, height() - 2 * margin) / unit();
}

QPointF MarkedPicture::placeOf(const QPointF& mark) const {
  return mark * unit() + QPointF(margin, margin);
}

QPointF MarkedPicture::drawnAt(const QPointF& at) const {
  return (at - QPointF(margin, margin)) / unit();
}

int MarkedPicture::markAt(const QPointF& at) const {
  return isEmpty() ? -1 : markNear(drawnAt(at), room());
}

int MarkedPicture::markNear(const QPointF& at, const QSizeF& size) const {
  double nearest = 14 / unit();
  int found = -1;
  const std::vector<QPointF> all = marks(size);
  for (size_t i = 0; i < all.size(); ++i) {
    const QPointF away = at - all[i];
    const double distance = std::hypot(away.x(), away.y());
    if (distance < nearest) nearest = distance, found = static_cast<int>(i);
  }
  return found;
}

QString MarkedPicture::textAt(const QPointF& at) const {
  const int mark = markAt(at);
  return mark < 0 ? QString() : wordsOf(mark);
}

bool MarkedPicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = textAt(help->pos());
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void MarkedPicture::lookAt(int mark) {
  mark_ = mark;
  bringIntoSight(mark);
  const QPointF at = placeOf(marks(room())[static_cast<size_t>(mark)]);
  setAccessibleDescription(wordsOf(mark));
  QToolTip::showText(mapToGlobal(at).toPoint(), wordsOf(mark), this);
  update();
}

void MarkedPicture::keyPressEvent(QKeyEvent* event) {
  const int count = isEmpty() ? 0 : static_cast<int>(marks(room()).size());
  if (count == 0) return QWidget::keyPressEvent(event);
  const int from = mark_ >= 0 && mark_ < count ? mark_ : selectedMark();
  switch (event->key()) {
    case Qt::Key_Right:
      return lookAt((from + 1) % count);
    case Qt::Key_Left:
      return lookAt(from < 0 ? count - 1 : (from + count - 1) % count);
    case Qt::Key_Home:
      return lookAt(0);
    case Qt::Key_End:
      return lookAt(count - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (mark_ < 0) break;
      emit chosen(mark_);
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void MarkedPicture::mousePressEvent(QMouseEvent* event) {
  const int mark = event->button() == Qt::LeftButton ? markAt(event->position()) : -1;
  if (mark < 0) return QWidget::mousePressEvent(event);
  mark_ = mark;
  update();
  emit chosen(mark);
}

void MarkedPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!isEmpty()) {
    const QSizeF size = room();
    const SvgInk ink = [this](std::string_view token) { return theme_.color(token).name().toStdString(); };
    const std::string document = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svgNumber(size.width()) +
                                 " " + svgNumber(size.height()) + "\" font-size=\"12\" font-family=\"" +
                                 font().family().toStdString() + "\">" + drawing(size, ink) + "</svg>";
    QSvgRenderer renderer(QByteArray::fromStdString(document));
    renderer.render(&painter, QRectF(margin, margin, size.width() * unit(), size.height() * unit()));
    const std::vector<QPointF> all = marks(size);
    const auto ring = [&](int mark, std::string_view token, double radius) {
      if (mark < 0 || mark >= static_cast<int>(all.size())) return;
      painter.setPen(QPen(theme_.color(token), 2));
      painter.drawEllipse(placeOf(all[static_cast<size_t>(mark)]), radius, radius);
    };
    ring(selectedMark(), "text", 8.5);
    if (hasFocus()) ring(mark_, "accent", 11);
  }
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(theme_.color("accent"), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace warpwright::views
