#include "core/runner/replay_capture.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "core/capture/capture_file.h"
#include "core/variant/metric.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// Findings past those of the same kind, kernel and object that the original has. Lines move with an edit.
std::vector<EngineFinding> newFindings(const ReplayRun& original, const ReplayRun& variant) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, int> known;
  for (const EngineFinding& finding : original.findings) ++known[{finding.kind, finding.kernel, finding.object}];
  std::vector<EngineFinding> added;
  for (const EngineFinding& finding : variant.findings) {
    if (--known[{finding.kind, finding.kernel, finding.object}] < 0) added.push_back(finding);
  }
  return added;
}

const BufferComparison* firstDifference(const ReplayRun& run) {
  for (const BufferComparison& buffer : run.buffers) {
    if (!buffer.same()) return &buffer;
  }
  return nullptr;
}

json shapeJson(const LaunchShape& shape) {
  return {{"grid", shape.grid}, {"block", shape.block}, {"dynamic_shared", shape.dynamicSharedBytes}};
}

json metricsJson(const ReplayRun& run, const std::vector<std::string>& tags) {
  json object = json::object();
  const std::map<std::string, double> values = metricsOf(run);
  for (const std::string& tag : tags) {
    if (const auto found = values.find(tag); found != values.end()) object[tag] = found->second;
  }
  return object;
}

uint64_t comparedBytes(const ReplayRun& run) {
  uint64_t bytes = 0;
  for (const BufferComparison& buffer : run.buffers) bytes += buffer.bytes;
  return bytes;
}

}  // namespace

std::string toString(VariantReplay::Verdict verdict) {
  switch (verdict) {
    case VariantReplay::Verdict::same: return "same";
    case VariantReplay::Verdict::differs: return "differs";
    case VariantReplay::Verdict::unsafe: return "unsafe";
    case VariantReplay::Verdict::failed: break;
  }
  return "failed";
}

VariantReplay::Verdict VariantReplay::verdict() const {
  if (run.failure) return Verdict::failed;
  if (!run.same()) return Verdict::differs;
  return newFindings.empty() ? Verdict::same : Verdict::unsafe;
}

std::string VariantReplay::message() const {
  switch (verdict()) {
    case Verdict::failed: return run.failure->message;
    case Verdict::differs: return "Results differ: " + firstDifference(run)->message();
    case Verdict::unsafe: return "Results are the same, but it is not safe: " + newFindings.front().message;
    case Verdict::same: break;
  }
  uint64_t inexact = 0;
  for (const BufferComparison& buffer : run.buffers) inexact += buffer.notBitwise;
  const std::string amount = std::to_string(comparedBytes(run)) + " bytes compared";
  return inexact == 0 ? "The same, bit by bit: " + amount + "."
                      : "The same within the tolerances: " + amount + ", " + std::to_string(inexact) +
                            " elements differ in some bit.";
}

EngineJob CaptureReplayer::programOf() const {
  EngineJob job;
  const CapturedProgram& program = capture_.program;
  job.path = program.path;
  job.compilerFlags = program.compilerFlags;
  job.workingFolder = program.workingFolder;
  job.arch = program.arch;
  job.toolkit = program.toolkit;
  job.timeLimit = options_.timeLimit;
  job.workers = options_.workers;
  job.metrics = options_.metrics;
  return job;
}

Result<CaptureReplayer> CaptureReplayer::start(ReplayOptions options, const Progress& progress, std::stop_token stop) {
  Result<CaptureReader> reader = CaptureReader::open(options.capture);
  if (!reader.ok()) return reader.error();
  if (Status current = checkSources(reader->capture()); !current.ok()) return current.error();
  for (const auto& [name, tolerance] : options.tolerances) {
    const auto& memory = reader->capture().memory;
    if (std::none_of(memory.begin(), memory.end(), [&](const CapturedMemory& piece) { return piece.name == name; })) {
      return Error{ErrorKind::usage, "The capture has no buffer `" + name + "` for a tolerance.", std::nullopt};
    }
  }
  CaptureReplayer replayer;
  if (replayer.folder_.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  replayer.options_ = std::move(options);
  replayer.capture_ = reader->capture();
  ReplayJob job;
  job.capture = replayer.options_.capture;
  job.program = replayer.programOf();
  job.tolerances = replayer.options_.tolerances;
  job.poisonedCapture = replayer.folder_.path() / "poisoned.wwcap";
  Result<ReplayRun> run = replayOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  replayer.original_ = std::move(run.value());
  return replayer;
}

std::string CaptureReplayer::notReproduced() const {
  if (original_.failure) return original_.failure->message;
  const BufferComparison* difference = firstDifference(original_);
  if (!difference) return "";
  return "The original does not compute the captured reference again, so that variants cannot be judged on it: " +
         difference->message() + " Give a tolerance for that buffer if its values may vary.";
}

Result<VariantReplay> CaptureReplayer::run(const ReplayVariant& variant, const Progress& progress,
                                           std::stop_token stop) const {
  ReplayJob job;
  job.capture = folder_.path() / "poisoned.wwcap";
  job.program = programOf();
  job.program.openTexts = variant.openTexts;
  job.tolerances = options_.tolerances;
  job.shape = variant.shape;
  job.findShape = variant.findShape;
  Result<ReplayRun> run = replayOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  VariantReplay result;
  result.name = variant.name;
  result.shape = variant.shape.value_or(shapeOf(capture_));
  if (variant.findShape && !run->failure) result.shape = {run->launch.grid, run->launch.block, result.shape.dynamicSharedBytes};
  result.newFindings = newFindings(original_, *run);
  result.run = std::move(run.value());
  return result;
}

json replayJson(const CaptureReplayer& replayer, const std::filesystem::path& capture,
                const std::vector<VariantReplay>& variants, const std::vector<std::pair<std::string, Error>>& refused,
                const std::vector<std::string>& metrics) {
  const LaunchCapture& launch = replayer.capture();
  const ReplayRun& original = replayer.original();
  const auto runJson = [&](const ReplayRun& run) {
    json object = toJson(run);
    object.erase("poisoned");
    object.erase("launch");
    object["metrics"] = metricsJson(run, metrics);
    return object;
  };
  json first = runJson(original);
  first["reproduces"] = replayer.notReproduced().empty();
  if (!replayer.notReproduced().empty()) first["message"] = replayer.notReproduced();
  first["outputs_poisoned"] = original.poisoned;
  json list = json::array();
  for (const VariantReplay& variant : variants) {
    json object = runJson(variant.run);
    object["name"] = variant.name;
    object["verdict"] = toString(variant.verdict());
    object["message"] = variant.message();
    object["launch"] = shapeJson(variant.shape);
    json findings = json::array();
    for (const EngineFinding& finding : variant.newFindings) findings.push_back(toJson(finding));
    object["new_findings"] = findings;
    list.push_back(std::move(object));
  }
  for (const auto& [name, reason] : refused) {
    list.push_back({{"name", name}, {"verdict", "refused"}, {"message", reason.message}});
  }
  return {{"schema", "warpwright.replay/1"},
          {"capture", capture.string()},
          {"target", "cpu"},
          {"kernel", {{"name", launch.kernel.name}, {"signature", launch.kernel.signature}}},
          {"launch", shapeJson(shapeOf(launch))},
          {"launch_index", launch.kernelLaunch},
          {"memory_bytes", launch.memoryBytes()},
          {"original", first},
          {"variants", list}};
}

}  // namespace warpwright
