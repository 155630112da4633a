#include "views/reuse/loads_panel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <algorithm>

#include "core/base/number_text.h"
#include "views/reuse/traffic_view.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
#include "views/shared/theme.h"

namespace warpwright::views {

LoadsPanel::LoadsPanel(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setGround(*this, "dockBody", tr("Reuse: loads"));
  QWidget* bar = makeBar();
  legend_ = makeLabel(this, tr("Legend"));
  legend_->setContentsMargins(12, 5, 12, 3);
  view_ = new TrafficView(theme, this);
  verdict_ = makeVerdict();
  model_ = new CellModel(
      {{tr("Solution"), false}, {tr("Cached"), true}, {tr("Reduction, bytes"), true}, {tr("Time"), true}}, this);
  table_ = new CellTable(*model_, tr("Solutions"), theme, this);
  table_->setShownRows(4);
  table_->setWideColumn(0);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  loadsModel_ = new CellModel(
      {{tr("Load"), false}, {tr("Line"), true}, {tr("Weight, bytes"), true}, {tr("Choice"), false}}, this);
  loads_ = new CellTable(*loadsModel_, tr("Loads"), theme, this);
  loads_->setWideColumn(0);
  loads_->setSelectionMode(QAbstractItemView::SingleSelection);
  empty_ = makeEmptyNote(this, tr("Why no graph is shown"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(legend_);
  column->addWidget(empty_, 1);
  column->addWidget(makeBody(), 1);
  setFocusProxy(view_);
  connectParts();
  restyle();
  showSolution({});
}

/// The bar: which graph is shown, and where another one comes from.
QWidget* LoadsPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("Which graph is shown"));
  title_ = makeLabel(bar, tr("Graph"));
  state_ = makeLabel(bar, tr("What runs"));
  state_->setProperty("muted", true);
  compute_ = makeButton(bar, tr("Compute graph"), tr("Compute the graph of the selected kernel"));
  open_ = makeButton(bar, tr("Open graph…"), tr("Open a traffic-reduction graph"));
  cancel_ = makeButton(bar, tr("Cancel"), tr("Cancel the graph"));
  svg_ = makeButton(bar, tr("SVG"), tr("Save the graph as SVG"));
  auto* row = makeBarRow(bar);
  // The title gives way first where the row is narrow.
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(title_, 1);
  row->addWidget(state_);
  row->addWidget(cancel_);
  row->addWidget(compute_);
  row->addWidget(open_);
  row->addWidget(svg_);
  return bar;
}

/// The graph, and beside it, or below it where the dock is narrow, what it says in words and numbers.
QWidget* LoadsPanel::makeBody() {
  body_ = new QSplitter(this);
  body_->setAccessibleName(tr("Graph and tables"));
  body_->addWidget(view_);
  auto* said = makeGround(body_, "dockBody", tr("Solutions and loads"));
  auto* column = makeColumn(said);
  column->addWidget(verdict_);
  column->addWidget(table_);
  column->addWidget(loads_, 1);
  body_->addWidget(said);
  body_->setStretchFactor(0, 3);
  body_->setStretchFactor(1, 2);
  body_->setChildrenCollapsible(false);
  return body_;
}

void LoadsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  body_->setOrientation(width() < 560 ? Qt::Vertical : Qt::Horizontal);
}

/// The strip that says the solution in words.
QWidget* LoadsPanel::makeVerdict() {
  QWidget* verdict = makeGround(this, "verdictStrip", tr("What the solution says"));
  verdictShape_ = makeLabel(verdict, tr("Kind of result"));
  words_ = makeLabel(verdict, tr("Result in words"));
  words_->setWordWrap(true);
  auto* strip = makeBarRow(verdict, 6);
  strip->addWidget(verdictShape_);
  strip->addWidget(words_, 1);
  return verdict;
}

void LoadsPanel::connectParts() {
  connect(open_, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open graph"), {},
                                                      tr("Traffic-reduction graphs (*.json);;All files (*)"));
    if (!path.isEmpty()) openFile(path.toStdString());
  });
  connect(compute_, &QPushButton::clicked, this, &LoadsPanel::computeRequested);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    cancel();
    emit cancelRequested();
  });
  connect(svg_, &QPushButton::clicked, this, &LoadsPanel::saveSvg);
  connect(view_, &TrafficView::loadChosen, this, [this](int load) {
    const SourcePosition& at = view_->solution()->graph.loads[static_cast<size_t>(load)].at;
    loads_->selectRow(load);
    if (at.line != 0) emit lineClicked(at);
  });
  connect(table_, &CellTable::chosen, this, [this](int at) {
    view_->setChoice(rows_[static_cast<size_t>(at)].choice);
    fillLoads();
  });
  connect(loads_, &CellTable::chosen, this, [this](int load) {
    view_->select(load);
    const SourcePosition& at = view_->solution()->graph.loads[static_cast<size_t>(load)].at;
    if (at.line != 0) emit lineClicked(at);
  });
  connect(&theme_, &Theme::changed, this, &LoadsPanel::restyle);
}

void LoadsPanel::restyle() {
  const auto mark = [&](const char* token, const QString& glyph, const QString& word) {
    return QString("<span style=\"color:%1\">%2</span>&nbsp;%3 &nbsp; ").arg(theme_.color(token).name(), glyph, word);
  };
  legend_->setText(
      mark("ok", QStringLiteral("▭"), tr("cached")) + mark("refused", QStringLiteral("▱"), tr("bypassed (dashed)")) +
      mark("ok", QStringLiteral("━"), tr("helps")) + mark("third", QStringLiteral("╌"), tr("harms")) +
      mark("text", QStringLiteral("E"), tr("exact")) + mark("text", QStringLiteral("H"), tr("heuristic")) +
      QString("<span style=\"color:%1\">%2</span>").arg(theme_.color("muted").name(), tr("bytes to L2 saved")));
}

void LoadsPanel::openFile(const std::filesystem::path& file) {
  const QString name = QString::fromStdString(file.filename().string());
  showMessage(tr("Reading %1.").arg(name), false);
  job_.run([file](std::stop_token) { return readTrafficGraph(file.string()); },
           [this, name](Result<TrafficGraph> graph) {
             if (graph.ok())
               solve(name, std::move(*graph));
             else
               showMessage(QString::fromStdString(graph.error().message), true);
           });
  showState();
}

void LoadsPanel::setSolution(const QString& name, TrafficSolution solution) {
  job_.cancel();
  name_ = name;
  failure_.clear();
  showSolution(std::move(solution));
}

void LoadsPanel::setKernel(const QString& kernel, const QString& whyNot) {
  if (kernel != kernel_) failure_.clear();
  kernel_ = kernel;
  whyNot_ = whyNot;
  showState();
}

void LoadsPanel::setProgress(const QString& progress) {
  if (!progress.isEmpty()) failure_.clear();
  progress_ = progress;
  showState();
}

void LoadsPanel::showFailure(const QString& reason) {
  failure_ = reason;
  showState();
}

/// What the row of buttons says, and the empty dock.
void LoadsPanel::showState() {
  const bool runs = !progress_.isEmpty(), hasGraph = empty_->isHidden();
  compute_->setEnabled(!runs && whyNot_.isEmpty());
  const QString tip =
      whyNot_.isEmpty() ? tr("Runs the program on the CPU engine and weighs the loads of %1.").arg(kernel_) : whyNot_;
  compute_->setToolTip(tip);
  compute_->setStatusTip(tip);
  cancel_->setVisible(runs || job_.isRunning());
  const QString failed = failure_.isEmpty() ? QString() : tr("No graph of %1").arg(kernel_);
  state_->setText(!hasGraph ? QString() : runs ? tr("Updating: %1").arg(progress_) : failed);
  state_->setToolTip(failure_);
  if (hasGraph) return;
  if (runs) return empty_->setText(tr("Weighing loads: %1.").arg(progress_));
  if (!failure_.isEmpty()) return empty_->setText(failure_);
  if (!said_.isEmpty()) return empty_->setText(said_);
  empty_->setText(
      whyNot_.isEmpty() && !kernel_.isEmpty()
          ? tr("Which loads of %1 should be cached? Compute graph runs the program on the CPU engine and weighs them.")
                .arg(kernel_)
          : tr("Which loads should be cached? Select a kernel and compute its graph, or open a traffic-reduction "
               "graph: "
               "{\"loads\": […], \"pairs\": […]}."));
}

void LoadsPanel::solve(const QString& name, TrafficGraph graph) {
  name_ = name;
  failure_.clear();
  // The heuristic answers at once; the exact solution may take its time.
  TrafficSolution first{graph, {}, solveHeuristically(graph)};
  showSolution(first);
  job_.run(
      [first](std::stop_token stop) {
        TrafficSolution solution = first;
        Result<CachePolicy> exact = solveExactly(solution.graph, {}, stop);
        if (exact.ok()) solution.exact = std::move(*exact);
        return solution;
      },
      [this](TrafficSolution solution) {
        showSolution(solution);
        emit solved(name_, solution.graph);
      });
  showState();
}

void LoadsPanel::cancel() {
  job_.cancel();
  showState();
}

QString LoadsPanel::message() const {
  return empty_->isHidden() ? words_->text() : empty_->text();
}

void LoadsPanel::showMessage(const QString& text, bool isError) {
  said_ = text;
  empty_->setVisible(true);
  for (QWidget* part : std::initializer_list<QWidget*>{legend_, body_}) part->setVisible(false);
  svg_->setEnabled(false);
  title_->setText(isError ? tr("The graph was not opened") : QString());
  showState();
}

void LoadsPanel::showSolution(std::optional<TrafficSolution> solution) {
  if (!solution) return showMessage({}, false);
  const TrafficGraph& graph = solution->graph;
  title_->setText(QString("<span style=\"font-family:'%1'\">%2</span>&nbsp; <span style=\"color:%3\">%4</span>")
                      .arg(theme_.codeFont().family(), name_.toHtmlEscaped(), theme_.color("muted").name(),
                           tr("traffic-reduction graph: %1, %2")
                               .arg(counted(graph.loads.size(), tr("%1 load"), tr("%1 loads")),
                                    counted(graph.pairs.size(), tr("%1 pair"), tr("%1 pairs")))));
  rows_ = trafficRows(*solution);
  std::vector<std::vector<Cell>> cells;
  for (const TrafficRow& row : rows_) {
    const auto text = [](const std::string& words) { return Cell{QString::fromStdString(words)}; };
    Cell name = text(row.solution);
    name.note = QString::fromStdString(row.note);
    name.strong = cells.empty();
    cells.push_back({name, text(row.cached), text(row.reduction), text(row.time)});
  }
  model_->setRows(std::move(cells));
  words_->setText(QString::fromStdString(trafficWords(*solution)));
  verdictShape_->setPixmap(theme_.shape(isNothingToDo(*solution) ? "same" : "applicable", 13, devicePixelRatioF()));
  empty_->hide();
  showState();
  for (QWidget* part : std::initializer_list<QWidget*>{legend_, body_}) part->setVisible(true);
  svg_->setEnabled(graph.loads.size() <= trafficPictureLimit);
  view_->setSolution(std::move(solution));
  fillLoads();
}

/// Every load with what the choice that is shown makes of it.
void LoadsPanel::fillLoads() {
  std::vector<std::vector<Cell>> cells;
  const TrafficGraph& graph = view_->solution()->graph;
  for (size_t load = 0; load < graph.loads.size(); ++load) {
    const auto& of = graph.loads[load];
    const bool cached = view_->isCached(load);
    Cell choice{cached ? tr("cached") : tr("bypassed")};
    choice.muted = cached;
    cells.push_back({Cell{'`' + QString::fromStdString(of.id) + '`'},
                     Cell{of.at.line == 0 ? QString::fromUtf8(missingValue) : QString::number(of.at.line)},
                     Cell{QString::fromStdString(weightText(of.weight))}, choice});
  }
  loadsModel_->setRows(std::move(cells));
}

void LoadsPanel::saveSvg() {
  if (!view_->solution()) return;
  const QString path = QFileDialog::getSaveFileName(this, tr("Save graph"), "loads.svg", tr("SVG (*.svg)"));
  if (path.isEmpty()) return;
  if (!view_->saveSvg(path, name_)) words_->setText(tr("%1 cannot be written. Choose another place.").arg(path));
}

}  // namespace warpwright::views
