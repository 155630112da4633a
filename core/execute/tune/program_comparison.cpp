#include "core/execute/tune/program_comparison.h"

#include <algorithm>
#include <ctime>

#include "core/execute/gpu/gpu_compiler.h"
#include "core/execute/replay/profile_program.h"
#include "core/execute/tune/service_maker.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr const char* noNvcc = "No nvcc was found to build the program with.";

double seconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

}  // namespace

Status canRunPrograms(const std::string& toolkit, std::stop_token stop) {
  if (!findNvcc(toolkit)) return Error{ErrorKind::worker, noNvcc, std::nullopt};
  const Result<GpuInfo> gpu = describeGpu(0, nullptr, std::move(stop));
  return gpu.ok() ? Status() : Status(gpu.error());
}

uint64_t ProgramRuns::Run::launches() const {
  uint64_t count = 0;
  for (const KernelProfile& kernel : profile.kernels) count += kernel.launches;
  return count;
}

ProgramRuns::ProgramRuns(const EngineJob& program, const AnalysisRequest& context, AnalysisService& service,
                         const ProgramProgress& progress, std::stop_token stop)
    : program_(program), context_(context), service_(service), progress_(progress), stop_(std::move(stop)) {}

void ProgramRuns::reportPhase(const std::string& phase, double fraction) const {
  if (progress_) progress_(fraction, phase);
}

Status ProgramRuns::start() {
  if (folder_.path().empty()) return Error{ErrorKind::io, "There is no place for temporary files.", std::nullopt};
  const auto nvcc = findNvcc(program_.toolkit);
  if (!nvcc) return Error{ErrorKind::worker, noNvcc, std::nullopt};
  nvcc_ = *nvcc;
  const Result<GpuInfo> gpu = describeGpu(0, nullptr, stop_);  // the one that a program takes by itself
  if (!gpu.ok()) return gpu.error();
  gpu_ = *gpu;
  if (Status read = readProgram(); !read.ok()) return read.error();
  reportPhase("building the program");
  Result<fs::path> built = build({}, "original");
  if (!built.ok()) return built.error();
  original_ = *built;
  return runOriginal();
}

/// Its kernels, in all of its files.
Status ProgramRuns::readProgram() {
  AnalysisRequest request = context_;
  request.onlyPrograms = true;
  const Result<AnalysisResult> programs = read(request);
  if (!programs.ok()) return programs.error();
  request.onlyPrograms = false;
  request.passes.emplace();  // none: what may be changed is looked for kernel by kernel
  for (const ProgramSummary& program : programs->programs) {
    if (program.main != program_.path.string()) continue;
    request.paths.assign(program.units.begin(), program.units.end());
    for (const UnitFlags& host : program.host) std::erase(request.paths, fs::path(host.file));
    break;
  }
  Result<AnalysisResult> analysis = read(request);
  if (!analysis.ok()) return analysis.error();
  analysis_ = *std::move(analysis);
  if (analysis_.kernels.empty()) return inputError("The program has no kernel.");
  for (const KernelSummary& kernel : analysis_.kernels) {
    if (build_ = gpuBuildOf(analysis_, kernel, program_); build_) return {};
  }
  return inputError("It is not known which files the program is built of.");
}

Result<AnalysisResult> ProgramRuns::read(const AnalysisRequest& request) const {
  return analyseWith(
      service_, request, [this](double fraction, const std::string& phase) { reportPhase(phase, fraction); }, stop_);
}

Result<fs::path> ProgramRuns::build(const std::map<std::string, std::string>& texts, const char* name) const {
  const fs::path folder = folder_.path() / name;
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  ProgramToBuild program = build_->program;
  program.openTexts = texts;
  return buildWithNvcc(nvcc_, program, gpu_.arch, folder, stop_);
}

Result<ProgramRuns::Run> ProgramRuns::run(const fs::path& program) const {
  std::error_code ignored;
  const fs::path folder = program_.workingFolder.empty() ? fs::current_path(ignored) : program_.workingFolder;
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), program_.arguments.begin(), program_.arguments.end());
  const FolderState before = stateOf(folder);
  ProgramToProfile run{std::move(command), folder, false, program_.timeLimit};
  Result<ProfiledProgram> profiled = profileProgram(run, [this](const std::string& text) { reportPhase(text); }, stop_);
  if (!profiled.ok()) return profiled.error();
  if (profiled->failure) return *profiled->failure;
  return Run{*profiled->run.profile, outputsOf(profiled->run.end, folder, before)};
}

/// One more run of it. Where one in three is not as the first, the program cannot be compared.
Status ProgramRuns::runOriginal() {
  constexpr int most = 3;
  for (int attempt = 1;; ++attempt) {
    Result<Run> one = run(original_);
    if (!one.ok()) return one.error();
    if (one->outputs.signal != 0)
      return inputError("The program ended by signal " + std::to_string(one->outputs.signal) + " on the GPU.");
    const uint64_t first = originals_.empty() ? one->launches() : originals_.front().launches();
    if (one->launches() == first && first > 0) {
      originals_.push_back(*std::move(one));
      return {};
    }
    ++originalFailed_;
    if (attempt == most)
      return inputError("The program is not the same in each run: " + std::to_string(one->launches()) +
                        " launches came to their end, and in the first run " + std::to_string(first) +
                        ". compute-sanitizer tells of accesses that are out of bounds.");
  }
}

/// The changed program, likewise. A run that fails counts against it unless the original fails now and then, too:
/// that is asked more often then.
Result<ProgramRuns::Run> ProgramRuns::runChanged(const fs::path& program) {
  constexpr int most = 3, mostOriginals = 8;
  for (int attempt = 1;; ++attempt) {
    Result<Run> one = run(program);
    if (!one.ok() || attempt == most) return one;
    if (one->launches() == originals_.front().launches()) return one;
    for (int again = 0; originalFailed_ == 0 && again < mostOriginals; ++again) {
      const Result<Run> original = run(original_);
      if (!original.ok()) return original.error();
      originalFailed_ += original->launches() != originals_.front().launches();
    }
    if (originalFailed_ == 0) return one;
  }
}

Result<WholeProgram> ProgramRuns::compare(const std::vector<VariantFile>& files, size_t pairs) {
  Result<fs::path> changed = fs::path();
  if (!files.empty()) {
    reportPhase("building the changed program");
    std::map<std::string, std::string> texts;
    for (const VariantFile& file : files) texts[file.path] = file.after;
    changed = build(texts, "changed");
    if (!changed.ok()) return changed.error();
  }
  std::vector<Run> after;
  for (size_t pair = 0; pair < pairs; ++pair) {
    // The first was run when it was built, which is as good.
    if (pair > 0) {
      if (Status run = runOriginal(); !run.ok()) return run.error();
    }
    if (files.empty()) continue;
    Result<Run> run = runChanged(*changed);
    if (!run.ok()) return run.error();
    after.push_back(*std::move(run));
  }
  WholeProgram whole;
  whole.program = program_.path.string();
  whole.device = gpu_.name;
  whole.driver = gpu_.driver;
  whole.runs = originals_.size();
  whole.measuredAt = static_cast<int64_t>(std::time(nullptr));
  const auto measure = [](const std::vector<Run>& runs, Interval& kernels, Interval& all) {
    std::vector<double> own, span;
    for (const Run& run : runs) {
      own.push_back(seconds(run.profile.kernelNs()));
      span.push_back(seconds(run.profile.spanNs));
    }
    kernels = medianInterval(own);
    all = medianInterval(span);
  };
  measure(originals_, whole.kernelsBefore, whole.wholeBefore);
  measure(files.empty() ? originals_ : after, whole.kernelsAfter, whole.wholeAfter);
  whole.outputs = compareOutputsOf(after);
  return whole;
}

OutputComparison ProgramRuns::compareOutputsOf(const std::vector<Run>& changed) const {
  std::vector<ProgramOutputs> known;
  for (const Run& run : originals_) known.push_back(run.outputs);
  OutputComparison outputs;
  for (const Run& run : changed) {
    outputs = compareOutputs(known, run.outputs);
    if (run.launches() != originals_.front().launches() && outputs.difference.empty())
      outputs.difference = std::to_string(run.launches()) + " launches came to their end, and of the original " +
                           std::to_string(originals_.front().launches()) + ".";
    if (!outputs.difference.empty()) break;
  }
  if (originalFailed_ != 0)
    outputs.notCompared.push_back(
        "runs in which a kernel failed, as happens to the original now and then: compute-sanitizer tells of accesses "
        "that are out of bounds");
  return outputs;
}

Result<WholeProgram> comparePrograms(const ComparisonTask& task, AnalysisService& service,
                                     const ProgramProgress& progress, std::stop_token stop) {
  ProgramRuns runs(task.program, task.context, service, progress, std::move(stop));
  if (Status started = runs.start(); !started.ok()) return started.error();
  Result<WholeProgram> whole = runs.compare(task.files, task.pairs);
  if (whole.ok()) whole->change = task.change;
  return whole;
}

}  // namespace warpwright
