#include "views/window/whole_programs.h"

#include <nlohmann/json.hpp>

#include "core/execute/tune/program_comparison.h"
#include "core/execute/tune/tuning_task.h"
#include "views/shared/findings.h"
#include "views/shared/selection.h"
#include "views/speedup/whole_program_row.h"
#include "views/window/analysis_queue.h"
#include "views/window/pages.h"
#include "views/window/program_run.h"
#include "views/window/services.h"
#include "views/window/session_keeper.h"
#include "views/window/trust.h"

namespace warpwright::views {

WholePrograms::WholePrograms(const WindowParts& parts) : parts_(parts) {}

QString WholePrograms::doing() const {
  return tr("Comparing the whole program: %1").arg(phase_);
}

void WholePrograms::cancel() {
  if (!isRunning()) return;
  job_.cancel();
  progressDoor_.close();
  emit changed();
}

void WholePrograms::restore(const std::map<std::string, std::string>& values) {
  known_.clear();
  failures_.clear();
  const std::string prefix = wholeProgramKey("");
  for (const auto& [key, value] : values) {
    if (!key.starts_with(prefix)) continue;
    auto whole = wholeProgramFromJson(nlohmann::json::parse(value, nullptr, false));
    // One of a later version can be measured again.
    if (whole.ok()) known_[key.substr(prefix.size())] = std::make_shared<const WholeProgram>(*std::move(whole));
  }
}

std::string WholePrograms::nameOfSelected() const {
  return SessionKeeper::tuningName(parts_.selection.kernel(), parts_.programName(parts_.selection.file()));
}

/// The driver is asked by a worker, once.
void WholePrograms::lookForGpu(const std::string& toolkit) {
  if (asked_ == toolkit) return;
  asked_ = toolkit;
  whyNoGpu_.reset();
  if (!parts_.services.canRunPrograms) {
    whyNoGpu_ = tr("Programs cannot be run on a GPU here.");
    return;
  }
  gpuJob_.run(
      [toolkit, ask = parts_.services.canRunPrograms](std::stop_token stop) { return ask(toolkit, std::move(stop)); },
      [this](const Status& answer) {
        whyNoGpu_ = answer.ok() ? QString() : QString::fromStdString(answer.error().message);
        emit changed();
      });
}

QString WholePrograms::whyNot(const TuningTable* table, bool isOlder) {
  if (isRunning()) return tr("A whole program is being compared. Cancel it first.");
  if (!parts_.services.comparePrograms || !parts_.services.makeAnalysis)
    return tr("Programs cannot be run on a GPU here.");
  lookForGpu(parts_.queue.requestFor(parts_.selection.file()).toolkit);
  if (!whyNoGpu_) return tr("Looking for a GPU and for nvcc.");
  if (!whyNoGpu_->isEmpty()) return *whyNoGpu_;
  const TuningRow* best = table ? table->best() : nullptr;
  if (!best || best->steps.empty()) return tr("No variant is better than the original.");
  if (isOlder) return tr("The text has changed since. Measure again to know what holds of it.");
  const std::string unit = parts_.selection.file();
  if (const QString why = parts_.findings.whyNoProgram(unit); !why.isEmpty()) return why;
  if (!parts_.pages.unsavedTexts().empty()) return tr("Save your changes first: the program is built from the disk.");
  return {};
}

void WholePrograms::show(WholeProgramRow& row, const TuningTable* table, bool isOlder) {
  row.setVisible(table && !table->rows.empty());
  if (!table || table->rows.empty()) return;
  const std::string name = nameOfSelected();
  WholeProgramState state;
  state.running = isRunning() && running_ == name;
  state.whyNot = whyNot(table, isOlder);
  if (const TuningRow* best = table->best()) state.change = QString::fromStdString(best->name);
  state.phase = phase_;
  state.fraction = fraction_;
  if (const auto failed = failures_.find(name); failed != failures_.end()) state.failure = failed->second;
  if (const auto known = known_.find(name); known != known_.end()) state.known = known->second;
  state.isOlder = isOlder;
  row.setState(state);
}

void WholePrograms::start(const TuningTable& table, const QString& arguments) {
  const std::string unit = parts_.selection.file(), start = parts_.findings.startOf(unit);
  const auto allowed =
      mayRun({parts_.folder, start, arguments}, parts_.services, parts_.settings, parts_.pages.window());
  if (!allowed) return;
  ComparisonTask task;
  task.context = parts_.queue.requestFor(unit);
  task.program = engineJob(unit, parts_.folder, *allowed, parts_.findings);
  task.program.path = start;
  task.program.toolkit = task.context.toolkit;
  task.program.compilerFlags = task.context.flags;
  task.program.timeLimit = std::chrono::minutes(2);
  task.change = table.best()->name;
  const std::string name = running_ = nameOfSelected();
  const std::string key = wholeProgramKey(table.kernel, table.program);
  failures_.erase(name);
  phase_ = tr("Preparing");
  fraction_ = -1;
  progressDoor_.close();
  auto progress = progressDoor_.through<double, std::string>([this](double fraction, const std::string& phase) {
    fraction_ = fraction;
    phase_ = QString::fromStdString(phase);
    emit changed();
  });
  job_.run(
      [task, table, progress, make = parts_.services.makeAnalysis,
       compare = parts_.services.comparePrograms](std::stop_token stop) mutable -> Result<WholeProgram> {
        const Result<VariantRecord> variant = tunedVariant(table, table.best()->steps);
        if (!variant.ok()) return variant.error();
        task.files = variant->files;
        const std::unique_ptr<AnalysisService> service = make();
        return compare(task, *service, progress, std::move(stop));
      },
      [this, name, key](const Result<WholeProgram>& whole) {
        progressDoor_.close();
        if (whole.ok())
          keep(name, key, *whole);
        else if (whole.error().kind != ErrorKind::cancelled)
          failures_[name] = QString::fromStdString(whole.error().message);
        emit changed();
      });
  emit changed();
}

void WholePrograms::keep(const std::string& name, const std::string& key, const WholeProgram& whole) {
  known_[name] = std::make_shared<const WholeProgram>(whole);
  parts_.session.setValue(key, toJson(whole).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace warpwright::views
