#include "core/execute/tune/program_speedup.h"

#include <algorithm>

#include "core/base/symbol_name.h"
#include "core/base/temporary_folder.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/execute/replay/profile_program.h"
#include "core/execute/tune/captured_input.h"
#include "core/execute/tune/service_maker.h"
#include "core/finding/kernel_choice.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using Progress = std::function<void(double fraction, const std::string& phase)>;

/// One run of a program, original or changed.
struct Run {
  ProgramProfile profile;
  ProgramOutputs outputs;
};

double seconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

class ProgramTuning {
 public:
  ProgramTuning(const ProgramTask& task, AnalysisService& service, const Progress& progress, std::stop_token stop)
      : task_(task), service_(service), progress_(progress), stop_(std::move(stop)) {}

  Result<ProgramSpeedup> run() {
    if (Status ready = prepare(); !ready.ok()) return ready.error();
    if (Status first = runOriginal(); !first.ok()) return first.error();
    result_.profile = originals_.front().profile;
    chooseKernels();
    for (SpedKernel& kernel : result_.kernels) {
      if (Status tuned = tuneOne(kernel); !tuned.ok()) return tuned.error();
    }
    for (const auto& [path, texts] : texts_) result_.files.push_back({path, texts.first, texts.second});
    if (Status compared = compareWhole(); !compared.ok()) return compared.error();
    return std::move(result_);
  }

 private:
  void say(const std::string& phase, double fraction = -1) const {
    if (progress_) progress_(fraction, phase);
  }

  Status prepare() {
    if (folder_.path().empty()) return Error{ErrorKind::io, "There is no place for temporary files.", std::nullopt};
    const auto nvcc = findNvcc(task_.tuning.program.toolkit);
    if (!nvcc) return Error{ErrorKind::worker, "No nvcc was found to build the program with.", std::nullopt};
    nvcc_ = *nvcc;
    const Result<GpuInfo> gpu = describeGpu(0, nullptr, stop_);  // the one that a program takes by itself
    if (!gpu.ok()) return gpu.error();
    result_.gpu = *gpu;
    result_.program = task_.tuning.program.path.string();
    if (Status read = readProgram(); !read.ok()) return read.error();
    say("building the program");
    Result<fs::path> built = build({}, "original");
    if (!built.ok()) return built.error();
    original_ = *built;
    return {};
  }

  /// Its kernels, in all of its files.
  Status readProgram() {
    AnalysisRequest request = task_.tuning.context;
    request.onlyPrograms = true;
    const Result<AnalysisResult> programs = read(request);
    if (!programs.ok()) return programs.error();
    request.onlyPrograms = false;
    request.passes.emplace();  // none: what may be changed is looked for kernel by kernel
    for (const ProgramSummary& program : programs->programs) {
      if (program.main != result_.program) continue;
      request.paths.assign(program.units.begin(), program.units.end());
      for (const UnitFlags& host : program.host) std::erase(request.paths, fs::path(host.file));
      break;
    }
    Result<AnalysisResult> analysis = read(request);
    if (!analysis.ok()) return analysis.error();
    analysis_ = *std::move(analysis);
    if (analysis_.kernels.empty()) return inputError("The program has no kernel.");
    for (const KernelSummary& kernel : analysis_.kernels) {
      if (build_ = gpuBuildOf(analysis_, kernel, task_.tuning.program); build_) return {};
    }
    return inputError("It is not known which files the program is built of.");
  }

  Result<AnalysisResult> read(const AnalysisRequest& request) const {
    return analyseWith(
        service_, request, [this](double fraction, const std::string& phase) { say(phase, fraction); }, stop_);
  }

  Result<fs::path> build(const std::map<std::string, std::string>& texts, const char* name) const {
    const fs::path folder = folder_.path() / name;
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    ProgramToBuild program = build_->program;
    program.openTexts = texts;
    return buildWithNvcc(nvcc_, program, result_.gpu.arch, folder, stop_);
  }

  Result<Run> runProgram(const fs::path& program) const {
    const EngineJob& job = task_.tuning.program;
    std::error_code ignored;
    const fs::path folder = job.workingFolder.empty() ? fs::current_path(ignored) : job.workingFolder;
    std::vector<std::string> command{program.string()};
    command.insert(command.end(), job.arguments.begin(), job.arguments.end());
    const FolderState before = stateOf(folder);
    ProgramToProfile run{std::move(command), folder, false, job.timeLimit};
    Result<ProfiledProgram> profiled = profileProgram(run, [this](const std::string& text) { say(text); }, stop_);
    if (!profiled.ok()) return profiled.error();
    if (profiled->failure) return *profiled->failure;
    return Run{*profiled->run.profile, outputsOf(profiled->run.end, folder, before)};
  }

  /// One more run, in which as many launches come to their end as in the first: programs that do not look at errors
  /// go on after a kernel that failed, and are no faster for it. Where one in three runs of the original is not so,
  /// the program cannot be compared.
  Status runOriginal() {
    constexpr int most = 3;
    for (int attempt = 1;; ++attempt) {
      Result<Run> run = runProgram(original_);
      if (!run.ok()) return run.error();
      if (run->outputs.signal != 0)
        return inputError("The program ended by signal " + std::to_string(run->outputs.signal) + " on the GPU.");
      const uint64_t first = originals_.empty() ? launches(*run) : launches(originals_.front());
      if (launches(*run) == first && first > 0) {
        originals_.push_back(*std::move(run));
        return {};
      }
      ++originalFailed_;
      if (attempt == most)
        return inputError("The program is not the same in each run: " + std::to_string(launches(*run)) +
                          " launches came to their end, and in the first run " + std::to_string(first) +
                          ". compute-sanitizer tells of accesses that are out of bounds.");
    }
  }

  /// The changed program, likewise. A run that fails counts against it unless the original fails now and then, too:
  /// that is asked more often then.
  Result<Run> runChanged(const fs::path& program) {
    constexpr int most = 3, mostOriginals = 8;
    for (int attempt = 1;; ++attempt) {
      Result<Run> run = runProgram(program);
      if (!run.ok() || attempt == most) return run;
      if (launches(*run) == launches(originals_.front())) return run;
      for (int again = 0; originalFailed_ == 0 && again < mostOriginals; ++again) {
        const Result<Run> original = runProgram(original_);
        if (!original.ok()) return original.error();
        originalFailed_ += launches(*original) != launches(originals_.front());
      }
      if (originalFailed_ == 0) return run;
    }
  }

  static uint64_t launches(const Run& run) {
    uint64_t count = 0;
    for (const KernelProfile& kernel : run.profile.kernels) count += kernel.launches;
    return count;
  }

  void chooseKernels() {
    const double whole = seconds(result_.profile.kernelNs());
    for (const KernelProfile& kernel : result_.profile.kernels) {
      const double share = whole > 0 ? seconds(kernel.totalNs) / whole : 0;
      if (share < task_.leastShare || result_.kernels.size() == task_.mostKernels) break;
      SpedKernel& one = result_.kernels.emplace_back();
      one.profile = kernel;
      one.share = share;
      const std::vector<const KernelSummary*> meant = kernelsNamed(analysis_, kernel.name);
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
    task.launchIndex = longestLaunch(kernel.profile);
    task.context.paths = {kernel.file};
    task.built = original_;
    task.folder = folder_.path() / "tuning";
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

  /// The first launches of many a search are of next to nothing.
  uint64_t longestLaunch(const KernelProfile& kernel) const {
    uint64_t index = 0, longest = 0, longestNs = 0;
    for (const ProfiledEvent& event : result_.profile.events) {
      if (!event.isLaunch || event.name != kernel.name || event.process != 0) continue;
      // One that is a little longer is as good, and the later one takes longer to reach.
      if (event.lengthNs > longestNs + longestNs / 10) {
        longestNs = event.lengthNs;
        longest = index;
      }
      ++index;
    }
    return longest;
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
    if (!now.phase.empty()) return say(kernel + ": " + now.phase, now.fraction);
    std::string text = kernel + ": " + std::to_string(now.table.rows.size()) + " variants";
    const TuningRow* best = now.table.best();
    if (best && best->ratio && *best->ratio > 1) {
      char gain[32];
      std::snprintf(gain, sizeof gain, ", best %.2fx", *best->ratio);
      text += gain;
    }
    say(text);
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

  /// Both programs in turns.
  Status compareWhole() {
    Result<fs::path> changed = fs::path();
    if (result_.isChanged()) {
      say("building the changed program");
      std::map<std::string, std::string> texts;
      for (const VariantFile& file : result_.files) texts[file.path] = file.after;
      changed = build(texts, "changed");
      if (!changed.ok()) return changed.error();
    }
    std::vector<Run> after;
    for (size_t pair = 0; pair < task_.pairs; ++pair) {
      // The first was run before anything was tuned, which is as good.
      if (pair > 0) {
        if (Status run = runOriginal(); !run.ok()) return run;
      }
      if (!result_.isChanged()) continue;
      Result<Run> run = runChanged(*changed);
      if (!run.ok()) return run.error();
      after.push_back(*std::move(run));
    }
    measure(originals_, result_.kernelsBefore, result_.wholeBefore);
    measure(result_.isChanged() ? after : originals_, result_.kernelsAfter, result_.wholeAfter);
    std::vector<ProgramOutputs> known;
    for (const Run& run : originals_) known.push_back(run.outputs);
    for (const Run& run : after) {
      result_.outputs = compareOutputs(known, run.outputs);
      if (launches(run) != launches(originals_.front()) && result_.outputs.difference.empty())
        result_.outputs.difference = std::to_string(launches(run)) +
                                     " launches came to their end, and of the original " +
                                     std::to_string(launches(originals_.front())) + ".";
      if (!result_.outputs.difference.empty()) break;
    }
    if (originalFailed_ != 0)
      result_.outputs.notCompared.push_back(
          "runs in which a kernel failed, as happens to the original now and then: compute-sanitizer tells of "
          "accesses that are out of bounds");
    return {};
  }

  static void measure(const std::vector<Run>& runs, Interval& kernels, Interval& whole) {
    std::vector<double> own, all;
    for (const Run& run : runs) {
      own.push_back(seconds(run.profile.kernelNs()));
      all.push_back(seconds(run.profile.spanNs));
    }
    kernels = medianInterval(own);
    whole = medianInterval(all);
  }

  const ProgramTask& task_;
  AnalysisService& service_;
  const Progress& progress_;
  const std::stop_token stop_;
  const TemporaryFolder folder_;
  fs::path nvcc_, original_;
  AnalysisResult analysis_;
  std::optional<GpuBuild> build_;
  std::vector<Run> originals_;
  int originalFailed_ = 0;  ///< runs of it in which a kernel did not come to its end
  std::map<std::string, std::pair<std::string, std::string>> texts_;  ///< by file: before and after
  ProgramSpeedup result_;
};

}  // namespace

Result<ProgramSpeedup> speedUpProgram(const ProgramTask& task, AnalysisService& service, const Progress& progress,
                                      std::stop_token stop) {
  return ProgramTuning(task, service, progress, std::move(stop)).run();
}

}  // namespace warpwright
