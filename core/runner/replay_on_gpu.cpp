#include <string.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "core/runner/gpu_job.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// What a replayed kernel may print that is kept.
constexpr uint64_t maxOutputBytes = uint64_t{1} << 20;

struct Follower {
  const std::function<void(const EngineProgress&)>& progress;
  std::string lastText;
  OutputTry trying;
  std::optional<GpuRun> run;

  void take(std::string_view line) {
    try {
      const json event = json::parse(line);
      const auto name = event.at("event").get<std::string>();
      if (name == "progress") {
        lastText = event.value("text", "");
        if (progress) progress({event.value("phase", ""), lastText, event.value("fraction", -1.0)});
      } else if (name == "trying") {
        trying = event.at("pieces").get<OutputTry>();
      } else if (name == "gpu_replay") {
        Result<GpuRun> read = gpuRunFromJson(event);
        if (read.ok()) run = std::move(read.value());
      }
    } catch (const json::exception&) {
      // A worker that is killed while it writes leaves half a line; the missing result tells.
    }
  }
};

Error crashOf(const SubprocessEnd& end, const std::string& lastText) {
  std::string message = "The GPU worker ended in the middle of the replay";
  if (end.timedOut) {
    message = "The replay on the GPU did not end within its time limit and was stopped";
  } else if (end.signal != 0) {
    message += std::string(" (") + ::strsignal(end.signal) + ")";
  } else {
    message += " (exit " + std::to_string(end.exitCode) + ")";
  }
  return {ErrorKind::worker, message + (lastText.empty() ? "." : ", at: " + lastText + "."), std::nullopt};
}

/// For loading, a handful of launches and the measuring; a launch that hangs is seen by the worker itself.
std::chrono::milliseconds limitOf(const GpuJob& job) {
  const double seconds = 120 + 12 * job.launchSeconds + (job.timing ? 2 * job.timing->rule.budgetSeconds + 10 : 0);
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

}  // namespace

Result<GpuInfo> describeGpu(int device, std::stop_token stop) {
  GpuJob job;
  job.onlyDescribe = true;
  job.device = device;
  Result<GpuOutcome> outcome = runOnGpu(job, {}, std::move(stop));
  if (!outcome.ok()) return outcome.error();
  if (outcome->run.run.failure) return *outcome->run.run.failure;
  return outcome->run.gpu;
}

Result<GpuOutcome> runOnGpu(const GpuJob& job, const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  SubprocessOptions options;
  options.command = {programPath("warpwright-gpu-worker").string()};
  options.input = toJson(job).dump(-1, ' ', false, json::error_handler_t::replace);
  options.eventChannel = true;
  options.maxOutputBytes = maxOutputBytes;
  options.timeout = limitOf(job);
  Result<Subprocess> worker = Subprocess::start(options);
  if (!worker.ok()) return worker.error();
  Follower follower{progress, "", {}, std::nullopt};
  Result<SubprocessEnd> end = worker->wait(nullptr, [&](std::string_view line) { follower.take(line); }, stop);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  GpuOutcome outcome;
  if (follower.run) {
    outcome.run = std::move(*follower.run);
  } else {
    outcome.run.run.failure = crashOf(*end, follower.lastText);
    outcome.run.originalFailed = !job.variant;
  }
  outcome.run.run.peakBytes = end->peakBytes;
  if (outcome.run.run.failure && !follower.trying.empty()) outcome.failedTry = std::move(follower.trying);
  return outcome;
}

}  // namespace warpwright
