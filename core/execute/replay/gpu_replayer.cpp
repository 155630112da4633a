#include "core/execute/replay/gpu_replayer.h"

#include <algorithm>
#include <cstdio>
#include <future>

#include "core/capture/capture_file.h"
#include "core/execute/gpu/code_store.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The file whose compilation holds the kernel.
fs::path unitOf(const LaunchCapture& capture) {
  std::error_code ignored;
  const fs::path path = capture.program.path;
  if (path.extension() == ".cu" && fs::is_regular_file(path, ignored)) return path;
  return capture.kernel.at.file;
}

}  // namespace

std::string GpuVariantReplay::message() const {
  std::string text = replay.message();
  if (replay.verdict() != VariantReplay::Verdict::same || !gpu.times) return text;
  const GpuTimes& times = *gpu.times;
  if (!times.refused.empty()) return text + " Its time is not believed: " + times.refused;
  char words[128];
  std::snprintf(words, sizeof words, " %s: %.3fx (%.3f … %.3f), %.4g ms.", times.verdict.c_str(), times.speedup.value,
                times.speedup.low, times.speedup.high, times.variant.value * 1e3);
  return text + words;
}

Result<GpuReplayer> GpuReplayer::start(GpuReplayOptions options, const Progress& progress, std::stop_token stop) {
  Result<CaptureReader> reader = CaptureReader::open(options.capture);
  if (!reader.ok()) return reader.error();
  if (Status current = checkSources(reader->capture()); !current.ok()) return current.error();
  GpuReplayer replayer;
  if (replayer.folder_.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  replayer.capture_ = reader->capture();
  if (Status known = findSource(replayer.capture_, options.program); !known.ok()) return known.error();
  for (const auto& [name, tolerance] : options.tolerances) {
    const auto& memory = replayer.capture_.memory;
    if (std::none_of(memory.begin(), memory.end(), [&](const CapturedMemory& piece) { return piece.name == name; })) {
      return Error{ErrorKind::usage, "The capture has no buffer `" + name + "` for a tolerance.", std::nullopt};
    }
  }
  const Result<GpuInfo> gpu = describeGpu(options.device, options.place.get(), stop);
  if (!gpu.ok()) {
    Error none = gpu.error();
    if (none.kind != ErrorKind::cancelled)
      none.message += " Use --on cpu: it runs here, checks every buffer and counts accesses.";
    return none;
  }
  replayer.arch_ = gpu->arch;
  const auto nvcc = findNvcc(replayer.capture_.program.toolkit);
  if (!nvcc) {
    return Error{ErrorKind::worker,
                 "No nvcc was found to compile for the GPU. Install a CUDA toolkit, or set CUDA_HOME to it.",
                 std::nullopt};
  }
  replayer.nvcc_ = *nvcc;
  replayer.options_ = std::move(options);
  if (Status ran = replayer.runOriginal(progress, stop); !ran.ok()) return ran.error();
  const std::optional<GpuTimes>& times = replayer.original_.times;
  const bool isBrief = !times || times->original.value <= replayer.options_.longestSampled;
  if (replayer.options_.stalls != StallSampling::none && replayer.notReproduced().empty() && isBrief) {
    GpuJob job = replayer.job();
    job.hidden = replayer.original_.hidden;
    if (Status sampled = replayer.sampleStalls(std::move(job), nullptr, replayer.original_, progress, stop);
        !sampled.ok())
      return sampled.error();
  }
  return replayer;
}

GpuCompileRequest GpuReplayer::compileRequest(const std::map<std::string, std::string>& openTexts) const {
  GpuCompileRequest request;
  request.file = options_.unit.empty() ? unitOf(capture_) : options_.unit;
  request.openTexts = openTexts;
  request.flags = capture_.program.compilerFlags;
  request.workingFolder = capture_.program.workingFolder;
  const auto isIt = [&](const UnitFlags& one) { return request.file == one.file; };
  const auto unit = std::find_if(options_.units.begin(), options_.units.end(), isIt);
  if (unit != options_.units.end()) {
    request.flags = unit->flags;
    request.workingFolder = unit->folder;
  }
  std::error_code ignored;
  if (!fs::is_directory(request.workingFolder, ignored)) request.workingFolder = request.file.parent_path();
  request.arch = arch_;
  request.lineInfo = options_.stalls != StallSampling::none;
  return request;
}

/// Whoever made the variant may have had nvcc compile its text before: only ptxas is left then. Where places of its
/// code are asked for, it lies where those are known.
Result<fs::path> GpuReplayer::compiled(const GpuCompileRequest& request, const fs::path& folder,
                                       std::stop_token stop) const {
  if (options_.codes.empty() || options_.stalls == StallSampling::all)
    return compileWithNvcc(nvcc_, request, folder, std::move(stop));
  const Result<std::string> ptx = CodeStore(options_.codes).ptxOf(nvcc_, request, stop);
  return ptx.ok() ? assemblePtx(nvcc_, request, *ptx, folder, std::move(stop)) : ptx.error();
}

Result<std::string> GpuReplayer::originalPtx(std::stop_token stop) const {
  return compileToPtx(nvcc_, compileRequest({}), folder_.path(), std::move(stop));
}

void GpuReplayer::measureBy(std::optional<GpuTiming> timing, std::vector<std::string> counters) {
  options_.timing = std::move(timing);
  options_.counters = std::move(counters);
}

/// By a worker of its own, so that nothing is lost with it. `variant`: null for the original. Errors: cancelled.
Status GpuReplayer::sampleStalls(GpuJob job, const PreparedReplay* variant, GpuRun& to, const Progress& progress,
                                 std::stop_token stop) const {
  job.timing.reset();
  job.counters.clear();
  job.stalls = true;
  job.agrees = agrees();
  Result<GpuOutcome> outcome = runOnGpu(job, options_.place.get(), progress, stop);
  if (!outcome.ok() && outcome.error().kind == ErrorKind::cancelled) return outcome.error();
  to.whyNoStalls = !outcome.ok()              ? outcome.error().message
                   : outcome->run.run.failure ? outcome->run.run.failure->message
                                              : outcome->run.whyNoStalls;
  if (!outcome.ok() || !outcome->run.stalls) return {};
  to.stalls = std::move(outcome->run.stalls);
  const GpuCompileRequest request = compileRequest(variant ? variant->openTexts : GpuCompileRequest().openTexts);
  const fs::path& folder = variant ? variant->folder.path() : folder_.path();
  for (StallSamples::Line& line : to.stalls->lines) line.file = sourceOf(request, folder, line.file).string();
  return {};
}

GpuJob GpuReplayer::job() const {
  GpuJob job;
  job.capture = options_.capture;
  job.device = options_.device;
  job.original = {originalCode_, shapeOf(capture_)};
  job.tolerances = options_.tolerances;
  job.margins = margins_;
  job.timing = options_.timing;
  job.counters = options_.counters;
  job.launchSeconds = options_.launchSeconds;
  return job;
}

/// A worker that loses the GPU to a try is followed by another that leaves it out; each adds one, so that this ends. An
/// original that fails by itself is run once more with memory around its own.
Status GpuReplayer::runOriginal(const Progress& progress, std::stop_token stop) {
  const auto start = Clock::now();
  progress({"compile", "nvcc", -1});
  Result<fs::path> code = compiled(compileRequest({}), folder_.path(), stop);
  if (!code.ok()) return code.error();
  originalCode_ = std::move(code.value());
  compileSeconds_ = secondsSince(start);
  GpuJob first = job();
  first.findOutputs = true;
  for (;;) {
    Result<GpuOutcome> outcome = runOnGpu(first, options_.place.get(), progress, stop);
    if (!outcome.ok()) return outcome.error();
    original_ = std::move(outcome->run);
    if (!outcome->failedTry && original_.originalFailed && original_.run.failure && !first.margins) {
      const GpuRun alone = original_;
      first.margins = true;
      Result<GpuOutcome> again = runOnGpu(first, options_.place.get(), progress, stop);
      if (!again.ok()) return again.error();
      outcome = std::move(again);
      const bool helped = outcome->failedTry || !outcome->run.originalFailed;
      original_ = helped ? std::move(outcome->run) : alone;
      if (!helped) return {};
      margins_ = true;
    }
    if (margins_ && !outcome->failedTry) {
      original_.run.notes.push_back("The original reads outside the captured memory: zeros lie around it here.");
    }
    const auto& tries = first.failedTries;
    if (!outcome->failedTry || std::find(tries.begin(), tries.end(), *outcome->failedTry) != tries.end()) return {};
    first.failedTries.push_back(*outcome->failedTry);
  }
}

/// Bit by bit, without any tolerance.
bool GpuReplayer::agrees() const {
  const std::vector<BufferComparison>& buffers = original_.run.buffers;
  return notReproduced().empty() && !buffers.empty() &&
         std::none_of(buffers.begin(), buffers.end(),
                      [](const BufferComparison& one) { return one.notBitwise != 0 || one.tolerance; });
}

std::string GpuReplayer::notReproduced() const {
  return original_.run.failure ? original_.run.failure->message : "";
}

std::string GpuReplayer::againstCapture() const {
  if (original_.againstCapture.empty()) return "";
  return "What the original computes here is not bit by bit what the capture holds: " +
         original_.againstCapture.front().message() + " Variants are compared with what it computes here.";
}

Result<LaunchShape> GpuReplayer::findShape(const ReplayVariant& variant, const Progress& progress,
                                           std::stop_token stop) const {
  if (!variant.findShape) return variant.shape.value_or(shapeOf(capture_));
  ReplayJob job;
  job.capture = options_.capture;
  job.program.path = capture_.program.path;
  job.program.compilerFlags = capture_.program.compilerFlags;
  job.program.arch = capture_.program.arch;
  job.program.toolkit = capture_.program.toolkit;
  job.program.openTexts = variant.openTexts;
  job.findShape = job.onlyShape = true;
  Result<ReplayRun> found = replayOnEngine(job, progress, stop);
  if (!found.ok()) return found.error();
  if (found->failure) return *found->failure;
  if (!found->shape)
    return Error{ErrorKind::worker, "The worker did not say how the variant is launched.", std::nullopt};
  return *found->shape;
}

Result<GpuVariantReplay> GpuReplayer::run(const ReplayVariant& variant, const Progress& progress,
                                          std::stop_token stop) const {
  return std::move(runAll({variant}, progress, std::move(stop)).front());
}

Result<PreparedReplay> GpuReplayer::prepare(const ReplayVariant& variant, const Progress& progress,
                                            std::stop_token stop) const {
  PreparedReplay prepared;
  GpuVariantReplay& result = prepared.result;
  result.replay.name = variant.name;
  prepared.openTexts = variant.openTexts;
  if (prepared.folder.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  // Both read the whole source: side by side.
  std::stop_source compiling;
  const std::stop_callback outer(stop, [&] { compiling.request_stop(); });
  auto finding = std::async(std::launch::async, [&] {
    Result<LaunchShape> shape = findShape(variant, {}, stop);
    if (!shape.ok()) compiling.request_stop();
    return shape;
  });
  const auto start = Clock::now();
  if (progress) progress({"compile", variant.ptx.empty() ? "nvcc" : "ptxas", -1});
  const fs::path& folder = prepared.folder.path();
  const std::stop_token compile = compiling.get_token();
  Result<fs::path> code = variant.ptx.empty() ? compiled(compileRequest(variant.openTexts), folder, compile)
                                              : assemblePtx(nvcc_, compileRequest({}), variant.ptx, folder, compile);
  result.compileSeconds = secondsSince(start);
  Result<LaunchShape> shape = finding.get();
  if (!shape.ok()) return shape.error();
  result.replay.shape = *shape;
  if (code.ok()) {
    prepared.code = *code;
  } else {
    if (code.error().kind == ErrorKind::cancelled) return code.error();
    result.replay.run.failure = code.error();
    result.replay.run.unfit = true;
  }
  return prepared;
}

Result<GpuRun> GpuReplayer::runWithPreexecution(PreexecutionJob preexecution, const Progress& progress,
                                                std::stop_token stop) const {
  GpuJob one = job();
  one.counters.clear();
  one.preexecution = std::move(preexecution);
  workers_->end();  // it is timed, and alone
  Result<GpuOutcome> outcome = runOnGpu(one, options_.place.get(), progress, std::move(stop));
  if (!outcome.ok()) return outcome.error();
  GpuRun& run = outcome->run;
  if (!run.run.failure && (!run.times || !run.preexecution))
    run.run.failure = Error{ErrorKind::worker, "The worker did not say what it measured.", std::nullopt};
  return std::move(run);
}

std::vector<Result<GpuVariantReplay>> GpuReplayer::runAll(const std::vector<ReplayVariant>& variants,
                                                          const Progress& progress, std::stop_token stop) const {
  std::vector<Result<PreparedReplay>> prepared;
  for (const ReplayVariant& variant : variants) prepared.push_back(prepare(variant, progress, stop));
  return runPrepared(prepared, progress, std::move(stop));
}

std::vector<Result<GpuVariantReplay>> GpuReplayer::runPrepared(const std::vector<Result<PreparedReplay>>& variants,
                                                               const Progress& progress, std::stop_token stop) const {
  std::vector<int> devices = options_.otherDevices;
  devices.insert(devices.begin(), options_.device);
  std::vector<Result<GpuVariantReplay>> results;
  std::vector<GpuJob> jobs;
  std::vector<size_t> whose;
  for (size_t i = 0; i < variants.size(); ++i) {
    const Result<PreparedReplay>& variant = variants[i];
    results.push_back(variant.ok() ? Result<GpuVariantReplay>(variant->result) : variant.error());
    if (!variant.ok() || variant->code.empty()) continue;
    GpuJob one = job();
    one.device = devices[jobs.size() % devices.size()];
    one.variant = GpuCode{variant->code, variant->result.replay.shape};
    one.hidden = original_.hidden;
    one.agrees = agrees();
    if (original_.times) {
      constexpr double mostTimesSlower = 10, least = 2;
      one.launchSeconds = std::min(one.launchSeconds, least + mostTimesSlower * original_.times->original.value);
    }
    whose.push_back(i);
    jobs.push_back(std::move(one));
  }
  Result<std::vector<GpuOutcome>> outcomes = std::vector<GpuOutcome>();
  WorkerPlace* const place = options_.place.get();
  if (!jobs.empty())
    outcomes = place ? runAllOnGpu(jobs, place, progress, stop) : workers_->runAll(jobs, progress, stop);
  for (size_t i = 0; i < jobs.size(); ++i) {
    Result<GpuVariantReplay>& result = results[whose[i]];
    Status sampled;
    if (outcomes.ok() && options_.stalls == StallSampling::all && !(*outcomes)[i].run.run.failure) {
      sampled = sampleStalls(jobs[i], &*variants[whose[i]], (*outcomes)[i].run, progress, stop);
    }
    if (!sampled.ok()) {
      result = sampled.error();
      continue;
    }
    if (!outcomes.ok()) {
      result = outcomes.error();
      continue;
    }
    result->gpu = std::move((*outcomes)[i].run);
    ReplayRun& run = result->replay.run = result->gpu.run;
    if (result->gpu.originalFailed && run.failure)
      run.failure->message = "The original failed beside this variant: " + run.failure->message;
  }
  return results;
}

}  // namespace warpwright
