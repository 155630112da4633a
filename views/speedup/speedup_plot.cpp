#include "views/speedup/speedup_plot.h"

#include <qcustomplot.h>

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSvgGenerator>
#include <QTableView>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr double barHeight = 9;

/// The colour of a bar: by its verdict where it is a time, neutral where it is a count.
std::string_view tokenOf(const TuningTable& table, const TuningRow& row) {
  if (!table.isTime) return "var";
  if (row.verdict == "FASTER") return "ok";
  if (row.verdict == "SLOWER") return "error";
  return row.verdict == "SAME" ? "refused" : "unknown";
}

}  // namespace

SpeedupPlot::SpeedupPlot(Theme& theme, QWidget* parent) : PlotFrame(theme, QMargins(2, 0, 2, 2), parent) {
  setAccessibleName(tr("Bars of original ÷ variant"));
  plot_->setAccessibleName(tr("Bars"));
  plot_->setMouseTracking(true);
  plot_->yAxis->setRangeReversed(true);
  connect(&theme, &Theme::changed, this, &SpeedupPlot::restyle);
  restyle();
}

void SpeedupPlot::alignTo(QTableView& view) {
  view_ = &view;
  connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &SpeedupPlot::draw);
  draw();
}

void SpeedupPlot::setTable(const TuningTable& table) {
  table_ = table;
  double low = 0.95, high = 1.1;
  for (const TuningRow& row : table_.rows) {
    for (const auto& value : {row.ratio, row.ratioLow, row.ratioHigh}) {
      if (value) low = std::min(low, *value), high = std::max(high, *value);
    }
    if (row.estimate.known)
      low = std::min(low, row.estimate.speedupLow), high = std::max(high, row.estimate.speedupHigh);
  }
  low_ = low - 0.04 * (high - low);
  high_ = high + 0.2 * (high - low);  // room for the figures at the ends
  QStringList words;
  for (int row = 0; row < rows() && row < 5; ++row) words << rowText(row);
  setAccessibleDescription(words.join("; "));
  draw();
}

void SpeedupPlot::setSelectedRow(int row) {
  if (row == selected_) return;
  selected_ = row;
  draw();
}

void SpeedupPlot::restyle() {
  styleAxes(plot_->xAxis);
  draw();
}

int SpeedupPlot::rowHeight() const {
  return std::max(26, QFontMetrics(theme_.font()).height() + 8);
}

double SpeedupPlot::centreOf(int row) const {
  if (!view_) return rowHeight() * (row + 0.5);
  return view_->rowViewportPosition(row) + view_->rowHeight(row) / 2.0;
}

int SpeedupPlot::rowAt(double y) const {
  for (int row = 0; row < rows(); ++row) {
    if (std::abs(centreOf(row) - y) <= (view_ ? view_->rowHeight(row) : rowHeight()) / 2.0) return row;
  }
  return -1;
}

QString SpeedupPlot::rowText(int row) const {
  const TuningRow& of = table_.rows[static_cast<size_t>(row)];
  QString text = plainText(coreWords(of.name)) + ": ";
  if (!of.ratio)
    return text + (of.accepted ? tr("no figure") : tr("not usable, %1").arg(QString::fromStdString(of.reason)));
  text += QString::fromStdString(speedupText(*of.ratio));
  if (of.ratioLow)
    text +=
        tr(", %1 to %2")
            .arg(QString::fromStdString(speedupText(*of.ratioLow)), QString::fromStdString(speedupText(*of.ratioHigh)));
  return text + (table_.isTime ? tr(", measured") : tr(", counted by the CPU engine, not a time"));
}

void SpeedupPlot::drawScale() {
  const double span = high_ - low_;
  double step = 0.02;
  for (const double wider : {0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0}) {
    if (span / step > 6) step = wider;
  }
  QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText), names(new QCPAxisTickerText);
  for (double at = std::ceil(low_ / step) * step; at <= high_; at += step) {
    ticks->addTick(at, QString::number(at, 'f', step < 0.1 ? 2 : 1) + QStringLiteral("×"));
  }
  if (!view_) {
    for (int row = 0; row < rows(); ++row) {
      const QString name = plainText(coreWords(table_.rows[static_cast<size_t>(row)].name));
      names->addTick(centreOf(row), QFontMetrics(theme_.font(0.88)).elidedText(name, Qt::ElideRight, width() * 2 / 5));
    }
  }
  plot_->xAxis->setTicker(ticks);
  plot_->yAxis->setTicker(names);
  plot_->xAxis->setRange(low_, high_);
}

/// The ground below the row that is selected.
void SpeedupPlot::drawSelection(int row) {
  auto* ground = new QCPItemRect(plot_);
  ground->setLayer("background");
  ground->setPen(Qt::NoPen);
  ground->setBrush(theme_.color("select"));
  const double y = centreOf(row), half = (view_ ? view_->rowHeight(row) : rowHeight()) / 2.0;
  ground->topLeft->setCoords(low_, y - half);
  ground->bottomRight->setCoords(high_, y + half);
}

/// A hatched range, for what is not a measured time.
void SpeedupPlot::drawBand(double y, double from, double to, double half, std::string_view token) {
  auto* rect = new QCPItemRect(plot_);
  QPen pen(theme_.color(token), 1);
  pen.setDashPattern({3, 2});
  rect->setPen(pen);
  rect->setBrush(QBrush(theme_.color(token), Qt::BDiagPattern));
  rect->topLeft->setCoords(std::min(from, to), y - half);
  rect->bottomRight->setCoords(std::max(from, to), y + half);
}

void SpeedupPlot::drawLabel(double y, double at, const QString& text, std::string_view token, int weight) {
  auto* item = new QCPItemText(plot_);
  item->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  item->position->setCoords(at, y);
  item->setPadding(QMargins(8, 0, 0, 0));
  item->setFont(theme_.font(0.92, weight));
  item->setColor(theme_.color(token));
  item->setText(text);
  item->setClipToAxisRect(true);
}

/// A measured time with its interval.
void SpeedupPlot::drawBar(double y, const TuningRow& of) {
  auto* bar = new QCPBars(plot_->yAxis, plot_->xAxis);
  bar->setBaseValue(1);
  bar->setWidthType(QCPBars::wtAbsolute);
  bar->setWidth(barHeight);
  bar->setPen(Qt::NoPen);
  bar->setBrush(theme_.color(tokenOf(table_, of)));
  bar->addData(y, *of.ratio - 1);  // from the base on
  if (!of.ratioLow) return;
  auto* interval = new QCPErrorBars(plot_->yAxis, plot_->xAxis);
  interval->setErrorType(QCPErrorBars::etValueError);
  interval->setDataPlottable(bar);
  interval->setPen(QPen(theme_.color("text"), 1.5));
  interval->setWhiskerWidth(9);
  interval->addData(*of.ratio - *of.ratioLow, *of.ratioHigh - *of.ratio);
}

void SpeedupPlot::drawRow(int row) {
  const TuningRow& of = table_.rows[static_cast<size_t>(row)];
  const double y = centreOf(row);
  if (row == selected_) drawSelection(row);
  if (of.estimate.known) drawBand(y, of.estimate.speedupLow, of.estimate.speedupHigh, barHeight / 2 + 3, "muted");
  if (of.steps.empty()) {
    auto* mark = plot_->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme_.color("base"), 2), theme_.color("surface"), 9));
    mark->addData(1, y);
    return drawLabel(y, 1, tr("original, 1.00×"), "muted", QFont::Normal);
  }
  if (!of.ratio) return;
  if (table_.isTime)
    drawBar(y, of);
  else
    drawBand(y, 1, *of.ratio, barHeight / 2, tokenOf(table_, of));
  drawLabel(y, std::max({*of.ratio, of.ratioHigh.value_or(1), 1.0}), QString::fromStdString(speedupText(*of.ratio)),
            "text", of.isBest ? QFont::Bold : QFont::DemiBold);
}

void SpeedupPlot::draw() {
  // Without any room there is nothing to paint on; the next resize draws.
  if (width() < 40 || height() < 40) return;
  plot_->clearItems();
  plot_->clearPlottables();
  const QFontMetrics small(theme_.font(0.88));
  int left = 8;
  if (!view_) {
    for (const TuningRow& row : table_.rows) {
      left = std::max(left, small.horizontalAdvance(plainText(coreWords(row.name))) + 16);
    }
    left = std::min(left, width() * 2 / 5 + 16);
  }
  plot_->axisRect()->setMargins(QMargins(left, 0, 8, small.height() + 6));
  const int height = std::max(20, this->height() - 2 - small.height() - 6);
  plot_->yAxis->setRange(0, height);
  drawScale();
  if (table_.isTime) {  // what counts as the same
    auto* same = new QCPItemRect(plot_);
    same->setLayer("background");
    same->setPen(Qt::NoPen);
    same->setBrush(theme_.color("tint-refused"));
    same->topLeft->setCoords(0.99, 0);
    same->bottomRight->setCoords(1.01, height);
  }
  auto* one = new QCPItemStraightLine(plot_);
  one->setPen(QPen(theme_.color("text"), 1.2));
  one->point1->setCoords(1, 0);
  one->point2->setCoords(1, 1);
  for (int row = 0; row < rows(); ++row) drawRow(row);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool SpeedupPlot::saveSvg(const QString& file, const QString& conditions) {
  const int line = QFontMetrics(theme_.font(0.88)).height() + 8;
  const int height = view_ ? this->height() : std::max(this->height(), rows() * rowHeight() + line);
  QSvgGenerator svg;
  svg.setFileName(file);
  svg.setSize({width(), height + line});
  svg.setViewBox(QRect(0, 0, width(), height + line));
  svg.setTitle(QString::fromStdString(table_.kernel + ": " + ratioTitle(table_)));
  svg.setDescription(conditions);
  QCPPainter painter;
  if (!painter.begin(&svg)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  painter.fillRect(QRect(0, 0, width(), height + line), theme_.color("surface"));
  plot_->toPainter(&painter, width(), height);
  painter.setFont(theme_.font(0.88));
  painter.setPen(theme_.color("muted"));
  painter.drawText(QRect(8, height, width() - 16, line), Qt::AlignLeft | Qt::AlignVCenter, conditions);
  return painter.end();
}

bool SpeedupPlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const int row = rowAt(static_cast<QMouseEvent*>(event)->position().y());
    setFocus(Qt::MouseFocusReason);
    if (row >= 0) emit rowChosen(row);
    return true;
  }
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = rowAt(help->pos().y());
    if (row >= 0)
      QToolTip::showText(help->globalPos(), rowText(row), plot_);
    else
      QToolTip::hideText();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void SpeedupPlot::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
  if (direction == 0 || rows() == 0) {
    QWidget::keyPressEvent(event);
    return;
  }
  emit rowChosen(std::clamp(selected_ + direction, 0, rows() - 1));
}

void SpeedupPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  draw();
}

}  // namespace warpwright::views
