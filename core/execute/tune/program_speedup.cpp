#include "core/execute/tune/program_speedup.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/symbol_name.h"
#include "core/execute/tune/service_maker.h"
#include "core/finding/kernel_choice.h"
#include "core/session/session.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

double seconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

class ProgramTuning {
 public:
  ProgramTuning(const ProgramTask& task, AnalysisService& service, const ProgramProgress& progress,
                std::stop_token stop)
      : task_(task),
        service_(service),
        progress_(progress),
        stop_(std::move(stop)),
        runs_(task.tuning.program, task.tuning.context, service, progress, stop_) {}

  Result<ProgramSpeedup> run() {
    if (Status started = runs_.start(); !started.ok()) return started.error();
    result_.profile = runs_.profile();
    chooseKernels();
    for (SpedKernel& kernel : result_.kernels) {
      if (Status tuned = tuneOne(kernel); !tuned.ok()) return tuned.error();
    }
    for (const auto& [path, texts] : texts_) result_.files.push_back({path, texts.first, texts.second});
    Result<WholeProgram> whole = runs_.compare(result_.files, task_.pairs);
    if (!whole.ok()) return whole.error();
    result_.whole = *std::move(whole);
    const auto isChanged = [](const SpedKernel& kernel) { return !kernel.words.empty(); };
    if (std::count_if(result_.kernels.begin(), result_.kernels.end(), isChanged) == 1)
      result_.whole.change = std::find_if(result_.kernels.begin(), result_.kernels.end(), isChanged)->words;
    keepInSessions();
    return std::move(result_);
  }

 private:
  void reportPhase(const std::string& phase, double fraction = -1) const {
    if (progress_) progress_(fraction, phase);
  }

  void chooseKernels() {
    const double whole = seconds(result_.profile.kernelNs());
    for (const KernelProfile& kernel : result_.profile.kernels) {
      const double share = whole > 0 ? seconds(kernel.totalNs) / whole : 0;
      if (share < task_.leastShare || result_.kernels.size() == task_.mostKernels) break;
      SpedKernel& one = result_.kernels.emplace_back();
      one.profile = kernel;
      one.share = share;
      const std::vector<const KernelSummary*> meant = kernelsNamed(runs_.analysis(), kernel.name);
      if (meant.size() == 1)
        one.file = meant.front()->unit.empty() ? meant.front()->definition.begin.file : meant.front()->unit;
      if (meant.empty()) one.whyNot = "No source of the program has it: it is of a library.";
      if (meant.size() > 1) one.whyNot = "Several kernels of the program are called so.";
    }
  }

  TuningTask taskOf(const SpedKernel& kernel) const {
    TuningTask task = task_.tuning;
    task.target = "gpu";
    task.kernel = kernel.profile.name;
    const Result<uint64_t> longest = longestLaunch(result_.profile, kernel.profile.mangledName);
    task.launchIndex = longest.ok() ? *longest : 0;
    task.context.paths = {kernel.file};
    task.built = runs_.built();
    task.folder = runs_.folder() / "tuning";
    if (!task.session.empty()) {
      const fs::path session = task.session;
      task.session =
          session.parent_path() / (session.stem().string() + "-" + nameOf(kernel) + session.extension().string());
    }
    return task;
  }

  /// "reduce", and "reduce-2" of the next instance.
  std::string nameOf(const SpedKernel& kernel) const {
    std::string name = functionName(kernel.profile.name);
    int number = 1;
    for (const SpedKernel& other : result_.kernels) {
      if (&other == &kernel) break;
      number += functionName(other.profile.name) == name;
    }
    return number == 1 ? name : name + "-" + std::to_string(number);
  }

  /// Errors: cancelled. What else goes wrong with one kernel is said of it.
  Status tuneOne(SpedKernel& kernel) {
    if (!kernel.whyNot.empty()) return {};
    const std::string name = nameOf(kernel);
    const TuningTask task = taskOf(kernel);
    Result<Tuned> tuned = runTuning(task, service_, [&](const TuningNow& now) { tell(name, now); }, {}, stop_);
    if (!tuned.ok() && tuned.error().kind == ErrorKind::cancelled) return tuned.error();
    if (!tuned.ok()) {
      kernel.whyNot = tuned.error().message;
      return {};
    }
    kernel.tuned = *std::move(tuned);
    const std::optional<VariantRecord>& best = kernel.tuned->result.best;
    if (!best || best->steps.empty()) {
      kernel.whyNot = "No variant is faster.";
      return {};
    }
    return keep(kernel, best->steps, task.context);
  }

  void tell(const std::string& kernel, const TuningNow& now) const {
    if (!now.phase.empty()) return reportPhase(kernel + ": " + now.phase, now.fraction);
    std::string text = kernel + ": " + std::to_string(now.table.rows.size()) + " variants";
    const TuningRow* best = now.table.best();
    if (best && best->ratio && *best->ratio > 1) {
      char gain[32];
      std::snprintf(gain, sizeof gain, ", best %.2fx", *best->ratio);
      text += gain;
    }
    reportPhase(text);
  }

  /// Puts the change on top of those of the kernels before.
  Status keep(SpedKernel& kernel, const VariantSteps& steps, AnalysisRequest context) {
    for (const auto& [path, texts] : texts_) context.openTexts[path] = texts.second;
    const Result<VariantRecord> made = ServiceMaker(service_, std::move(context)).make(steps, stop_);
    if (!made.ok()) {
      if (made.error().kind == ErrorKind::cancelled) return made.error();
      kernel.whyNot = "Its best change cannot be made beside those of the kernels before: " + made.error().message;
      return {};
    }
    for (const VariantFile& file : made->files) {
      const auto [known, isNew] = texts_.try_emplace(file.path, file.before, file.after);
      if (!isNew) known->second.second = file.after;
    }
    const TuningRow* best = kernel.tuned->table.best();
    if (best) {
      kernel.words = best->name;
      kernel.gain = best->ratio;
    }
    return {};
  }

  /// So that a report of one of them tells what it brought the program.
  void keepInSessions() const {
    if (task_.tuning.session.empty()) return;
    const std::string text = toJson(result_.whole).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    for (const SpedKernel& kernel : result_.kernels) {
      if (!kernel.tuned || !kernel.whyNot.empty()) continue;
      Result<Session> session = Session::open(kernel.tuned->table.session);
      // What was measured is told all the same where it cannot be written.
      if (session.ok()) (void)session->setValue(wholeProgramKey(kernel.tuned->table.kernel), text);
    }
  }

  const ProgramTask& task_;
  AnalysisService& service_;
  const ProgramProgress& progress_;
  const std::stop_token stop_;
  ProgramRuns runs_;
  std::map<std::string, std::pair<std::string, std::string>> texts_;  ///< by file: before and after
  ProgramSpeedup result_;
};

}  // namespace

Result<ProgramSpeedup> speedUpProgram(const ProgramTask& task, AnalysisService& service,
                                      const ProgramProgress& progress, std::stop_token stop) {
  return ProgramTuning(task, service, progress, std::move(stop)).run();
}

}  // namespace warpwright
