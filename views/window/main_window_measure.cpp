// Measuring in the window: the docks Profiling and Speed-ups, the step Measure, and what goes from there to findings,
// preview and session.
#include <QComboBox>
#include <QDockWidget>
#include <filesystem>

#include "core/report/words.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
#include "views/speedup/profiling_panel.h"
#include "views/speedup/speedups_panel.h"
#include "views/speedup/variant_cells.h"
#include "views/window/bottom_docks.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/trust.h"
#include "views/window/tuning_run.h"
#include "views/window/window_layouts.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

/// What was measured of a change by itself, for the list of findings.
std::map<std::string, MeasuredFinding> measuredOf(const std::map<std::string, TuningTable>& tables) {
  std::map<std::string, MeasuredFinding> measured;
  for (const auto& [kernel, table] : tables) {
    for (const TuningRow& row : table.rows) {
      // Best first: of several values of its parameters the first row tells.
      if (row.steps.size() != 1 || !row.accepted || !row.ratio || measured.contains(row.steps.front().opportunity))
        continue;
      MeasuredFinding& of = measured[row.steps.front().opportunity];
      const QString ratio = QString::fromStdString(speedupText(*row.ratio));
      of.shape = verdictShape(table, row);
      of.text = !table.isTime                                      ? QString::fromStdString(row.verdict)
                : row.verdict == "UNSURE" || row.verdict == "SAME" ? QString::fromStdString(row.verdict)
                                                                   : ratio;
      of.spoken = table.isTime
                      ? QObject::tr("measured %1, %2").arg(ratio, QString::fromStdString(row.verdict))
                      : QObject::tr("%1 %2: original ÷ variant is %3; counted by the CPU engine, not a time")
                            .arg(QString::fromStdString(row.verdict), QString::fromStdString(table.unit), ratio);
    }
  }
  return measured;
}

}  // namespace

void MainWindow::makeProfilingDocks() {
  bottom_->add(tr("Profiling"), "profiling", "Alt+0", [this](QWidget* parent) {
    profiling_ = new ProfilingPanel(theme_, parent);
    targets_->attach(profiling_->targets());
    connect(profiling_, &ProfilingPanel::startRequested, this, &MainWindow::startTuning);
    connect(profiling_, &ProfilingPanel::pauseRequested, tuning_, &TuningRun::pause);
    connect(profiling_, &ProfilingPanel::cancelRequested, tuning_, &TuningRun::cancel);
    connect(profiling_, &ProfilingPanel::applyRequested, this, &MainWindow::previewTuned);
    updateProfiling();
    return profiling_;
  });
  bottom_->add(tr("Speed-ups"), "speedups", "Ctrl+Alt+0", [this](QWidget* parent) {
    speedups_ = new SpeedupsPanel(theme_, parent);
    speedups_->setTable(tuningOfKernel());
    return speedups_;
  });
}

void MainWindow::connectTuning() {
  connect(targets_, &Targets::changed, this, &MainWindow::updateAll);
  connect(tuning_, &TuningRun::stateChanged, this, [this] {
    if (tuning_->isRunning()) tuningFailure_.clear();
    updateAll();
  });
  connect(tuning_, &TuningRun::failed, this, [this](const QString& reason) {
    tuningFailure_ = reason;
    updateAll();
  });
  connect(tuning_, &TuningRun::finished, this, [this](const TuningTable& table) {
    session_->keepTuning(table);
    showMeasured();
    updateAll();
  });
}

std::optional<TuningTable> MainWindow::tuningOfKernel() const {
  if (tuning_->isRunning() && tuning_->kernel() == selection_.kernel() && !tuning_->now().table.rows.empty())
    return tuning_->now().table;
  const auto found = session_->tunings().find(selection_.kernel());
  return found == session_->tunings().end() ? std::nullopt : std::optional(found->second);
}

void MainWindow::measure() {
  // The table wants the width of the window.
  if (!bottom_->dock("profiling")->isVisible()) showLayout(WindowLayouts::measure);
  bottom_->show("profiling");
  startTuning();
}

void MainWindow::startTuning() {
  if (!tuning_->whyNot(selection_.file(), selection_.kernel()).isEmpty()) return;
  TuningChoice choice;
  choice.target = targets_->current().toStdString();
  choice.arguments = profiling_->arguments();
  choice.capture = profiling_->capture();
  choice.strategy = profiling_->strategy();
  choice.budgetSeconds = profiling_->budgetSeconds();
  fs::path folder = session_->file();
  tuning_->setFolder(folder.replace_extension(".tuning"));
  tuning_->start(selection_.file(), folder_, selection_.kernel(), choice);
}

void MainWindow::previewTuned(const VariantSteps& steps) {
  const auto table = tuningOfKernel();
  if (!table) return;
  QString title;
  for (const TuningRow& row : table->rows) {
    if (row.steps == steps) title = QString::fromStdString(row.name);
  }
  tunedJob_.run([table = *table, steps](std::stop_token) { return tunedVariant(table, steps); },
                [this, title, unit = selection_.file()](const Result<VariantRecord>& variant) {
                  if (variant.ok()) return flow_->previewVariant(unit, *variant, title);
                  messages_->post({Message::Kind::error, QString::fromStdString(variant.error().message), {}, {}, {}});
                });
}

void MainWindow::showMeasured() {
  opportunities_->model().setMeasured(measuredOf(session_->tunings()));
  evidence_->setMeasured(measuredOf(session_->tunings()));
  for (EditorPage* page : pages_->editors()) updateHeat(*page);
}

void MainWindow::updateProfiling() {
  const std::string file = pages_->editors().empty() ? std::string() : selection_.file();
  const auto table = tuningOfKernel();
  if (speedups_) speedups_->setTable(table);
  if (!profiling_) return;
  const bool mine = tuning_->isRunning() && tuning_->kernel() == selection_.kernel();
  ProfilingState state;
  state.running = mine;
  state.pausing = tuning_->isPausing();
  state.failure = tuningFailure_;
  if (mine) {
    const TuningNow& now = tuning_->now();
    state.phase = QString::fromStdString(now.phase);
    state.variant = QString::fromStdString(now.running);
    state.judged = now.table.rows.size();
    state.most = now.table.most;
    state.secondsSpent = tuning_->secondsSpent();
    state.secondsLeft = now.secondsLeft;
  }
  profiling_->setKernel(QString::fromStdString(selection_.kernel()),
                        file.empty() ? QString() : QString::fromStdString(ArgumentMemory(*settings_).of(file)));
  profiling_->setWhyNot(mine ? QString() : tuning_->whyNot(file, selection_.kernel()));
  profiling_->setTable(table);
  profiling_->setState(state);
}

void MainWindow::updateMeasureStep() {
  StepButton& step = steps_->step(Step::measure);
  if (tuning_->isRunning()) {
    const TuningNow& now = tuning_->now();
    const size_t most = now.table.most, judged = now.table.rows.size();
    step.setState("running", most > 0 && judged > 0 ? tr("%1 of %2").arg(judged).arg(most) : QString(), {});
    return;
  }
  const QString reason = tuning_->whyNot(selection_.file(), selection_.kernel());
  const auto table = tuningOfKernel();
  if (!table) return step.setState("not-done", "F9", reason);
  const TuningRow* best = table->best();
  const QString note = !best ? tr("none better") : bestWords(*table);
  step.setState(table->complete ? "identical" : "skipped", note, reason);
}

}  // namespace warpwright::views
