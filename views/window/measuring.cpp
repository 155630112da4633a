#include "views/window/measuring.h"

#include <QComboBox>
#include <QDockWidget>
#include <filesystem>

#include "core/base/number_text.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/speedup/profiling_panel.h"
#include "views/speedup/speedups_panel.h"
#include "views/speedup/variant_cells.h"
#include "views/window/bottom_docks.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"

namespace warpwright::views {
namespace fs = std::filesystem;

Measuring::Measuring(const WindowParts& parts, Targets& targets)
    : Workflow(parts),
      targets_(targets),
      run_(parts.services, parts.queue, parts.findings, parts.pages, parts.settings) {
  connect(&targets_, &Targets::changed, this, &Workflow::changed);
  connect(&run_, &TuningRun::stateChanged, this, [this] {
    if (run_.isRunning()) failure_.clear();
    emit changed();
  });
  connect(&run_, &TuningRun::failed, this, [this](const QString& reason) {
    failure_ = reason;
    emit changed();
  });
  connect(&run_, &TuningRun::finished, this, [this](TuningTable table) {
    table.program = program_;
    parts_.session.keepTuning(table);
    emit measured();
    emit changed();
  });
}

void Measuring::addDocks() {
  parts_.bottom.add(tr("Profiling"), "profiling", "Alt+0", [this](QWidget* parent) {
    profiling_ = new ProfilingPanel(parts_.theme, parent);
    targets_.attach(profiling_->targets());
    connect(profiling_, &ProfilingPanel::startRequested, this, &Measuring::start);
    connect(profiling_, &ProfilingPanel::pauseRequested, &run_, &TuningRun::pause);
    connect(profiling_, &ProfilingPanel::cancelRequested, &run_, &TuningRun::cancel);
    connect(profiling_, &ProfilingPanel::applyRequested, this, &Measuring::preview);
    update();
    return profiling_;
  });
  parts_.bottom.add(tr("Speed-ups"), "speedups", "Ctrl+Alt+0", [this](QWidget* parent) {
    speedups_ = new SpeedupsPanel(parts_.theme, parent);
    speedups_->setTable(tableOfKernel());
    return speedups_;
  });
}

QString Measuring::doing() const {
  const double left = run_.now().secondsLeft;
  return tr("Measuring %1").arg(QString::fromStdString(run_.kernel())) +
         (left >= 0 ? tr(", about %1 left").arg(QString::fromStdString(durationText(left))) : QString());
}

std::map<std::string, MeasuredFinding> Measuring::findings() const {
  std::map<std::string, MeasuredFinding> measured;
  const std::string& chosen = parts_.findings.program();
  for (const auto& [name, table] : parts_.session.tunings()) {
    if (!chosen.empty() && !table.program.empty() && table.program != chosen) continue;
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
                      ? tr("measured %1, %2").arg(ratio, QString::fromStdString(row.verdict))
                      : tr("%1 %2: original ÷ variant is %3; counted by the CPU engine, not a time")
                            .arg(QString::fromStdString(row.verdict), QString::fromStdString(table.unit), ratio);
    }
  }
  return measured;
}

std::optional<TuningTable> Measuring::tableOfKernel() const {
  if (run_.isRunning() && run_.kernel() == parts_.selection.kernel() && !run_.now().table.rows.empty())
    return run_.now().table;
  const auto found = parts_.session.tunings().find(
      SessionKeeper::tuningName(parts_.selection.kernel(), parts_.programName(parts_.selection.file())));
  return found == parts_.session.tunings().end() ? std::nullopt : std::optional(found->second);
}

void Measuring::measure() {
  // The table wants the width of the window.
  if (!parts_.bottom.dock("profiling")->isVisible()) emit roomWanted();
  parts_.bottom.show("profiling");
  start();
}

void Measuring::start() {
  if (!run_.whyNot(parts_.selection.file(), parts_.selection.kernel()).isEmpty()) return;
  TuningChoice choice;
  choice.target = targets_.current().toStdString();
  choice.arguments = profiling_->arguments();
  choice.capture = profiling_->capture();
  choice.strategy = profiling_->strategy();
  choice.budgetSeconds = profiling_->budgetSeconds();
  fs::path folder = parts_.session.file();
  run_.setFolder(folder.replace_extension(".tuning"));
  program_ = parts_.programName(parts_.selection.file());
  run_.start(parts_.selection.file(), parts_.folder, parts_.selection.kernel(), choice);
}

void Measuring::preview(const VariantSteps& steps) {
  const auto table = tableOfKernel();
  if (!table) return;
  QString title;
  for (const TuningRow& row : table->rows) {
    if (row.steps == steps) title = QString::fromStdString(row.name);
  }
  variantJob_.run(
      [table = *table, steps](std::stop_token) { return tunedVariant(table, steps); },
      [this, title, unit = parts_.selection.file()](const Result<VariantRecord>& variant) {
        if (variant.ok()) return parts_.flow.previewVariant(unit, *variant, title);
        parts_.messages.post({Message::Kind::error, QString::fromStdString(variant.error().message), {}, {}, {}});
      });
}

void Measuring::update() {
  const std::string file = parts_.file();
  const auto table = tableOfKernel();
  if (speedups_) speedups_->setTable(table);
  if (!profiling_) return;
  const bool mine = run_.isRunning() && run_.kernel() == parts_.selection.kernel();
  ProfilingState state;
  state.running = mine;
  state.pausing = run_.isPausing();
  state.failure = failure_;
  if (mine) {
    const TuningNow& now = run_.now();
    state.phase = QString::fromStdString(now.phase);
    state.variant = QString::fromStdString(now.running);
    state.judged = now.table.rows.size();
    state.most = now.table.most;
    state.secondsSpent = run_.secondsSpent();
    state.secondsLeft = now.secondsLeft;
  }
  profiling_->setKernel(QString::fromStdString(parts_.selection.kernel()), parts_.arguments());
  profiling_->setWhyNot(mine ? QString() : run_.whyNot(file, parts_.selection.kernel()));
  profiling_->setTable(table);
  profiling_->setState(state);
}

void Measuring::showOn(StepButton& step) const {
  if (run_.isRunning()) {
    const TuningNow& now = run_.now();
    const size_t most = now.table.most, judged = now.table.rows.size();
    step.setState("running", most > 0 && judged > 0 ? tr("%1 of %2").arg(judged).arg(most) : QString(), {});
    return;
  }
  const QString reason = run_.whyNot(parts_.selection.file(), parts_.selection.kernel());
  const auto table = tableOfKernel();
  if (!table) return step.setState("not-done", "F9", reason);
  const TuningRow* best = table->best();
  const QString note = !best ? tr("none better") : bestWords(*table);
  step.setState(table->complete ? "identical" : "skipped", note, reason);
}

}  // namespace warpwright::views
