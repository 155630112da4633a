#include "views/reuse/graph_canvas.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/shared/theme.h"

namespace warpwright::views {

GraphCanvas::GraphCanvas(const QString& name, Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(name);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(160, 120);
  connect(&theme, &Theme::changed, this, [this] { viewChanged(); });
}

void GraphCanvas::fit() {
  const QSizeF drawing = drawingSize();
  if (drawing.isEmpty() || width() < 1 || height() < 1) return;
  const double zoom =
      std::max(smallestFit(), std::min({width() / drawing.width(), height() / drawing.height(), largestFit()}));
  setView(
      zoom,
      QPointF(std::max(0.0, width() - drawing.width() * zoom), std::max(0.0, height() - drawing.height() * zoom)) / 2,
      true);
  fitted_ = zoom_;
}

void GraphCanvas::follow(double zoom, QPointF origin) {
  fitted_ = 0;
  setView(zoom, origin, false);
}

void GraphCanvas::setView(double zoom, QPointF origin, bool tell) {
  zoom_ = zoom;
  // Some of the drawing stays in sight, wherever it is dragged.
  const QSizeF drawn = drawingSize() * zoom;
  const auto within = [](double at, double size, double room) {
    const double kept = std::min({48.0, size, room});
    return std::clamp(at, std::min(kept - size, room - kept), std::max(kept - size, room - kept));
  };
  origin_ = {within(origin.x(), drawn.width(), width()), within(origin.y(), drawn.height(), height())};
  viewChanged();
  if (tell) emit viewMoved(zoom_, origin_);
}

void GraphCanvas::zoomAt(QPointF at, double factor) {
  const QSizeF drawing = drawingSize();
  const double smallest =
      0.5 * std::min(width() / std::max(1e-9, drawing.width()), height() / std::max(1e-9, drawing.height()));
  const double zoom = std::clamp(zoom_ * factor, std::min(smallest, zoom_), std::max(200 * smallest, 4.0));
  fitted_ = 0;
  setView(zoom, at - (at - origin_) / zoom_ * zoom, true);
}

void GraphCanvas::wheelEvent(QWheelEvent* event) {
  zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()));
  event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  dragging_ = false;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  if ((event->position() - pressed_).manhattanLength() > 4) dragging_ = true;
  if (!dragging_) return;
  fitted_ = 0;
  setView(zoom_, origin_ + event->position() - last_, true);
  last_ = event->position();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragging_ && event->button() == Qt::LeftButton) clicked(toDrawing(event->position()));
  dragging_ = false;
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
  const QPointF middle(width() / 2.0, height() / 2.0);
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  QPointF pan;
  if (shift && event->key() == Qt::Key_Left) pan = {60, 0};
  if (shift && event->key() == Qt::Key_Right) pan = {-60, 0};
  if (shift && event->key() == Qt::Key_Up) pan = {0, 60};
  if (shift && event->key() == Qt::Key_Down) pan = {0, -60};
  if (!pan.isNull()) {
    fitted_ = 0;
    setView(zoom_, origin_ + pan, true);
  } else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal) {
    zoomAt(middle, 1.25);
  } else if (event->key() == Qt::Key_Minus) {
    zoomAt(middle, 0.8);
  } else if (event->key() == Qt::Key_0) {
    fit();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // What showed all of it goes on doing so.
  if (fitted_ == zoom_ || event->oldSize().isEmpty())
    fit();
  else
    viewChanged();
}

void GraphCanvas::paintFocus(QPainter& painter) const {
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_.color("accent"), 2));
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace warpwright::views
