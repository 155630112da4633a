#include "views/reuse/task_view.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr double margin = 0.03;  // of the drawing, around the unit square

struct Scene {
  std::shared_ptr<const ReusePicture> picture;
  std::shared_ptr<const ReuseOrder> order;
  double zoom = 1, ratio = 1;
  QPointF origin;
  QSize size;
  int64_t selected = -1;
  std::array<QColor, blockHues> hues;
  QColor ground, text;
};

QPointF inDrawing(const LayoutPoint& point) {
  return {margin + point.x * (1 - 2 * margin), margin + point.y * (1 - 2 * margin)};
}

QImage paintScene(const Scene& scene) {
  QImage image(scene.size * scene.ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(scene.ratio);
  image.fill(scene.ground);
  std::vector<QPointF> points;
  points.reserve(scene.picture->points.size());
  for (const LayoutPoint& point : scene.picture->points) points.push_back(inDrawing(point) * scene.zoom + scene.origin);
  const QRectF seen(-4, -4, scene.size.width() + 8, scene.size.height() + 8);
  std::array<QVector<QLineF>, blockHues> lines;
  QVector<QLineF> thick;
  QColor thickColor;
  size_t visible = 0;
  const auto& edges = scene.picture->edges;
  for (size_t e = 0; e < edges.size(); ++e) {
    const QPointF &a = points[edges[e].a], &b = points[edges[e].b];
    if (std::max(a.x(), b.x()) < seen.left() || std::min(a.x(), b.x()) > seen.right() ||
        std::max(a.y(), b.y()) < seen.top() || std::min(a.y(), b.y()) > seen.bottom()) {
      continue;
    }
    ++visible;
    const uint32_t block = scene.order->blockOfEdge[e];
    const uint8_t hue = scene.order->hueOfBlock[block];
    if (static_cast<int64_t>(block) == scene.selected)
      thick.push_back({a, b}), thickColor = scene.hues[hue];
    else
      lines[hue].push_back({a, b});
  }
  QPainter painter(&image);
  // Below two pixels a line, smoothing costs and shows nothing.
  painter.setRenderHint(QPainter::Antialiasing, visible < 40000);
  for (uint8_t hue = 0; hue < blockHues; ++hue) {
    painter.setPen(QPen(scene.hues[hue], visible < 8000 ? 1.3 : 1));
    painter.drawLines(lines[hue]);
  }
  if (!thick.isEmpty()) {
    painter.setPen(QPen(thickColor, visible < 8000 ? 3 : 2));
    painter.drawLines(thick);
  }
  if (visible < 4000) {
    painter.setPen(QPen(scene.text, 1));
    painter.setBrush(scene.ground);
    for (size_t v = 0; v < points.size(); ++v) {
      if (scene.order->sharedPoint[v] && seen.contains(points[v])) painter.drawEllipse(points[v], 2.5, 2.5);
    }
  }
  return image;
}

}  // namespace

TaskView::TaskView(const QString& name, Theme& theme, QWidget* parent) : GraphCanvas(name, theme, parent) {}

TaskView::~TaskView() = default;

void TaskView::setPicture(std::shared_ptr<const ReusePicture> picture, std::shared_ptr<const ReuseOrder> order) {
  const bool other = picture != picture_;
  picture_ = std::move(picture);
  order_ = std::move(order);
  if (order_) {
    setAccessibleDescription(tr("%1 blocks, cost %2").arg(order_->blocks).arg(order_->quality.cost));
  }
  if (other) image_ = {};
  if (other) fit();
  viewChanged();
}

void TaskView::setSelected(int64_t block) {
  if (block == selected_) return;
  selected_ = block;
  viewChanged();
}

void TaskView::viewChanged() {
  stale_ = true;
  update();
  if (!painting_) startPainting();
}

void TaskView::startPainting() {
  stale_ = false;
  if (!picture_ || !order_ || order_->blockOfEdge.size() != picture_->edges.size() || size().isEmpty()) return;
  Scene scene{picture_, order_,    zoom(), devicePixelRatioF(),      origin(),
              size(),   selected_, {},     theme().color("surface"), theme().color("text")};
  const auto tone = theme().isHighContrast() ? warpwright::Theme::highContrast
                    : theme().isDark()       ? warpwright::Theme::dark
                                             : warpwright::Theme::light;
  for (uint8_t hue = 0; hue < blockHues; ++hue) scene.hues[hue] = QColor::fromRgb(blockColor(hue, tone));
  painting_ = true;
  runThrough(
      door_, [scene] { return paintScene(scene); },
      [this, zoom = scene.zoom, origin = scene.origin](QImage image) {
        painting_ = false;
        image_ = std::move(image);
        imageZoom_ = zoom;
        imageOrigin_ = origin;
        update();
        // One picture at a time: what came meanwhile is painted as it is now.
        if (stale_) startPainting();
      });
}

void TaskView::clicked(QPointF at) {
  if (!picture_ || !order_) return;
  double least = 12 / zoom();
  int64_t block = -1;
  for (size_t e = 0; e < picture_->edges.size(); ++e) {
    const QPointF a = inDrawing(picture_->points[picture_->edges[e].a]),
                  b = inDrawing(picture_->points[picture_->edges[e].b]);
    const QPointF along = b - a;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(at - a, along) / length, 0.0, 1.0) : 0;
    const QPointF off = at - (a + along * share);
    const double distance = std::hypot(off.x(), off.y());
    if (distance < least) least = distance, block = order_->blockOfEdge[e];
  }
  emit blockClicked(block);
}

void TaskView::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down ? 1
                        : event->key() == Qt::Key_Left || event->key() == Qt::Key_Up  ? -1
                                                                                      : 0;
  if (direction == 0 || (event->modifiers() & Qt::ShiftModifier) || !order_ || order_->labels.empty())
    return GraphCanvas::keyPressEvent(event);
  // From block to block in the order of their numbers.
  size_t at = order_->labels.size();
  for (size_t i = 0; i < order_->labels.size(); ++i) {
    if (order_->labels[i].block == selected_) at = i;
  }
  const size_t count = order_->labels.size();
  at = at == count ? 0 : (at + count + static_cast<size_t>(direction)) % count;
  emit blockClicked(order_->labels[at].block);
}

void TaskView::paintLabels(QPainter& painter) const {
  painter.setFont(theme().font(0.92));
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> taken;
  const auto draw = [&](const ReuseOrder::Label& label, bool chosen) {
    const QString number = QString::number(label.block);
    QRectF box(0, 0, metrics.horizontalAdvance(number) + 10, metrics.height() + 1);
    box.moveCenter(toScreen(inDrawing(label.at)));
    if (!QRectF(rect()).intersects(box)) return;
    // Numbers that would cover each other wait until one zooms in.
    for (const QRectF& other : taken) {
      if (!chosen && other.intersects(box)) return;
    }
    taken.push_back(box);
    painter.setPen(chosen ? Qt::NoPen : QPen(theme().color("line")));
    painter.setBrush(theme().color(chosen ? "accent" : "surface"));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().color(chosen ? "onaccent" : "text"));
    painter.drawText(box, Qt::AlignCenter, number);
  };
  for (const bool chosen : {true, false}) {
    for (const ReuseOrder::Label& label : order_->labels) {
      if ((label.block == selected_) == chosen) draw(label, chosen);
    }
  }
}

void TaskView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color("surface"));
  if (picture_ && order_ && !image_.isNull()) {
    const double scale = zoom() / imageZoom_;
    const QPointF at = origin() - imageOrigin_ * scale;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(QRectF(at, QSizeF(image_.size()) / image_.devicePixelRatio() * scale), image_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLabels(painter);
  }
  paintFocus(painter);
}

}  // namespace warpwright::views
