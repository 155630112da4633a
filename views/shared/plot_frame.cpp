#include "views/shared/plot_frame.h"

#include <qcustomplot.h>

#include <QPainter>
#include <QVBoxLayout>

#include "views/shared/theme.h"

namespace warpwright::views {

PlotFrame::PlotFrame(Theme& theme, const QMargins& margins, QWidget* parent)
    : QWidget(parent), theme_(theme), plot_(new QCustomPlot(this)) {
  setFocusPolicy(Qt::StrongFocus);
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->axisRect()->setAutoMargins(QCP::msNone);
  plot_->installEventFilter(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(margins);
  column->addWidget(plot_);
}

PlotFrame::~PlotFrame() = default;

void PlotFrame::styleAxes(QCPAxis* ruled) {
  plot_->setBackground(theme_.color("surface"));
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setTickLabelFont(theme_.font(0.88));
    axis->setTickLabelColor(theme_.color("muted"));
    axis->setBasePen(Qt::NoPen);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTickPen(Qt::NoPen);
    axis->grid()->setZeroLinePen(Qt::NoPen);
    // In high contrast lines of decoration are as bright as what they help to read: there they are dotted.
    const QPen grid(theme_.color("line"), 1, theme_.isHighContrast() ? Qt::DotLine : Qt::SolidLine);
    axis->grid()->setPen(axis == ruled ? grid : QPen(Qt::NoPen));
  }
}

void PlotFrame::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void PlotFrame::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void PlotFrame::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.color("surface"));
  if (!hasFocus()) return;
  painter.setPen(QPen(theme_.color("accent"), 2));
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace warpwright::views
