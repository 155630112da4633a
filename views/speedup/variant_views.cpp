#include "views/speedup/variant_views.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTextDocumentFragment>
#include <algorithm>

#include "core/base/number_text.h"
#include "core/finding/finding_text.h"
#include "core/report/memory_drawing.h"
#include "core/report/occupancy_chart.h"
#include "core/report/roofline.h"
#include "core/report/svg_ink.h"
#include "core/report/tuning_course.h"
#include "core/report/tuning_csv.h"
#include "views/memory/memory_picture.h"
#include "views/occupancy/occupancy_plot.h"
#include "views/reuse/traffic_view.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"
#include "views/speedup/course_picture.h"
#include "views/speedup/line_cells.h"
#include "views/speedup/roofline_picture.h"
#include "views/speedup/speedup_plot.h"
#include "views/speedup/variant_cells.h"

namespace warpwright::views {
namespace {

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

/// What a row of the table asks of a multiprocessor; absent where it is not known.
std::optional<OccupancyCase> caseOf(const TuningRow& row, const std::string& source) {
  if (!row.threads) return std::nullopt;
  OccupancyCase of;
  of.request.threadsPerBlock = static_cast<uint32_t>(*row.threads);
  of.request.registersPerThread = static_cast<uint32_t>(row.registers.value_or(0));
  of.request.sharedBytesPerBlock = static_cast<uint64_t>(row.sharedBytes.value_or(0));
  if (row.registers) of.registersSource = source;
  return of;
}

QString figure(const TuningTable& table, const TuningRow& row) {
  if (!row.value) return QString::fromUtf8(missingValue);
  return text(table.isTime ? significantText(*row.value) : countText(static_cast<uint64_t>(*row.value)));
}

QString number(const std::optional<double>& value, double factor = 1) {
  return value ? QString::number(qRound64(*value * factor)) : QString::fromUtf8(missingValue);
}

}  // namespace

VariantViews::VariantViews(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Views of the selected variant"));
  QWidget* head = makeGround(this, "dockBar", tr("Which variant the views show"));
  headline_ = makeLabel(head, tr("Selected variant"));
  headline_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  change_ = makeLabel(head, tr("What it changes"));
  auto* row = makeBarRow(head);
  row->addWidget(headline_, 1);
  row->addWidget(change_);
  auto* body = new QSplitter(Qt::Vertical);
  body->setAccessibleName(tr("Views of the selected variant"));
  for (QWidget* part : {makeUpper(), makeMemory(), makeLower()}) body->addWidget(part);
  body->setChildrenCollapsible(false);
  body->setStretchFactor(0, 3);
  body->setStretchFactor(1, 2);
  body->setStretchFactor(2, 3);
  auto* scroll = new QScrollArea(this);
  scroll->setAccessibleName(tr("Views of the selected variant, scrolling"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(body);
  auto* column = makeColumn(this);
  column->addWidget(head);
  column->addWidget(scroll, 1);
  setFocusProxy(bars_);
  addMenus();
  connectParts();
  restyle();
}

VariantViews::Box VariantViews::makeBox(const QString& title, QWidget* parent) {
  Box box;
  box.whole = makeGround(parent, "dockBody", title);
  box.head = makeGround(box.whole, "dockBar", tr("%1, title").arg(title));
  box.title = makeLabel(box.head, title, title);
  box.note = makeLabel(box.head, tr("%1, where from").arg(title));
  box.note->setProperty("muted", true);
  box.note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  box.head->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* row = makeBarRow(box.head, 3);
  row->addWidget(box.title);
  row->addWidget(box.note, 1);
  makeColumn(box.whole)->addWidget(box.head);
  return box;
}

QWidget* VariantViews::makeUpper() {
  auto* split = new QSplitter(Qt::Horizontal);
  split->setAccessibleName(tr("Speed-up and occupancy"));
  speed_ = makeBox(tr("Speed-up"), split);
  svg_ = makeButton(speed_.head, tr("SVG"), tr("Save the bars as SVG"));
  speed_.head->layout()->addWidget(svg_);
  bars_ = new SpeedupPlot(theme_, nullptr);
  auto* scroll = new QScrollArea(speed_.whole);
  scroll->setAccessibleName(tr("Bars, scrolling"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(bars_);
  speed_.whole->layout()->addWidget(scroll);
  occupancyBox_ = makeBox(tr("Occupancy"), split);
  occupancy_ = new OccupancyPlot(tr("Registers a thread"), 1, theme_, occupancyBox_.whole);
  occupancy_->setToolTip(tr("Theoretical occupancy by registers a thread. The dock Occupancy tries other values."));
  noOccupancy_ = makeEmptyNote(occupancyBox_.whole, tr("Why there is no occupancy"));
  occupancyBox_.whole->layout()->addWidget(noOccupancy_);
  occupancyBox_.whole->layout()->addWidget(occupancy_);
  split->addWidget(speed_.whole);
  split->addWidget(occupancyBox_.whole);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  split->setChildrenCollapsible(false);
  split->setMinimumHeight(150);
  return split;
}

QWidget* VariantViews::makeMemory() {
  memoryBox_ = makeBox(tr("Memory"), nullptr);
  trace_ = makeButton(memoryBox_.head, tr("Trace this variant"), tr("Trace the selected variant"));
  trace_->setObjectName("traceVariant");
  memoryBox_.head->layout()->addWidget(trace_);
  noMemory_ = makeEmptyNote(memoryBox_.whole, tr("Why there is no memory chart"));
  memory_ = new MemoryPicture(theme_, memoryBox_.whole);
  auto* column = static_cast<QVBoxLayout*>(memoryBox_.whole->layout());
  column->addWidget(noMemory_, 1);
  column->addWidget(memory_);
  column->addStretch();
  return memoryBox_.whole;
}

QWidget* VariantViews::makeLower() {
  auto* split = new QSplitter(Qt::Horizontal);
  split->setAccessibleName(tr("Reuse of loads, and lines"));
  loadsBox_ = makeBox(tr("Reuse of loads"), split);
  compute_ = makeButton(loadsBox_.head, tr("Compute graph"), tr("Compute the graph of the kernel's loads"));
  compute_->setObjectName("computeLoads");
  loadsBox_.head->layout()->addWidget(compute_);
  noLoads_ = makeEmptyNote(loadsBox_.whole, tr("Why there is no graph"));
  loads_ = new TrafficView(theme_, loadsBox_.whole);
  loadsBox_.whole->layout()->addWidget(noLoads_);
  loadsBox_.whole->layout()->addWidget(loads_);
  split->addWidget(loadsBox_.whole);
  split->addWidget(makeTabs(split));
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 1);
  split->setChildrenCollapsible(false);
  split->setMinimumHeight(150);
  return split;
}

/// The lines, the roofline and the history have the same room.
QWidget* VariantViews::makeTabs(QWidget* parent) {
  tabs_ = new QTabWidget(parent);
  tabs_->setAccessibleName(tr("Lines, roofline and history"));
  tabs_->setDocumentMode(true);
  linesBox_ = makeBox(tr("Stalls by line"), tabs_);
  noLines_ = makeEmptyNote(linesBox_.whole, tr("Why there are no lines"));
  linesModel_ = new CellModel({}, this);
  lines_ = new CellTable(*linesModel_, tr("Lines"), theme_, linesBox_.whole);
  lines_->setSelectionMode(QAbstractItemView::SingleSelection);
  linesBox_.whole->layout()->addWidget(noLines_);
  linesBox_.whole->layout()->addWidget(lines_);
  rooflineBox_ = makeBox(tr("Roofline"), tabs_);
  noRoofline_ = makeEmptyNote(rooflineBox_.whole, tr("Why there is no roofline"));
  roofline_ = new RooflinePicture(theme_, rooflineBox_.whole);
  rooflineBox_.whole->layout()->addWidget(noRoofline_);
  rooflineBox_.whole->layout()->addWidget(roofline_);
  courseBox_ = makeBox(tr("History"), tabs_);
  noCourse_ = makeEmptyNote(courseBox_.whole, tr("Why there is no history"));
  course_ = new CoursePicture(theme_, courseBox_.whole);
  courseBox_.whole->layout()->addWidget(noCourse_);
  courseBox_.whole->layout()->addWidget(course_);
  for (const Box* box : {&linesBox_, &rooflineBox_, &courseBox_}) {
    tabs_->addTab(box->whole, box->title->text());
    box->title->hide();  // the tab says it
  }
  return tabs_;
}

/// What each picture gives away.
void VariantViews::addMenus() {
  new PictureMenu(
      *bars_,
      {"variants", [this](const QString& file) { return bars_->saveSvg(file, text(tuningConditions(table()))); },
       [this] { return text(tuningCsv({table()})); }, [this] { return !table().rows.empty(); }});
  new PictureMenu(*occupancy_, {"occupancy", {}, {}, {}});
}

void VariantViews::connectParts() {
  connect(bars_, &SpeedupPlot::rowChosen, this, &VariantViews::rowChosen);
  connect(course_, &CoursePicture::rowChosen, this, &VariantViews::rowChosen);
  connect(svg_, &QPushButton::clicked, this, &VariantViews::saveSvg);
  connect(trace_, &QPushButton::clicked, this, &VariantViews::traceRequested);
  connect(compute_, &QPushButton::clicked, this, &VariantViews::computeRequested);
  connect(lines_, &CellTable::chosen, this, [this](int at) {
    if (at < 0 || at >= static_cast<int>(places_.size())) return;
    if (const SourcePosition& place = places_[static_cast<size_t>(at)]; place.line != 0) emit lineClicked(place);
  });
  connect(loads_, &TrafficView::loadChosen, this, [this](int load) {
    const SourcePosition& at = loads_->solution()->graph.loads[static_cast<size_t>(load)].at;
    if (at.line != 0) emit lineClicked(at);
  });
  connect(&theme_, &Theme::changed, this, &VariantViews::restyle);
}

void VariantViews::restyle() {
  for (const Box* box : {&speed_, &occupancyBox_, &memoryBox_, &loadsBox_, &linesBox_, &rooflineBox_, &courseBox_})
    box->title->setFont(theme_.font(1, QFont::DemiBold));
  update();
}

const TuningTable& VariantViews::table() const {
  static const TuningTable none;
  return table_ ? *table_ : none;
}

void VariantViews::setTable(std::shared_ptr<const TuningTable> table) {
  table_ = std::move(table);
  const TuningTable& now = this->table();
  TuningTable drawn;
  drawn.kernel = now.kernel;
  drawn.metricName = now.metricName;
  drawn.isTime = now.isTime;
  const auto bars = static_cast<std::ptrdiff_t>(std::min(now.rows.size(), mostBars));
  drawn.rows.assign(now.rows.begin(), now.rows.begin() + bars);
  bars_->setTable(drawn);
  const int line = QFontMetrics(theme_.font()).height();
  showCourse();
  bars_->setMinimumHeight(static_cast<int>(drawn.rows.size()) * std::max(26, line + 8) + line + 10);
  update();
}

void VariantViews::setRow(int row) {
  row_ = row;
  bars_->setSelectedRow(row);
  course_->setSelectedRow(row);
  update();
}

void VariantViews::setFigures(VariantFigures figures) {
  if (figures == figures_) return;
  figures_ = std::move(figures);
  update();
}

const TuningRow* VariantViews::selected() const {
  return row_ >= 0 && row_ < static_cast<int>(table().rows.size()) ? &table().rows[static_cast<size_t>(row_)] : nullptr;
}

const TuningRow* VariantViews::original() const {
  return table().original();
}

QString VariantViews::headline() const {
  return QTextDocumentFragment::fromHtml(headline_->text() + ' ' + change_->text()).toPlainText();
}

void VariantViews::update() {
  showHeadline();
  speed_.title->setText(table().isTime ? tr("Speed-up, 95 % interval")
                                       : tr("%1, original ÷ variant").arg(coreWords(table().metricName)));
  speed_.note->setText(table().isTime ? tr("longer is faster") : tr("counted, not a time"));
  if (table().rows.size() > mostBars)
    speed_.note->setText(tr("the best %1 of %2").arg(mostBars).arg(table().rows.size()));
  showOccupancy();
  showMemory();
  showLoads();
  showLines();
  showRoofline();
}

/// "Merge 4 along y against original", and the figures that it changes.
void VariantViews::showHeadline() {
  const TuningRow *row = selected(), *from = original();
  const auto mutedText = [this](const QString& words) {
    return QString("<span style=\"color:%1\">%2</span>").arg(theme_.color("muted").name(), words.toHtmlEscaped());
  };
  if (!row || row->steps.empty()) {
    headline_->setText(QStringLiteral("□ <b>") + tr("Original") + "</b>&nbsp; " +
                       mutedText(tr("select a variant to compare")));
    change_->setText(from ? figure(table(), *from) + ' ' + coreWords(table().unit).toHtmlEscaped() : QString());
    return;
  }
  headline_->setText(QString("<span style=\"color:%1\">●</span> <b>").arg(theme_.color("var").name()) +
                     codeHtml(text(row->name), theme_) + "</b>&nbsp; " + mutedText(tr("against □ original")));
  headline_->setToolTip(plainText(text(row->name)));
  QStringList parts;
  if (from) {
    parts << QStringLiteral("<b>%1 → %2</b> %3")
                 .arg(figure(table(), *from), figure(table(), *row), coreWords(table().unit).toHtmlEscaped());
    const auto pair = [&](const QString& name, const std::optional<double>& a, const std::optional<double>& b,
                          double factor = 1) {
      if (!b) return;
      const QString before = number(a, factor), after = number(b, factor);
      parts << mutedText(name + ' ' + (before == after ? after : before + QStringLiteral(" → ") + after));
    };
    pair(tr("registers"), from->registers, row->registers);
    pair(tr("shared, B"), from->sharedBytes, row->sharedBytes);
    pair(tr("occupancy, %"), from->occupancy, row->occupancy, 100);
  }
  if (row->estimate.known) parts << mutedText(tr("estimate %1").arg(text(estimateText(row->estimate))));
  // The name comes first where both do not fit: what is left out stands in the table.
  const auto isWide = [&] {
    const QString words = QTextDocumentFragment::fromHtml(parts.join("&nbsp;&nbsp; ")).toPlainText();
    return QFontMetrics(theme_.font()).horizontalAdvance(words) > width() * 11 / 20;
  };
  while (parts.size() > 1 && isWide()) parts.removeLast();
  change_->setText(parts.join("&nbsp;&nbsp; "));
}

void VariantViews::showOccupancy() {
  const TuningRow *row = selected(), *from = original();
  const auto before = from ? caseOf(*from, table().registersSource) : std::nullopt;
  const auto after = row && !row->steps.empty() ? caseOf(*row, table().registersSource) : std::nullopt;
  const bool has = before && figures_.device;
  occupancy_->setVisible(has);
  noOccupancy_->setVisible(!has);
  if (!has) {
    occupancyBox_.note->clear();
    return noOccupancy_->setText(table().rows.empty() ? tr("Measure to see it.")
                                                      : tr("The block size of the launch is not in this measurement. "
                                                           "Measure again."));
  }
  const OccupancyComparison comparison = compareOccupancy(*figures_.device, *before, after);
  const auto percent = [](const Occupancy& of) { return of.blocks == 0 ? 0.0 : 100 * of.fraction; };
  occupancy_->setCurve(occupancyCurves(comparison)[1], percent(comparison.ofOriginal), percent(comparison.ofVariant));
  occupancyBox_.note->setText(
      text(figures_.device->name + ", " + occupancyWords(after ? comparison.ofVariant : comparison.ofOriginal)));
  occupancyBox_.note->setToolTip(text(occupancyConditions(comparison)));
}

void VariantViews::showMemory() {
  const TuningRow* row = selected();
  const bool has = figures_.trace != nullptr, isVariant = row && !row->steps.empty();
  memory_->show(figures_.trace, figures_.hasVariantTrace, row ? plainText(text(row->name)) : QString());
  memory_->setVisible(has);
  noMemory_->setVisible(!has);
  trace_->setVisible(!has || (isVariant && !figures_.hasVariantTrace));
  trace_->setText(isVariant ? tr("Trace this variant") : tr("Trace the original"));
  trace_->setEnabled(figures_.tracing.isEmpty() && figures_.whyNoTrace.isEmpty());
  trace_->setToolTip(figures_.whyNoTrace.isEmpty()
                         ? tr("Runs the program on the CPU engine and models what the kernel asks of a GPU's memory")
                         : figures_.whyNoTrace);
  const QString from = has ? text(memoryConditions(figures_.trace->original)) : QString();
  memoryBox_.note->setText(!figures_.tracing.isEmpty() ? tr("tracing: %1").arg(figures_.tracing)
                           : has && isVariant && !figures_.hasVariantTrace
                               ? tr("the original; this variant was not traced")
                               : from);
  memoryBox_.note->setToolTip(from);
  if (has) return;
  noMemory_->setText(!figures_.tracing.isEmpty()      ? tr("Tracing: %1.").arg(figures_.tracing)
                     : !figures_.whyNoTrace.isEmpty() ? figures_.whyNoTrace
                                                      : tr("Not traced yet. Tracing runs the program once on the CPU "
                                                           "engine, original and variant."));
}

void VariantViews::showLoads() {
  const bool has = figures_.loads != nullptr;
  if (shownLoads_ != figures_.loads)
    loads_->setSolution(has ? std::optional(*figures_.loads) : std::nullopt), shownLoads_ = figures_.loads;
  loads_->setVisible(has);
  noLoads_->setVisible(!has);
  compute_->setVisible(!has);
  compute_->setEnabled(figures_.weighing.isEmpty() && figures_.whyNoLoads.isEmpty());
  compute_->setToolTip(figures_.whyNoLoads.isEmpty() ? tr("Runs the program on the CPU engine and weighs the loads")
                                                     : figures_.whyNoLoads);
  loadsBox_.note->setText(!figures_.weighing.isEmpty() ? figures_.weighing
                          : has                        ? tr("bytes to L2 saved; dashed: bypassed")
                                                       : QString());
  if (has) loadsBox_.note->setToolTip(text(trafficWords(*figures_.loads)));
  if (!has)
    noLoads_->setText(!figures_.whyNoLoads.isEmpty() ? figures_.whyNoLoads
                                                     : tr("Which loads share lines of L1? Compute graph tells."));
}

void VariantViews::showLines() {
  LineCells cells = lineCells(table(), figures_.trace.get(), figures_.hasVariantTrace);
  tabs_->setTabText(0, cells.title);
  linesBox_.note->setText(cells.note);
  const bool has = !cells.rows.empty();
  lines_->setVisible(has);
  noLines_->setVisible(!has);
  noLines_->setText(tr("A GPU samples stalls by line. Without one, a trace tells what each line moves."));
  places_ = std::move(cells.places);
  linesModel_->setColumns(std::move(cells.columns));
  linesModel_->setRows(std::move(cells.rows));
  lines_->setWideColumn(-1);  // an access is worth more than all of its bars in sight
}

void VariantViews::showRoofline() {
  const TuningRow *row = selected(), *from = original();
  const auto timeOf = [this](const TuningRow* of) { return of && table().isTime ? of->value : std::nullopt; };
  Roofline roofline;
  if (figures_.trace && figures_.device) {
    roofline = rooflineOf(*figures_.trace, figures_.hasVariantTrace, row ? row->name : std::string(), *figures_.device,
                          timeOf(from), timeOf(row));
  }
  const bool has = !roofline.isEmpty();
  roofline_->setVisible(has);
  noRoofline_->setVisible(!has);
  noRoofline_->setText(figures_.trace ? tr("Nothing that this kernel computes was counted. Trace it again.")
                                      : tr("A trace tells what the kernel computes for each byte that it moves."));
  rooflineBox_.note->setText(text(roofline.conditions));
  rooflineBox_.note->setToolTip(text(roofline.conditions));
  roofline_->setRoofline(std::move(roofline));
}

/// As the report says it, in the language of the window.
QString VariantViews::summaryWords(const TuningCourse& course) {
  const auto variants = std::count_if(course.points.begin(), course.points.end(),
                                      [](const TuningCourse::Point& point) { return !point.isOriginal; });
  const auto best = std::find_if(course.points.begin(), course.points.end(),
                                 [](const TuningCourse::Point& point) { return point.isBest; });
  return counted(static_cast<uint64_t>(variants), tr("%1 variant in the order judged"),
                 tr("%1 variants in the order judged")) +
         (best == course.points.end() ? tr("; none is better than the original")
                                      : tr("; the best is number %1, %2").arg(best->order).arg(text(best->name)));
}

void VariantViews::showCourse() {
  TuningCourse course = courseOf(table());
  const bool has = !course.isEmpty();
  course_->setVisible(has);
  noCourse_->setVisible(!has);
  noCourse_->setText(table().rows.empty()
                         ? tr("Measure to see each variant in the order in which it was judged.")
                         : tr("In which order these variants were judged was not kept. Measure again."));
  course.summary = summaryWords(course).toStdString();
  courseBox_.note->setText(text(course.summary));
  courseBox_.note->setToolTip(text(course.summary));
  course_->setCourse(std::move(course));
}

void VariantViews::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showHeadline();
}

void VariantViews::saveSvg() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the picture"),
                                                    text(table().kernel) + "-variants.svg", tr("Pictures (*.svg)"));
  if (file.isEmpty()) return;
  if (!bars_->saveSvg(file, text(tuningConditions(table()))))
    speed_.note->setText(tr("%1 cannot be written. Choose another place.").arg(file));
}

}  // namespace warpwright::views
