// The docks below the editor: what is in them, and what feeds them.
#include <QDockWidget>
#include <QTime>
#include <ctime>
#include <filesystem>

#include "views/problems/problems_panel.h"
#include "views/runs/runs_panel.h"
#include "views/window/bottom_docks.h"
#include "views/window/check_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;

void MainWindow::makeBottomDocks() {
  bottom_ = new BottomDocks(*this, theme_);
  bottom_->add(tr("Runs"), "runs", "Alt+7", [this](QWidget* parent) {
    runs_ = new RunsPanel(theme_, parent);
    connect(runs_, &RunsPanel::runRequested, this,
            [this](const QString& arguments) { checks_->start(selection_.file(), folder_, arguments); });
    connect(runs_, &RunsPanel::cancelRequested, checks_, &CheckRun::cancel);
    updateRuns();
    return runs_;
  });
  bottom_->add(tr("Problems"), "problems", "Alt+8", [this](QWidget* parent) {
    problems_ = new ProblemsPanel(findings_, runProblems_, theme_, parent);
    connect(problems_, &ProblemsPanel::lineClicked, this, &MainWindow::goTo);
    return problems_;
  });
  bottom_->setCount("problems", 0);
}

void MainWindow::connectRuns() {
  connect(checks_, &CheckRun::stateChanged, this, &MainWindow::updateAll);
  connect(checks_, &CheckRun::finished, this, [this](const RunRecord& record, const EngineRun& run) {
    onRun(record, runProblems(run, tr("run with checks, %1").arg(QTime::currentTime().toString("HH:mm"))));
  });
  connect(flow_, &RewriteFlow::verified, this, [this](const Preview& preview, const QString& arguments) {
    if (!preview.verification) return;
    const Verification& verification = *preview.verification;
    RunRecord record;
    record.kind = "verify";
    record.program = preview.key.unit;
    record.arguments = arguments.toStdString();
    record.outcome = verification.identical ? "identical" : verification.original.failure ? "failed" : "differs";
    record.summary = verification.summary;
    record.launches = verification.original.launches.size();
    record.findings = verification.original.findings.size() + verification.findings.size();
    for (const EngineRun* run : {&verification.original, &verification.variant}) record.seconds += run->seconds + run->compileSeconds;
    record.startedAt = static_cast<int64_t>(std::time(nullptr));
    onRun(record, verificationProblems(verification, QTime::currentTime().toString("HH:mm")));
  });
  connect(&findings_, &Findings::changed, this, [this] {
    bottom_->setCount("problems", static_cast<int>(compilerProblems(findings_).size() + runProblems_.size()));
  });
}

void MainWindow::onRun(const RunRecord& record, std::vector<Problem> problems) {
  runProblems_ = std::move(problems);
  session_->keepRun(record);
  if (problems_) problems_->refresh();
  bottom_->setCount("problems", static_cast<int>(compilerProblems(findings_).size() + runProblems_.size()));
  updateRuns();
}

void MainWindow::updateRuns() {
  if (!runs_) return;
  const std::string file = pages_->editors().empty() ? std::string() : selection_.file();
  runs_->setProgram(QString::fromStdString(fs::path(file).filename().string()),
                    file.empty() ? QString() : QString::fromStdString(ArgumentMemory(*settings_).of(file)));
  runs_->setRunning(checks_->isRunning() ? checks_->progress() : QString());
  if (session_->runs().size() != shownRuns_) {
    shownRuns_ = session_->runs().size();
    runs_->setRuns(session_->runs());
  }
}

}  // namespace warpwright::views
