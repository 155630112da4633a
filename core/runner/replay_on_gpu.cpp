#include <nlohmann/json.hpp>

#include "core/runner/gpu_job.h"
#include "core/runner/worker_call.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr int mostAttempts = 5;

/// For loading, a handful of launches and the measuring; a launch that hangs is seen by the worker itself.
std::chrono::milliseconds limitOf(const GpuJob& job) {
  const double seconds = 120 + 12 * job.launchSeconds + (job.timing ? 2 * job.timing->rule.budgetSeconds + 10 : 0);
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

Result<GpuOutcome> runOnce(const GpuJob& job, const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  WorkerCall call;
  call.program = "warpwright-gpu-worker";
  call.job = jobText(toJson(job));
  call.timeout = limitOf(job);
  std::optional<GpuRun> answer;
  OutputTry trying;
  const auto take = [&](const json& event) {
    const auto name = event.at("event").get<std::string>();
    if (name == "trying") {
      trying = event.at("pieces").get<OutputTry>();
    } else if (name == "gpu_replay") {
      Result<GpuRun> read = gpuRunFromJson(event);
      if (read.ok()) answer = std::move(read.value());
    }
  };
  const Result<WorkerEnd> end = callWorker(call, take, progress, std::move(stop));
  if (!end.ok()) return end.error();
  GpuOutcome outcome;
  if (answer) {
    outcome.run = std::move(*answer);
  } else {
    outcome.run.run.failure = end->crash("The GPU worker ended in the middle of the replay",
                                         "The replay on the GPU did not end within its time limit and was stopped");
    outcome.run.originalFailed = !job.variant;
  }
  outcome.run.run.peakBytes = end->process.peakBytes;
  if (outcome.run.run.failure && !trying.empty()) outcome.failedTry = std::move(trying);
  return outcome;
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
  // What lies at a captured address in one process does not in the next.
  for (int attempt = 1;; ++attempt) {
    Result<GpuOutcome> outcome = runOnce(job, progress, stop);
    const bool addressTaken = outcome.ok() && outcome->run.run.failure && outcome->run.run.failure->kind == ErrorKind::stale;
    if (!addressTaken || attempt == mostAttempts) return outcome;
  }
}

}  // namespace warpwright
