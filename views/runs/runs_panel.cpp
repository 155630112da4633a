#include "views/runs/runs_panel.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <filesystem>

#include "core/report/words.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

QString shapeOfOutcome(const std::string& outcome) {
  if (outcome == "identical" || outcome == "finished") return "identical";
  if (outcome == "cancelled") return "skipped";
  return outcome == "findings" ? "warning" : "differs";
}

QString wordOf(const RunRecord& run) {
  if (run.outcome == "identical") return QObject::tr("identical");
  if (run.outcome == "differs") return QObject::tr("results differ");
  if (run.outcome == "finished") return run.kind == "metrics" ? QObject::tr("traced") : QObject::tr("no findings");
  if (run.outcome == "findings") return QString::fromStdString(countText(run.findings, "finding", "findings"));
  if (run.outcome == "cancelled") return QObject::tr("cancelled");
  return QObject::tr("did not end well");
}

}  // namespace

RunsPanel::RunsPanel(Theme& theme, QWidget* parent) : QWidget(parent) {
  setObjectName("dockBody");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Runs"));
  auto* bar = new QWidget(this);
  bar->setObjectName("dockBar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setAccessibleName(tr("What to run"));
  program_ = new QLabel(bar);
  program_->setAccessibleName(tr("Program"));
  auto* words = new QLabel(tr("Arguments"), bar);
  words->setAccessibleName(tr("Arguments"));
  words->setProperty("muted", true);
  arguments_ = new QLineEdit(bar);
  arguments_->setAccessibleName(tr("Arguments of the program"));
  arguments_->setPlaceholderText(tr("none"));
  words->setBuddy(arguments_);
  run_ = new QPushButton(tr("Run with checks"), bar);
  run_->setAccessibleName(tr("Run with checks"));
  run_->setToolTip(
      tr("Run the program on the CPU engine and look for races, accesses out of bounds, uninitialised reads"));
  trace_ = new QPushButton(tr("Trace"), bar);
  trace_->setAccessibleName(tr("Trace the program"));
  trace_->setToolTip(tr("Run the program on the CPU engine and model what its kernels ask of a GPU's memory"));
  cancel_ = new QPushButton(tr("Cancel"), bar);
  cancel_->setAccessibleName(tr("Cancel the run"));
  state_ = new QLabel(bar);
  state_->setAccessibleName(tr("Progress of the run"));
  state_->setProperty("muted", true);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 5, 12, 5);
  row->setSpacing(8);
  row->addWidget(program_);
  row->addWidget(words);
  row->addWidget(arguments_, 1);
  row->addWidget(state_);
  row->addWidget(cancel_);
  row->addWidget(trace_);
  row->addWidget(run_);
  model_ = new CellModel({{tr("Result"), false},
                          {tr("What"), false},
                          {tr("Program"), false},
                          {tr("Arguments"), false},
                          {tr("Launches"), true},
                          {tr("Time"), true},
                          {tr("At"), true},
                          {tr("In words"), false}},
                         this);
  table_ = new CellTable(*model_, tr("List of runs"), theme, this);
  table_->setWideColumn(7);
  empty_ = new QLabel(this);
  empty_->setAccessibleName(tr("Why the list is empty"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setProperty("muted", true);
  empty_->setWordWrap(true);
  empty_->setMargin(24);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(table_, 1);
  setFocusProxy(arguments_);
  const auto request = [this] {
    if (run_->isEnabled()) emit runRequested(arguments_->text());
  };
  connect(run_, &QPushButton::clicked, this, request);
  connect(trace_, &QPushButton::clicked, this, [this] { emit traceRequested(arguments_->text()); });
  connect(arguments_, &QLineEdit::returnPressed, this, request);
  connect(cancel_, &QPushButton::clicked, this, &RunsPanel::cancelRequested);
  setProgram({}, {});
  setRuns({});
  setRunning({});
}

void RunsPanel::setRuns(const std::vector<RunRecord>& runs) {
  std::vector<std::vector<Cell>> rows;
  const QLocale locale;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const QDateTime at = QDateTime::fromSecsSinceEpoch(run->startedAt);
    const bool today = at.date() == QDate::currentDate();
    Cell outcome{wordOf(*run), shapeOfOutcome(run->outcome)};
    outcome.strong = true;
    const auto text = [](const std::string& words) { return Cell{QString::fromStdString(words)}; };
    Cell summary = text(run->summary);
    summary.muted = true;
    rows.push_back({outcome,
                    Cell{run->kind == "verify"    ? tr("original and variant")
                         : run->kind == "metrics" ? tr("trace")
                                                  : tr("checks")},
                    text(std::filesystem::path(run->program).filename().string()),
                    run->arguments.empty() ? Cell{QString::fromUtf8(missingValue)} : text("`" + run->arguments + "`"),
                    text(countText(run->launches)), text(durationText(run->seconds)),
                    Cell{today ? at.toString("HH:mm:ss") : locale.toString(at, QLocale::ShortFormat)}, summary});
  }
  hasRuns_ = !rows.empty();
  model_->setRows(std::move(rows));
  update();
}

void RunsPanel::setProgram(const QString& name, const QString& arguments) {
  hasProgram_ = !name.isEmpty();
  program_->setText(hasProgram_ ? "<b>" + name.toHtmlEscaped() + "</b>" : QString());
  if (!arguments_->hasFocus()) arguments_->setText(arguments);
  update();
}

void RunsPanel::setRunning(const QString& progress) {
  running_ = !progress.isEmpty();
  state_->setText(progress);
  update();
}

QString RunsPanel::arguments() const {
  return arguments_->text();
}

void RunsPanel::update() {
  run_->setEnabled(hasProgram_ && !running_);
  trace_->setEnabled(hasProgram_ && !running_);
  arguments_->setEnabled(hasProgram_ && !running_);
  cancel_->setVisible(running_);
  state_->setVisible(running_);
  table_->setVisible(hasRuns_);
  empty_->setVisible(!hasRuns_);
  empty_->setText(hasProgram_
                      ? tr("Nothing was run yet. Run with checks builds and runs the program on the CPU engine.")
                      : tr("Nothing was run yet. Open a CUDA source file with a main function first."));
}

}  // namespace warpwright::views
