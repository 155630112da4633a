#include "views/occupancy/occupancy_plot.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/shared/theme.h"

namespace warpwright::views {

OccupancyPlot::OccupancyPlot(const QString& name, double step, Theme& theme, QWidget* parent)
    : PlotFrame(theme, QMargins(2, 2, 2, 2), parent), step_(step) {
  setAccessibleName(name);
  setToolTip(tr("Drag, or use the arrow keys, to try other values"));
  plot_->setAccessibleName(tr("Curve: %1").arg(name));
  plot_->setNoAntialiasingOnDrag(true);
  plot_->plotLayout()->insertRow(0);
  auto* title = new QCPTextElement(plot_, name);
  title->setObjectName("title");
  title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  plot_->plotLayout()->addElement(0, 0, title);
  for (int i = 0; i < 2; ++i) {
    plot_->addGraph()->setLineStyle(QCPGraph::lsStepLeft);
    auto* point = plot_->addGraph();
    point->setLineStyle(QCPGraph::lsNone);
  }
  connect(&theme, &Theme::changed, this, &OccupancyPlot::restyle);
  restyle();
}

QSize OccupancyPlot::minimumSizeHint() const {
  const QFontMetrics metrics(theme_.font());
  return {metrics.averageCharWidth() * 22, metrics.height() * 7};
}

void OccupancyPlot::restyle() {
  styleAxes(plot_->yAxis);
  const QFontMetrics small(theme_.font(0.88));
  plot_->axisRect()->setMargins(
      QMargins(small.horizontalAdvance("100") + 12, 6, small.horizontalAdvance("48 KiB") / 2 + 4, small.height() + 6));
  for (int row = 0; row < plot_->plotLayout()->rowCount(); ++row) {
    if (auto* title = qobject_cast<QCPTextElement*>(plot_->plotLayout()->element(row, 0))) {
      title->setFont(theme_.font(1, QFont::DemiBold));
      title->setTextColor(theme_.color("text"));
      title->setMargins(QMargins(small.horizontalAdvance("100") + 12, 0, 0, 0));
    }
  }
  QPen original(theme_.color("base"), 1.5);
  original.setDashPattern({4, 3});
  original.setCapStyle(Qt::FlatCap);
  plot_->graph(0)->setPen(original);
  plot_->graph(1)->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme_.color("base"), 2), theme_.color("surface"), 10));
  plot_->graph(2)->setPen(QPen(theme_.color("var"), 2));
  plot_->graph(3)->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme_.color("surface"), 1), theme_.color("var"), 12));
  draw();
}

void OccupancyPlot::setCurve(const OccupancyCurve& curve, double percentOriginal, double percentVariant) {
  curve_ = curve;
  percentOriginal_ = percentOriginal;
  percentVariant_ = percentVariant;
  const auto words = [](const std::optional<double>& at, double percent) {
    return at ? tr("%1, occupancy %2 %").arg(*at).arg(percent, 0, 'f', 1) : tr("not known");
  };
  setAccessibleDescription(
      tr("Original: %1").arg(words(curve.originalAt, percentOriginal)) +
      (curve.variant.empty() ? QString() : tr("; variant: %1").arg(words(curve.variantAt, percentVariant))));
  draw();
}

void OccupancyPlot::draw() {
  const auto fill = [&](int graph, const std::vector<std::pair<double, double>>& line) {
    QVector<double> x, y;
    for (const auto& [value, percent] : line) {
      if (value < curve_.first && x.size() == 1) x.clear(), y.clear();
      x << std::max(value, curve_.first);
      y << percent;
    }
    plot_->graph(graph)->setData(x, y, true);
  };
  fill(0, curve_.original);
  fill(2, curve_.variant);
  const auto point = [&](int graph, const std::optional<double>& at, double percent) {
    plot_->graph(graph)->data()->clear();
    if (at) plot_->graph(graph)->addData(std::clamp(*at, curve_.first, curve_.last), percent);
  };
  point(1, curve_.originalAt, percentOriginal_);
  point(3, curve_.variantAt, percentVariant_);
  plot_->yAxis->setRange(-4, 106);
  plot_->xAxis->setRange(curve_.first, std::max(curve_.last, curve_.first + 1));
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText), percents(new QCPAxisTickerText);
  for (const auto& [value, label] : curve_.ticks) ticks->addTick(value, QString::fromStdString(label));
  for (const int percent : {0, 25, 50, 75, 100}) percents->addTick(percent, QString::number(percent));
  plot_->xAxis->setTicker(ticks);
  plot_->yAxis->setTicker(percents);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

double OccupancyPlot::now() const {
  const auto& at = curve_.variant.empty() ? curve_.originalAt : curve_.variantAt;
  return at.value_or(curve_.first);
}

void OccupancyPlot::tryAt(double x) {
  const double value =
      std::clamp(std::round(plot_->xAxis->pixelToCoord(x) / step_) * step_, std::max(step_, curve_.first), curve_.last);
  if (value != now()) emit valueTried(value);
}

bool OccupancyPlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseButtonPress) setFocus(Qt::MouseFocusReason);
    if (mouse->buttons() & Qt::LeftButton) tryAt(mouse->position().x());
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void OccupancyPlot::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (direction == 0) {
    QWidget::keyPressEvent(event);
    return;
  }
  const double value = std::clamp(now() + direction * step_, std::max(step_, curve_.first), curve_.last);
  if (value != now()) emit valueTried(value);
}

}  // namespace warpwright::views
