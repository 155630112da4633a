#include <nlohmann/json.hpp>

#include "core/base/temporary_folder.h"
#include "core/execute/place/worker_call.h"
#include "core/execute/place/worker_place.h"
#include "core/job/replay_job.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// The worker keeps the limit for each of its launches itself; this one is for a worker that
/// cannot.
std::chrono::milliseconds limitOf(const ReplayJob& job) {
  const auto limit = job.program.timeLimit;
  return limit.count() > 0 ? 8 * limit + std::chrono::seconds(60) : std::chrono::milliseconds(0);
}

void takeAnswer(const json& event, std::optional<ReplayRun>& answer) {
  if (event.at("event") != "replay") return;
  if (Result<ReplayRun> read = replayRunFromJson(event); read.ok()) answer = std::move(*read);
}

ReplayRun runOf(const WorkerEnd& end, std::optional<ReplayRun> answer) {
  ReplayRun run;
  if (answer) {
    run = std::move(*answer);
  } else {
    run.failure = end.crash("The CPU engine's worker ended in the middle of the replay",
                            "The replay did not end within its time limit and did not answer");
  }
  run.peakBytes = end.process.peakBytes;
  return run;
}

/// What runs at another place once `compiled` is made.
PlacedJob placed(const ReplayJob& job, const ReplayRun& compiled, const std::filesystem::path& code) {
  ReplayJob there = job;
  EngineJob program;
  program.compiled = code;
  program.arch = job.program.arch;
  program.device = job.program.device;
  program.timeLimit = job.program.timeLimit;
  program.workers = job.program.workers;
  program.metrics = job.program.metrics;
  there.program = std::move(program);
  there.findShape = false;
  if (job.findShape) there.shape = compiled.shape;
  PlacedJob result;
  result.program = "warpwright-cpu-worker";
  result.job = toJson(there);
  result.inputs = {"/replay", "/program/compiled"};
  result.kept = {"/poisonedCapture"};
  result.timeout = limitOf(job);
  return result;
}

}  // namespace

Result<ReplayRun> replayOnEngine(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress,
                                 std::stop_token stop) {
  WorkerCall call{"warpwright-cpu-worker", jobText(toJson(job))};
  call.timeout = limitOf(job);
  std::optional<ReplayRun> answer;
  Result<WorkerEnd> end =
      callWorker(call, [&](const json& event) { takeAnswer(event, answer); }, progress, std::move(stop));
  if (!end.ok()) return end.error();
  return runOf(*end, std::move(answer));
}

Result<std::vector<ReplayRun>> replayAt(WorkerPlace& place, const std::vector<ReplayJob>& jobs,
                                        const std::filesystem::path& capture,
                                        const std::function<void(const EngineProgress&)>& progress,
                                        std::stop_token stop) {
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  std::vector<ReplayRun> runs;
  std::vector<PlacedJob> sent;
  std::vector<size_t> whose;
  for (const ReplayJob& job : jobs) {
    ReplayJob compile = job;
    compile.capture = capture;
    compile.poisonedCapture.clear();
    compile.program.compileTo = folder.path() / (std::to_string(runs.size()) + ".wwunits");
    Result<ReplayRun> compiled = replayOnEngine(compile, progress, stop);
    if (!compiled.ok()) return compiled.error();
    if (!compiled->failure) {
      sent.push_back(placed(job, *compiled, compile.program.compileTo));
      whose.push_back(runs.size());
    }
    runs.push_back(*std::move(compiled));
  }
  std::vector<std::optional<ReplayRun>> answers(sent.size());
  const auto take = [&](size_t number, const json& event) { takeAnswer(event, answers.at(number)); };
  if (sent.empty()) return runs;
  const Result<std::vector<WorkerEnd>> ends = place.run(sent, take, progress, std::move(stop));
  if (!ends.ok()) return ends.error();
  for (size_t i = 0; i < sent.size(); ++i) {
    ReplayRun& run = runs[whose[i]];
    const double compileSeconds = run.compileSeconds;
    std::optional<LaunchShape> shape = std::move(run.shape);
    run = runOf((*ends)[i], std::move(answers[i]));
    run.compileSeconds += compileSeconds;
    run.shape = std::move(shape);
  }
  return runs;
}

}  // namespace warpwright
