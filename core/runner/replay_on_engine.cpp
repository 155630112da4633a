#include <nlohmann/json.hpp>

#include "core/runner/replay_job.h"
#include "core/runner/worker_call.h"

namespace warpwright {

using nlohmann::json;

Result<ReplayRun> replayOnEngine(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress,
                                 std::stop_token stop) {
  WorkerCall call{"warpwright-cpu-worker", jobText(toJson(job))};
  // The worker keeps the limit for each of its launches itself; this one is for a worker that cannot.
  if (const auto limit = job.program.timeLimit; limit.count() > 0) call.timeout = 8 * limit + std::chrono::seconds(60);
  std::optional<ReplayRun> answer;
  const auto take = [&](const json& event) {
    if (event.at("event") != "replay") return;
    if (Result<ReplayRun> read = replayRunFromJson(event); read.ok()) answer = *std::move(read);
  };
  Result<WorkerEnd> end = callWorker(call, take, progress, std::move(stop));
  if (!end.ok()) return end.error();
  ReplayRun run;
  if (answer) {
    run = *std::move(answer);
  } else {
    run.failure = end->crash("The CPU engine's worker ended in the middle of the replay",
                             "The replay did not end within its time limit and did not answer");
  }
  run.peakBytes = end->process.peakBytes;
  return run;
}

}  // namespace warpwright
