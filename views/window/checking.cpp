#include "views/window/checking.h"

#include <QTime>
#include <ctime>
#include <filesystem>

#include "core/session/run_record.h"
#include "views/diff/preview_page.h"
#include "views/problems/problems_panel.h"
#include "views/runs/runs_panel.h"
#include "views/shared/argument_menu.h"
#include "views/shared/findings.h"
#include "views/shared/selection.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/session_keeper.h"
#include "views/window/tracing.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

RunRecord recordOf(const Preview& preview, const Verification& verification, const QString& arguments) {
  RunRecord record;
  record.kind = "verify";
  record.program = preview.key.unit;
  record.arguments = arguments.toStdString();
  addOutcome(record, verification);
  record.startedAt = static_cast<int64_t>(std::time(nullptr));
  return record;
}

QString timeNow() {
  return QTime::currentTime().toString("HH:mm");
}

}  // namespace

Checking::Checking(const WindowParts& parts, Tracing& tracing)
    : Workflow(parts), tracing_(tracing), run_(parts.services, parts.queue, parts.pages, parts.settings) {
  connect(&run_, &CheckRun::stateChanged, this, &Workflow::changed);
  connect(&run_, &CheckRun::finished, this, [this](const RunRecord& record, const EngineRun& run) {
    keep(record, runProblems(run, tr("run with checks, %1").arg(timeNow())), run);
    parts_.queue.observe(record.program, run.observed);
  });
  connect(&parts_.findings, &Findings::changed, this, &Checking::countProblems);
}

void Checking::addDocks() {
  parts_.bottom.add(tr("Runs"), "runs", "Alt+7", [this](QWidget* parent) {
    runs_ = new RunsPanel(parts_.theme, parent);
    connect(runs_, &RunsPanel::runRequested, this, [this](const QString& arguments) { check(arguments); });
    connect(&runs_->kept(), &ArgumentMenu::changed, this, [this] { parts_.keep(runs_->kept()); });
    connect(runs_, &RunsPanel::traceRequested, &tracing_, &Tracing::trace);
    connect(runs_, &RunsPanel::cancelRequested, this, [this] {
      run_.cancel();
      tracing_.cancel();
    });
    update();
    return runs_;
  });
  parts_.bottom.add(tr("Problems"), "problems", "Alt+8", [this](QWidget* parent) {
    problems_ = new ProblemsPanel(parts_.findings, runProblems_, parts_.theme, parent);
    connect(problems_, &ProblemsPanel::lineClicked, this, &Checking::lineWanted);
    return problems_;
  });
}

void Checking::start() {
  parts_.bottom.show("runs");
  check(parts_.arguments());
}

void Checking::observe() {
  if (parts_.knowsProgram(parts_.selection.file()))
    run_.start(parts_.selection.file(), parts_.folder, parts_.arguments(), false);
}

void Checking::check(const QString& arguments) {
  if (parts_.knowsProgram(parts_.selection.file())) run_.start(parts_.selection.file(), parts_.folder, arguments);
}

void Checking::keepVerification(const Preview& preview, const QString& arguments) {
  const Verification& verification = *preview.verification;
  keep(recordOf(preview, verification, arguments), verificationProblems(verification, timeNow()),
       verification.original);
  parts_.queue.observe(preview.key.unit, verification.original.observed);
}

void Checking::keep(const RunRecord& record, std::vector<Problem> problems, const EngineRun& run) {
  runProblems_ = std::move(problems);
  parts_.session.keepRun(record);
  const bool ended = !run.failure && record.outcome != "failed";
  if (ended || !run.output.empty() || !run.errorOutput.empty())
    outputs_[parts_.session.runs().size() - 1] = {run.exitCode, run.output, run.errorOutput};
  if (problems_) problems_->refresh();
  countProblems();
  update();
}

void Checking::keepRun(const RunRecord& record, const ProgramOutput& output) {
  parts_.session.keepRun(record);
  if (record.outcome == "finished" || !output.output.empty() || !output.errors.empty())
    outputs_[parts_.session.runs().size() - 1] = output;
  update();
}

void Checking::countProblems() {
  parts_.bottom.setCount("problems",
                         static_cast<int>(countWrong(compilerProblems(parts_.findings)) + runProblems_.size()));
}

void Checking::showOtherRuns() {
  shownRuns_ = SIZE_MAX;
  outputs_.clear();
  update();
}

void Checking::update() {
  if (!runs_) return;
  parts_.showKept(runs_->kept());
  runs_->setProgram(QString::fromStdString(fs::path(parts_.file()).filename().string()), parts_.arguments());
  runs_->setRunning(run_.isRunning() ? run_.progress() : tracing_.isRunning() ? tracing_.run().progress() : QString());
  if (parts_.session.runs().size() != shownRuns_) {
    shownRuns_ = parts_.session.runs().size();
    runs_->setRuns(parts_.session.runs(), outputs_);
  }
}

}  // namespace warpwright::views
