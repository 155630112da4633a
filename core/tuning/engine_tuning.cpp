#include "core/tuning/engine_tuning.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/capture/capture_file.h"
#include "core/runner/kernel_trace.h"
#include "core/variant/metric.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

Verification verificationOf(const ReplayRun& original, const VariantReplay& replay) {
  Verification v;
  v.identical = replay.verdict() == VariantReplay::Verdict::same;
  v.summary = replay.message();
  v.findings = replay.newFindings;
  v.original.launches = {original.launch};
  v.variant.launches = {replay.run.launch};
  if (v.identical) v.traces = kernelTraces(v.original, v.variant);
  for (EngineRun* run : {&v.original, &v.variant}) run->launches.front().metrics.reset();
  v.variant.failure = replay.run.failure;
  v.variant.findings = replay.run.findings;
  v.variant.notes = replay.run.notes;
  v.variant.seconds = replay.run.seconds;
  v.variant.compileSeconds = replay.run.compileSeconds;
  v.variant.peakBytes = replay.run.peakBytes;
  v.comparedLaunches = 1;
  for (const BufferComparison& buffer : replay.run.buffers) {
    v.comparedBytes += buffer.bytes;
    v.comparedElements += buffer.elements;
    if (buffer.same()) continue;
    v.differences.push_back({buffer.buffer, buffer.firstIndex, buffer.reference, buffer.actual, buffer.differing,
                             "Results differ: " + buffer.message()});
  }
  return v;
}

/// Judges variants on a captured launch.
class ReplayJudge : public VariantJudge {
 public:
  /// `metric`: kept beside the few that are always kept.
  ReplayJudge(const CaptureReplayer& replayer, std::string metric, CaptureReplayer::Progress progress)
      : replayer_(replayer), metric_(std::move(metric)), progress_(std::move(progress)) {}

  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override {
    TuningJudgement judgement;
    if (variant.steps.empty()) {
      judgement.verification.summary = replayer_.notReproduced();
      judgement.verification.identical = judgement.verification.summary.empty();
      judgement.metrics = keptOf(replayer_.original());
      return judgement;
    }
    ReplayVariant replayed;
    replayed.name = variant.id;
    replayed.findShape = true;
    for (const VariantFile& file : variant.files) replayed.openTexts[file.path] = file.after;
    Result<VariantReplay> replay = replayer_.run(replayed, progress_, stop);
    if (!replay.ok()) return replay.error();
    judgement.verification = verificationOf(replayer_.original(), *replay);
    if (judgement.verification.identical) judgement.metrics = keptOf(replay->run);
    return judgement;
  }

 private:
  std::map<std::string, double> keptOf(const ReplayRun& run) const {
    std::map<std::string, double> values = metricsOf(run);
    std::erase_if(values, [this](const auto& value) {
      return value.first != metric_ && value.first != modelCost && value.first != "engine/accesses";
    });
    return values;
  }

  const CaptureReplayer& replayer_;
  std::string metric_;
  CaptureReplayer::Progress progress_;
};

/// Stands for the content of a capture. Errors: it cannot be read.
Result<std::string> identityOf(const fs::path& capture) {
  Result<CaptureReader> reader = CaptureReader::open(capture);
  if (!reader.ok()) return reader.error();
  uint64_t hash = hashText(toJson(reader->capture()).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  for (const CaptureChunk& chunk : reader->chunks()) {
    hash = hashText({reinterpret_cast<const char*>(chunk.hash.data()), sizeof chunk.hash}, hash);
  }
  return hexText(hash);
}

bool stillHolds(const LaunchCapture& capture, const EngineTuningRequest& request) {
  const EngineJob& job = request.program;
  if (capture.program.arguments != job.arguments || capture.program.path != job.path.string() ||
      capture.kernel.name != request.kernel || capture.kernelLaunch != request.launchIndex ||
      capture.program.arch != job.arch || capture.program.toolkit != job.toolkit ||
      capture.program.compilerFlags != job.compilerFlags) {
    return false;
  }
  return std::all_of(capture.program.sources.begin(), capture.program.sources.end(), [](const CapturedSource& source) {
    const Result<std::string> text = readFile(source.path);
    return text.ok() && hashText(*text) == source.hash;
  });
}

/// Captures the launch unless a capture of it is there that still holds.
Status makeCapture(const EngineTuningRequest& request, const CaptureReplayer::Progress& progress, std::stop_token stop) {
  if (auto known = CaptureReader::open(request.newCapture); known.ok() && stillHolds(known->capture(), request)) return {};
  EngineJob job = request.program;
  job.capture = CaptureRequest{request.newCapture, request.kernel, request.launchIndex, true, {}};
  Result<EngineRun> run = runOnEngine(job, progress, stop);
  if (!run.ok()) return run.error();
  if (run->failure) return *run->failure;
  if (!run->capture) return Error{ErrorKind::worker, "The launch was not captured.", std::nullopt};
  return {};
}

CaptureReplayer::Progress named(const CaptureReplayer::Progress& progress, const std::string& what) {
  return [progress, what](const EngineProgress& now) {
    if (progress) progress({now.phase, what + ": " + now.text, now.fraction});
  };
}

}  // namespace

Result<std::unique_ptr<EngineTuning>> EngineTuning::start(EngineTuningRequest request, CaptureReplayer::Progress progress,
                                                          std::stop_token stop) {
  auto metric = selectMetrics(request.metric);
  if (!metric.ok()) return metric.error();
  if (metric->size() != 1) return Error{ErrorKind::usage, "One metric is tuned at a time.", std::nullopt};
  ReplayOptions replay;
  replay.timeLimit = request.program.timeLimit;
  replay.metrics = needTrace(*metric);
  replay.capture = request.capture;
  if (replay.capture.empty()) {
    if (Status made = makeCapture(request, named(progress, "capture"), stop); !made.ok()) return made.error();
    replay.capture = request.newCapture;
  }
  auto replayer = CaptureReplayer::start(replay, named(progress, "original"), stop);
  if (!replayer.ok()) return replayer.error();
  const LaunchCapture& launch = replayer->capture();
  if (launch.kernel.name != request.kernel && !launch.kernel.name.ends_with("::" + request.kernel)) {
    return inputError("The capture is of `" + launch.kernel.name + "`, not of `" + request.kernel + "`.");
  }
  auto identity = identityOf(replay.capture);
  if (!identity.ok()) return identity.error();
  std::unique_ptr<EngineTuning> tuning(new EngineTuning(std::move(replayer.value())));
  const LaunchCapture& kept = tuning->replayer_.capture();
  const MetricInfo& info = metric->front();
  tuning->judge_ = std::make_unique<ReplayJudge>(tuning->replayer_, request.metric, named(progress, "variant"));
  tuning->problem_ = {request.kernel, "cpu", kept.program.arch, info.tag, info.unit,
                      (needTrace(*metric) ? "modelled for " + kept.program.arch : std::string("counted by the CPU engine")) +
                          " in launch " + std::to_string(kept.kernelLaunch) + ", " + toString(shapeOf(kept)),
                      request.kernel + " for " + info.tag + " on cpu, launch " + *identity};
  return tuning;
}

}  // namespace warpwright
