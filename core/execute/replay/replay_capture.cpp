#include "core/execute/replay/replay_capture.h"

#include <algorithm>
#include <utility>

#include "core/capture/capture_file.h"
#include "core/execute/replay/new_findings.h"

namespace warpwright {
namespace {

uint64_t comparedBytes(const ReplayRun& run) {
  uint64_t bytes = 0;
  for (const BufferComparison& buffer : run.buffers) bytes += buffer.bytes;
  return bytes;
}

}  // namespace

std::string toString(VariantReplay::Verdict verdict) {
  switch (verdict) {
    case VariantReplay::Verdict::same:
      return "same";
    case VariantReplay::Verdict::differs:
      return "differs";
    case VariantReplay::Verdict::unsafe:
      return "unsafe";
    case VariantReplay::Verdict::failed:
      break;
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
    case Verdict::failed:
      return run.failure->message;
    case Verdict::differs:
      return "Results differ: " + run.firstDifference()->message();
    case Verdict::unsafe:
      return "Results are the same, but it is not safe: " + newFindings.front().message;
    case Verdict::same:
      break;
  }
  uint64_t inexact = 0;
  for (const BufferComparison& buffer : run.buffers) inexact += buffer.notBitwise;
  const std::string amount = std::to_string(comparedBytes(run)) + " bytes compared";
  return inexact == 0 ? "The same, bit by bit: " + amount + "."
                      : "The same within the tolerances: " + amount + ", " + std::to_string(inexact) +
                            " elements differ in some bit.";
}

Status findSource(LaunchCapture& capture, const std::optional<EngineJob>& program) {
  CapturedProgram& captured = capture.program;
  if (captured.path.empty() && program) {
    captured.path = program->path.string();
    captured.compilerFlags = program->compilerFlags;
    captured.workingFolder = program->workingFolder.string();
    captured.toolkit = program->toolkit;
  }
  if (!captured.path.empty() || !capture.kernel.at.file.empty()) return {};
  return inputError("The capture is of a program as it was built, and does not tell its source: tune `" +
                    capture.kernel.name + "` with this capture, and name the file that it is in.");
}

EngineJob CaptureReplayer::programOf() const {
  EngineJob job;
  const CapturedProgram& program = capture_.program;
  job.path = program.path;
  job.project = options_.project;
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
  if (Status known = findSource(replayer.capture_, replayer.options_.program); !known.ok()) return known.error();
  ReplayJob job;
  job.capture = replayer.options_.capture;
  job.program = replayer.programOf();
  job.tolerances = replayer.options_.tolerances;
  job.poisonedCapture = replayer.folder_.path() / "poisoned.wwcap";
  Result<std::vector<ReplayRun>> run = replayer.replay({job}, progress, std::move(stop));
  if (!run.ok()) return run.error();
  replayer.original_ = std::move(run->front());
  return replayer;
}

std::string CaptureReplayer::notReproduced() const {
  if (original_.failure) return original_.failure->message;
  const BufferComparison* difference = original_.firstDifference();
  if (!difference) return "";
  return "The original does not compute the captured reference again, so that variants cannot be judged on it: " +
         difference->message() + " Give a tolerance for that buffer if its values may vary.";
}

Result<std::vector<ReplayRun>> CaptureReplayer::replay(const std::vector<ReplayJob>& jobs, const Progress& progress,
                                                       std::stop_token stop) const {
  if (options_.place) return replayAt(*options_.place, jobs, options_.capture, progress, std::move(stop));
  std::vector<ReplayRun> runs;
  for (const ReplayJob& job : jobs) {
    Result<ReplayRun> run = replayOnEngine(job, progress, stop);
    if (!run.ok()) return run.error();
    runs.push_back(*std::move(run));
  }
  return runs;
}

ReplayJob CaptureReplayer::jobOf(const ReplayVariant& variant) const {
  ReplayJob job;
  job.capture = folder_.path() / "poisoned.wwcap";
  job.program = programOf();
  job.program.openTexts = variant.openTexts;
  job.tolerances = options_.tolerances;
  job.shape = variant.shape;
  job.findShape = variant.findShape;
  return job;
}

Result<VariantReplay> CaptureReplayer::run(const ReplayVariant& variant, const Progress& progress,
                                           std::stop_token stop) const {
  Result<std::vector<VariantReplay>> replays = runAll({variant}, progress, std::move(stop));
  if (!replays.ok()) return replays.error();
  return std::move(replays->front());
}

Result<std::vector<VariantReplay>> CaptureReplayer::runAll(const std::vector<ReplayVariant>& variants,
                                                           const Progress& progress, std::stop_token stop) const {
  std::vector<ReplayJob> jobs;
  for (const ReplayVariant& variant : variants) jobs.push_back(jobOf(variant));
  Result<std::vector<ReplayRun>> runs = replay(jobs, progress, std::move(stop));
  if (!runs.ok()) return runs.error();
  std::vector<VariantReplay> results;
  for (size_t i = 0; i < variants.size(); ++i) {
    const ReplayVariant& variant = variants[i];
    ReplayRun& run = (*runs)[i];
    VariantReplay result;
    result.name = variant.name;
    result.shape = variant.shape.value_or(shapeOf(capture_));
    // One place for the shape, wherever it was found out.
    if (run.shape) result.shape = *std::exchange(run.shape, std::nullopt);
    result.newFindings = newFindings({programOf(), original_.findings}, {jobs[i].program, run.findings});
    result.run = std::move(run);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace warpwright
