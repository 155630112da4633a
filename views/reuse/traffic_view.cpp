#include "views/reuse/traffic_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/base/file.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {

TrafficView::TrafficView(Theme& theme, QWidget* parent) : GraphCanvas(tr("Traffic-reduction graph"), theme, parent) {
  connect(&theme, &Theme::changed, this, [this] { layOut(); });
  new PictureMenu(*this, {"loads", [this](const QString& file) { return saveSvg(file, {}); }, [this] { return csv(); },
                          [this] { return solution_ && !picture_.boxes.empty(); }});
}

/// Words smaller than 9 points are not read: what does not fit then is reached by dragging.
double TrafficView::smallestFit() const {
  return 9 / theme().font(0.92).pointSizeF();
}

bool TrafficView::saveSvg(const QString& file, const QString& name) const {
  const auto tone = theme().isHighContrast() ? warpwright::Theme::highContrast
                    : theme().isDark()       ? warpwright::Theme::dark
                                             : warpwright::Theme::light;
  const TrafficPicture picture = layOutTraffic(*solution_, 7.3, 17);
  const std::string title = "Traffic-reduction graph" + (name.isEmpty() ? "" : " of " + name.toStdString());
  return writeFileAtomically(file.toStdString(),
                             svgDocument(trafficSvg(*solution_, picture, fileInk(tone)), picture.width, picture.height,
                                         title, trafficWords(*solution_), tone))
      .ok();
}

QString TrafficView::csv() const {
  QString csv = QStringLiteral("load,line,weight,exact,heuristic\n");
  const auto word = [](bool cached) { return cached ? QStringLiteral("cached") : QStringLiteral("bypassed"); };
  for (size_t load = 0; load < solution_->graph.loads.size(); ++load) {
    const auto& of = solution_->graph.loads[load];
    csv += '"' + QString::fromStdString(of.id).replace('"', QStringLiteral("\"\"")) + "\"," +
           (of.at.line == 0 ? QString() : QString::number(of.at.line)) + ',' + QString::number(of.weight, 'g', 12) +
           ',' + (solution_->exact ? word(solution_->exact->cached[load]) : QString()) + ',' +
           word(solution_->heuristic.cached[load]) + '\n';
  }
  return csv;
}

bool TrafficView::isCached(size_t load) const {
  const std::vector<bool>& chosen = !choice_.empty()   ? choice_
                                    : solution_->exact ? solution_->exact->cached
                                                       : solution_->heuristic.cached;
  return chosen[load];
}

void TrafficView::setSolution(std::optional<TrafficSolution> solution) {
  const bool same =
      solution && solution_ && solution->graph.loads.size() == solution_->graph.loads.size() &&
      std::equal(solution->graph.loads.begin(), solution->graph.loads.end(), solution_->graph.loads.begin(),
                 [](const auto& a, const auto& b) { return a.id == b.id; });
  solution_ = std::move(solution);
  choice_.clear();
  if (!same) selected_ = -1;
  layOut();
}

void TrafficView::setChoice(std::vector<bool> choice) {
  choice_ = std::move(choice);
  update();
}

void TrafficView::layOut() {
  picture_ = {};
  if (solution_ && solution_->graph.loads.size() <= trafficPictureLimit) {
    const QFontMetricsF code(theme().codeFont());
    picture_ = layOutTraffic(*solution_, code.averageCharWidth(), QFontMetricsF(theme().font()).height());
  }
  fit();
  update();
}

int TrafficView::boxAt(QPointF at) const {
  for (size_t i = 0; i < picture_.boxes.size(); ++i) {
    const auto& box = picture_.boxes[i];
    if (std::abs(at.x() - box.x) <= box.width / 2 && std::abs(at.y() - box.y) <= box.height / 2)
      return static_cast<int>(i);
  }
  return -1;
}

QString TrafficView::spoken(int load) const {
  const auto& of = solution_->graph.loads[static_cast<size_t>(load)];
  const auto says = [&](const std::vector<bool>& choice) {
    return choice[static_cast<size_t>(load)] ? tr("cached") : tr("bypassed");
  };
  QString words =
      tr("Load %1: weight %2").arg(QString::fromStdString(of.id), QString::fromStdString(weightText(of.weight)));
  if (of.at.line != 0) words += tr(", line %1").arg(of.at.line);
  if (solution_->exact) words += tr(", exact: %1").arg(says(solution_->exact->cached));
  return words + tr(", heuristic: %1").arg(says(solution_->heuristic.cached));
}

void TrafficView::select(int load) {
  if (!solution_ || load >= static_cast<int>(solution_->graph.loads.size())) return;
  selected_ = load;
  setAccessibleDescription(load < 0 ? QString() : spoken(load));
  update();
}

void TrafficView::clicked(QPointF at) {
  const int load = boxAt(at);
  select(load);
  if (load >= 0) emit loadChosen(load);
}

void TrafficView::mouseDoubleClickEvent(QMouseEvent*) {}

void TrafficView::keyPressEvent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & Qt::ShiftModifier);
  if (solution_ && plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && selected_ >= 0) {
    emit loadChosen(selected_);
    return;
  }
  QPointF towards;
  if (event->key() == Qt::Key_Left) towards = {-1, 0};
  if (event->key() == Qt::Key_Right) towards = {1, 0};
  if (event->key() == Qt::Key_Up) towards = {0, -1};
  if (event->key() == Qt::Key_Down) towards = {0, 1};
  if (!plain || towards.isNull() || picture_.boxes.empty()) return GraphCanvas::keyPressEvent(event);
  if (selected_ < 0) return select(0);
  const auto& from = picture_.boxes[static_cast<size_t>(selected_)];
  int best = -1;
  double least = 1e300;
  for (size_t i = 0; i < picture_.boxes.size(); ++i) {
    const QPointF way(picture_.boxes[i].x - from.x, picture_.boxes[i].y - from.y);
    const double along = QPointF::dotProduct(way, towards);
    if (along <= 1) continue;
    const double distance = std::hypot(way.x(), way.y()) + 2 * (std::hypot(way.x(), way.y()) - along);
    if (distance < least) least = distance, best = static_cast<int>(i);
  }
  if (best >= 0) select(best);
}

bool TrafficView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && solution_) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int load = boxAt(toDrawing(help->pos()));
    if (load >= 0)
      QToolTip::showText(help->globalPos(), spoken(load), this);
    else
      QToolTip::hideText();
    return true;
  }
  return GraphCanvas::event(event);
}

void TrafficView::paintPairs(QPainter& painter) const {
  const TrafficGraph& graph = solution_->graph;
  double largest = 0;
  for (const auto& pair : graph.pairs) largest = std::max(largest, std::abs(pair.weight));
  const auto point = [&](uint32_t load) { return QPointF(picture_.boxes[load].x, picture_.boxes[load].y); };
  for (const auto& pair : graph.pairs) {
    if (pair.weight == 0) continue;
    QPen pen(theme().color(pair.weight > 0 ? "ok" : "third"), 1 + 2.5 * std::abs(pair.weight) / largest);
    if (pair.weight < 0) pen.setDashPattern({3, 2});
    const bool touches =
        selected_ >= 0 && (static_cast<int>(pair.a) == selected_ || static_cast<int>(pair.b) == selected_);
    if (selected_ >= 0 && !touches) painter.setOpacity(0.55);
    painter.setPen(pen);
    painter.drawLine(point(pair.a), point(pair.b));
    painter.setOpacity(1);
  }
  painter.setFont(theme().font(0.92));
  const QFontMetricsF metrics(painter.font());
  for (const auto& pair : graph.pairs) {
    if (pair.weight == 0) continue;
    // Many numbers hide each other: then only those of the selected load.
    const bool touches = static_cast<int>(pair.a) == selected_ || static_cast<int>(pair.b) == selected_;
    if (graph.pairs.size() > 60 && !touches) continue;
    const QString text = QString::fromStdString(weightText(pair.weight));
    const QPointF middle = (point(pair.a) + point(pair.b)) / 2;
    QRectF ground(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
    ground.moveCenter(middle);
    painter.fillRect(ground, theme().color("surface"));
    painter.setPen(theme().color(pair.weight > 0 ? "ok" : "third"));
    painter.drawText(ground, Qt::AlignCenter, text);
  }
}

void TrafficView::paintBox(QPainter& painter, size_t load) const {
  const auto& box = picture_.boxes[load];
  const bool cached = isCached(load);
  const QRectF frame(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height);
  if (static_cast<int>(load) == selected_) {
    painter.setPen(QPen(theme().color("accent"), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame.adjusted(-4, -4, 4, 4), 7, 7);
  }
  QPen pen(theme().color(cached ? "ok" : "refused"), 1.6);
  if (!cached) pen.setDashPattern({3.5, 2.5});
  painter.setPen(pen);
  painter.setBrush(theme().color(cached ? "tint-ok" : "surface"));
  painter.drawRoundedRect(frame, 4, 4);
  const double line = (box.height - 10) / 2;
  const auto& of = solution_->graph.loads[load];
  painter.setFont(theme().codeFont());
  painter.setPen(theme().color("text"));
  const QRectF text = frame.adjusted(9, 4, -26, -4);
  painter.drawText(QRectF(text.topLeft(), QSizeF(text.width(), line)), Qt::AlignLeft | Qt::AlignVCenter,
                   QString::fromStdString(of.id));
  painter.setFont(theme().font(0.92));
  painter.setPen(theme().color("muted"));
  QString below = QString::fromStdString(weightText(of.weight));
  if (of.at.line != 0) below += tr(" · line %1").arg(of.at.line);
  painter.drawText(QRectF(text.left(), text.top() + line, text.width(), line), Qt::AlignLeft | Qt::AlignVCenter, below);
  painter.setFont(theme().font(0.74, QFont::DemiBold));
  const double size = std::max(13.0, line - 3);
  const auto letter = [&](const QString& name, bool on, double top) {
    const QRectF at(frame.right() - size - 6, top, size, size);
    painter.setPen(QPen(theme().color(on ? "ok" : "refused"), 1));
    painter.setBrush(theme().color(on ? "ok" : "surface"));
    painter.drawRoundedRect(at, 3, 3);
    painter.setPen(theme().color(on ? "surface" : "refused"));
    painter.drawText(at, Qt::AlignCenter, name);
  };
  if (solution_->exact) letter("E", solution_->exact->cached[load], frame.center().y() - size - 1);
  letter("H", solution_->heuristic.cached[load],
         solution_->exact ? frame.center().y() + 2 : frame.center().y() - size / 2);
}

void TrafficView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color("surface"));
  painter.setRenderHint(QPainter::Antialiasing);
  if (solution_ && picture_.boxes.empty()) {
    painter.setPen(theme().color("muted"));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("%1 loads are too many to draw. The table serves.").arg(solution_->graph.loads.size()));
  } else if (solution_) {
    painter.save();
    painter.translate(origin());
    painter.scale(zoom(), zoom());
    paintPairs(painter);
    for (size_t i = 0; i < picture_.boxes.size(); ++i) paintBox(painter, i);
    painter.restore();
  }
  paintFocus(painter);
}

}  // namespace warpwright::views
