#include "views/runs/runs_panel.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <algorithm>
#include <filesystem>

#include "core/base/number_text.h"
#include "views/shared/argument_menu.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/core_words.h"
#include "views/shared/dock_parts.h"
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
  if (run.outcome == "finished")
    return run.kind == "metrics"   ? QObject::tr("traced")
           : run.kind == "profile" ? QObject::tr("profiled")
           : run.kind == "observe" ? QObject::tr("launches seen")
                                   : QObject::tr("no findings");
  if (run.outcome == "findings") return counted(run.findings, QObject::tr("%1 finding"), QObject::tr("%1 findings"));
  if (run.outcome == "cancelled") return QObject::tr("cancelled");
  return QObject::tr("did not end well");
}

}  // namespace

RunsPanel::RunsPanel(Theme& theme, QWidget* parent) : QWidget(parent) {
  setGround(*this, "dockBody", tr("Runs"));
  QWidget* bar = makeBar();
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
  empty_ = makeEmptyNote(this, tr("Why the list is empty"));
  auto* column = makeColumn(this);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(table_, 1);
  outputHead_ = makeConditions(this, tr("How the program ended"));
  output_ = new QPlainTextEdit(this);
  output_->setReadOnly(true);
  output_->setAccessibleName(tr("What the program printed"));
  output_->setFont(theme.codeFont());
  output_->setMaximumHeight(7 * QFontMetrics(output_->font()).lineSpacing());
  connect(&theme, &Theme::changed, output_, [this, &theme] { output_->setFont(theme.codeFont()); });
  column->addWidget(outputHead_);
  column->addWidget(output_);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPanel::showOutput);
  setFocusProxy(arguments_);
  kept_ = new ArgumentMenu(*arguments_, theme);
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

/// The bar: which program to run with which arguments, and how far it is.
QWidget* RunsPanel::makeBar() {
  QWidget* bar = makeGround(this, "dockBar", tr("What to run"));
  program_ = makeLabel(bar, tr("Program"));
  arguments_ = new QLineEdit(bar);
  arguments_->setAccessibleName(tr("Arguments of the program"));
  arguments_->setPlaceholderText(tr("none"));
  run_ = makeButton(bar, tr("Run with checks"), tr("Run with checks"));
  run_->setToolTip(
      tr("Run the program on the CPU engine and look for races, accesses out of bounds, uninitialised reads"));
  trace_ = makeButton(bar, tr("Trace"), tr("Trace the program"));
  trace_->setToolTip(tr("Run the program on the CPU engine and model what its kernels ask of a GPU's memory"));
  cancel_ = makeButton(bar, tr("Cancel"), tr("Cancel the run"));
  state_ = makeLabel(bar, tr("Progress of the run"));
  state_->setProperty("muted", true);
  auto* row = makeBarRow(bar);
  row->addWidget(program_);
  row->addWidget(makeFieldName(bar, tr("Arguments"), arguments_));
  row->addWidget(arguments_, 1);
  row->addWidget(state_);
  row->addWidget(cancel_);
  row->addWidget(trace_);
  row->addWidget(run_);
  return bar;
}

void RunsPanel::setRuns(const std::vector<RunRecord>& runs, std::map<size_t, ProgramOutput> outputs) {
  outputs_ = std::move(outputs);
  count_ = runs.size();
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
                         : run->kind == "profile" ? tr("profile on a GPU")
                         : run->kind == "observe" ? tr("launches")
                                                  : tr("checks")},
                    text(std::filesystem::path(run->program).filename().string()),
                    run->arguments.empty() ? Cell{QString::fromUtf8(missingValue)} : text("`" + run->arguments + "`"),
                    text(countText(run->launches)), text(durationText(run->seconds)),
                    Cell{today ? at.toString("HH:mm:ss") : locale.toString(at, QLocale::ShortFormat)}, summary});
  }
  hasRuns_ = !rows.empty();
  model_->setRows(std::move(rows));
  update();
  showOutput();
}

/// Of the selected run, else of the newest. The session does not keep it.
void RunsPanel::showOutput() {
  const size_t row = static_cast<size_t>(std::max(0, table_->currentRow()));
  const auto found = row < count_ ? outputs_.find(count_ - 1 - row) : outputs_.end();
  const bool isKnown = found != outputs_.end();
  outputHead_->setVisible(isKnown);
  output_->setVisible(isKnown && !(found->second.output.empty() && found->second.errors.empty()));
  if (!isKnown) return;
  const ProgramOutput& of = found->second;
  const auto lines = [](const std::string& text) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + (!text.empty() && !text.ends_with('\n'));
  };
  outputHead_->setText(tr("Program output: exit code %1, %2, %3 of errors")
                           .arg(of.exitCode)
                           .arg(counted(lines(of.output), tr("%1 line"), tr("%1 lines")))
                           .arg(lines(of.errors)));
  QString text = QString::fromStdString(of.errors);
  if (!text.isEmpty() && !text.endsWith('\n')) text += '\n';
  output_->setPlainText(text + QString::fromStdString(of.output));
}

QString RunsPanel::output() const {
  if (outputHead_->isHidden()) return {};
  return outputHead_->text() + '\n' + output_->toPlainText();
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
