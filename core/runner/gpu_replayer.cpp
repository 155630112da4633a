#include "core/runner/gpu_replayer.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/capture/capture_file.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

json shapeJson(const LaunchShape& shape) {
  return {{"grid", shape.grid}, {"block", shape.block}, {"dynamic_shared", shape.dynamicSharedBytes}};
}

json runJson(const ReplayRun& run) {
  json object = toJson(run);
  object.erase("poisoned");
  object.erase("launch");
  return object;
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
  CapturedProgram& program = replayer.capture_.program;
  if (program.path.empty() && options.program) {
    program.path = options.program->path.string();
    program.compilerFlags = options.program->compilerFlags;
    program.workingFolder = options.program->workingFolder.string();
    program.toolkit = options.program->toolkit;
  }
  for (const auto& [name, tolerance] : options.tolerances) {
    const auto& memory = replayer.capture_.memory;
    if (std::none_of(memory.begin(), memory.end(), [&](const CapturedMemory& piece) { return piece.name == name; })) {
      return Error{ErrorKind::usage, "The capture has no buffer `" + name + "` for a tolerance.", std::nullopt};
    }
  }
  const Result<GpuInfo> gpu = describeGpu(options.device, stop);
  if (!gpu.ok()) {
    Error none = gpu.error();
    if (none.kind != ErrorKind::cancelled) none.message += " Use --on cpu: it runs here, checks every buffer and counts accesses.";
    return none;
  }
  replayer.arch_ = gpu->arch;
  const auto nvcc = findNvcc(replayer.capture_.program.toolkit);
  if (!nvcc) {
    return Error{ErrorKind::worker, "No nvcc was found to compile for the GPU. Install a CUDA toolkit, or set CUDA_HOME to it.", std::nullopt};
  }
  replayer.nvcc_ = *nvcc;
  replayer.options_ = std::move(options);
  if (Status ran = replayer.runOriginal(progress, stop); !ran.ok()) return ran.error();
  return replayer;
}

Result<fs::path> GpuReplayer::compile(const std::map<std::string, std::string>& openTexts, std::stop_token stop) const {
  GpuCompileRequest request;
  request.file = unitOf(capture_);
  request.openTexts = openTexts;
  request.flags = capture_.program.compilerFlags;
  request.workingFolder = capture_.program.workingFolder;
  std::error_code ignored;
  if (!fs::is_directory(request.workingFolder, ignored)) request.workingFolder = request.file.parent_path();
  request.arch = arch_;
  return compileWithNvcc(nvcc_, request, folder_.path(), stop);
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

/// A worker that loses the GPU to a try is followed by another that leaves it out; each adds one, so that this ends. An original that
/// fails by itself is run once more with memory around its own.
Status GpuReplayer::runOriginal(const Progress& progress, std::stop_token stop) {
  const auto start = Clock::now();
  progress({"compile", "nvcc", -1});
  Result<fs::path> code = compile({}, stop);
  if (!code.ok()) return code.error();
  originalCode_ = std::move(code.value());
  compileSeconds_ = secondsSince(start);
  GpuJob first = job();
  first.findOutputs = true;
  for (;;) {
    Result<GpuOutcome> outcome = runOnGpu(first, progress, stop);
    if (!outcome.ok()) return outcome.error();
    original_ = std::move(outcome->run);
    if (!outcome->failedTry && original_.originalFailed && original_.run.failure && !first.margins) {
      const GpuRun alone = original_;
      first.margins = true;
      Result<GpuOutcome> again = runOnGpu(first, progress, stop);
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

std::string GpuReplayer::notReproduced() const { return original_.run.failure ? original_.run.failure->message : ""; }

std::string GpuReplayer::againstCapture() const {
  if (original_.againstCapture.empty()) return "";
  return "What the original computes here is not bit by bit what the capture holds: " + original_.againstCapture.front().message() +
         " Variants are compared with what it computes here.";
}

Result<LaunchShape> GpuReplayer::findShape(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const {
  if (!variant.findShape) return variant.shape.value_or(shapeOf(capture_));
  ReplayJob job;
  job.capture = options_.capture;
  job.program.path = capture_.program.path;
  job.program.compilerFlags = capture_.program.compilerFlags;
  job.program.arch = capture_.program.arch;
  job.program.openTexts = variant.openTexts;
  job.findShape = job.onlyShape = true;
  Result<ReplayRun> found = replayOnEngine(job, progress, stop);
  if (!found.ok()) return found.error();
  if (found->failure) return *found->failure;
  return LaunchShape{found->launch.grid, found->launch.block, found->launch.sharedBytes};
}

Result<GpuVariantReplay> GpuReplayer::run(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const {
  GpuVariantReplay result;
  result.replay.name = variant.name;
  Result<LaunchShape> shape = findShape(variant, progress, stop);
  if (!shape.ok()) return shape.error();
  result.replay.shape = *shape;
  const auto start = Clock::now();
  progress({"compile", "nvcc", -1});
  Result<fs::path> code = compile(variant.openTexts, stop);
  result.compileSeconds = secondsSince(start);
  if (!code.ok()) {
    if (code.error().kind == ErrorKind::cancelled) return code.error();
    result.replay.run.failure = code.error();
    return result;
  }
  GpuJob one = job();
  one.variant = GpuCode{*code, *shape};
  one.hidden = original_.hidden;
  Result<GpuOutcome> outcome = runOnGpu(one, progress, stop);
  std::error_code ignored;
  fs::remove(*code, ignored);
  if (!outcome.ok()) return outcome.error();
  result.gpu = std::move(outcome->run);
  result.replay.run = result.gpu.run;
  if (result.gpu.originalFailed && result.replay.run.failure) {
    result.replay.run.failure->message = "The original failed beside this variant: " + result.replay.run.failure->message;
  }
  return result;
}

json replayJson(const GpuReplayer& replayer, const fs::path& capture, const std::string& target,
                const std::vector<GpuVariantReplay>& variants, const std::vector<std::pair<std::string, Error>>& refused) {
  const LaunchCapture& launch = replayer.capture();
  const GpuRun& original = replayer.original();
  json first = runJson(original.run);
  first["reproduces"] = replayer.notReproduced().empty();
  if (!replayer.notReproduced().empty()) first["message"] = replayer.notReproduced();
  if (!replayer.againstCapture().empty()) first["against_capture"] = replayer.againstCapture();
  first["outputs_poisoned"] = original.run.poisoned;
  first["kernel_figures"] = toJson(original.original);
  first["compile_seconds"] = replayer.compileSeconds();
  if (original.times) first["times"] = toJson(*original.times);
  if (!original.originalCounters.empty()) first["counters"] = original.originalCounters;
  if (!original.whyNoCounters.empty()) first["no_counters"] = original.whyNoCounters;
  json list = json::array();
  for (const GpuVariantReplay& variant : variants) {
    json object = runJson(variant.replay.run);
    object["name"] = variant.replay.name;
    object["verdict"] = toString(variant.replay.verdict());
    object["message"] = variant.message();
    object["launch"] = shapeJson(variant.replay.shape);
    object["kernel_figures"] = toJson(variant.gpu.variant);
    object["compile_seconds"] = variant.compileSeconds;
    if (variant.gpu.times) object["times"] = toJson(*variant.gpu.times);
    if (!variant.gpu.variantCounters.empty()) object["counters"] = variant.gpu.variantCounters;
    list.push_back(std::move(object));
  }
  for (const auto& [name, reason] : refused) {
    list.push_back({{"name", name}, {"verdict", "refused"}, {"message", reason.message}});
  }
  return {{"schema", "warpwright.replay/1"},
          {"capture", capture.string()},
          {"target", target},
          {"compiled_by", replayer.compiledBy()},
          {"gpu", {{"name", original.gpu.name}, {"arch", original.gpu.arch}, {"driver", original.gpu.driver}}},
          {"kernel", {{"name", launch.kernel.name}, {"signature", launch.kernel.signature}}},
          {"launch", shapeJson(shapeOf(launch))},
          {"launch_index", launch.kernelLaunch},
          {"memory_bytes", launch.memoryBytes()},
          {"original", first},
          {"variants", list}};
}

}  // namespace warpwright
