#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/base/temporary_folder.h"
#include "core/execute/place/worker_call.h"
#include "core/execute/place/worker_place.h"
#include "core/job/engine_job.h"
#include "core/job/fused_job.h"
#include "core/job/observation.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// Output of a user's program that is kept.
constexpr uint64_t maxOutputBytes = uint64_t{64} << 20;

/// Puts a run together from the events of its worker.
class EventFollower {
 public:
  EventFollower(EngineRun& run, std::optional<memsim::FusedRun>* fused) : run_(run), fused_(fused) {}

  bool ended() const { return ended_; }

  void take(const json& event) {
    const std::string name = event.at("event").get<std::string>();
    if (name == "launch") {
      event.get_to(run_.launches.emplace_back());
    } else if (name == "observed") {
      addObservation(run_.observed, event.get<Observation>());
    } else if (name == "finding") {
      event.get_to(run_.findings.emplace_back());
    } else if (name == "note") {
      run_.notes.push_back(event.at("text").get<std::string>());
    } else if (name == "failure") {
      run_.failure = event.get<Error>();
    } else if (name == "capture") {
      run_.capture = event.get<CaptureSummary>();
    } else if (name == "fused" && fused_ != nullptr) {
      *fused_ = event.get<memsim::FusedRun>();
    } else if (name == "end") {
      run_.exitCode = event.at("exit").get<int>();
      run_.seconds = event.value("seconds", 0.0);
      run_.compileSeconds = event.value("compile_seconds", 0.0);
      run_.peakBytes = event.value("peak_bytes", uint64_t{0});
      ended_ = true;
    }
  }

 private:
  EngineRun& run_;
  std::optional<memsim::FusedRun>* fused_;
  bool ended_ = false;
};

/// The worker keeps the limit itself, from the program's start on, and says where it was; this one is for a worker that
/// cannot. Before that start it compiles, which takes a minute on a machine with other work.
std::chrono::milliseconds limitOf(const EngineJob& job) {
  return job.timeLimit.count() > 0 ? job.timeLimit + std::chrono::minutes(3) : std::chrono::milliseconds(0);
}

/// What the end of the worker adds to a run.
void finish(EngineRun& run, const EventFollower& events, WorkerEnd end) {
  run.output = std::move(end.process.output);
  run.errorOutput = std::move(end.process.errorOutput);
  if (end.process.outputTruncated) {
    run.notes.push_back("The program printed more than " + std::to_string(maxOutputBytes >> 20) +
                        " MiB; the rest was dropped.");
  }
  if (events.ended()) return;
  run.seconds = end.process.seconds;
  run.peakBytes = end.process.peakBytes;
  if (run.failure) return;
  run.failure = end.crash("The CPU engine's worker ended before the program did",
                          "The program did not end within its time limit and did not answer");
}

/// `input`: the job as the worker reads it.
Result<EngineRun> follow(const EngineJob& job, const json& input, std::optional<memsim::FusedRun>* fused,
                         const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  WorkerCall call{"warpwright-cpu-worker", jobText(input), job.workingFolder, job.showOutput, maxOutputBytes};
  call.timeout = limitOf(job);
  EngineRun run;
  EventFollower events(run, fused);
  Result<WorkerEnd> end = callWorker(call, [&](const json& event) { events.take(event); }, progress, std::move(stop));
  if (!end.ok()) return end.error();
  finish(run, events, std::move(*end));
  return run;
}

/// What runs at another place once it is compiled.
PlacedJob placed(const EngineJob& job, const std::filesystem::path& code) {
  namespace fs = std::filesystem;
  EngineJob there = job;
  there.compiled = code;
  there.compilerFlags.clear();
  there.workingFolder.clear();
  there.showOutput = false;
  // Messages name things by what stands in the source.
  if (const auto text = readFile(job.path); text.ok()) there.openTexts.try_emplace(job.path.string(), *text);
  PlacedJob result{"warpwright-cpu-worker", toJson(there), {"/compiled"}, {}, {"/outputRecord"}, limitOf(job), {}};
  if (!job.placesOf.empty()) result.inputs.emplace_back("/placesOf");
  for (size_t i = 0; i < job.arguments.size(); ++i) {
    std::error_code ignored;
    const fs::path file =
        (job.workingFolder.empty() ? fs::current_path(ignored) : job.workingFolder) / job.arguments[i];
    if (job.arguments[i].empty() || !fs::is_regular_file(file, ignored)) continue;
    result.job["arguments"][i] = file.string();
    result.inputs.push_back("/arguments/" + std::to_string(i));
  }
  return result;
}

Result<EngineRun> runAt(WorkerPlace& place, const EngineJob& job,
                        const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  if (job.capture) return Error{ErrorKind::usage, "Launches are captured here: run it with --on cpu.", std::nullopt};
  const TemporaryFolder folder;
  if (folder.path().empty()) {
    return Error{ErrorKind::io, "Cannot make a temporary folder; set TMPDIR to one that can be written.", std::nullopt};
  }
  EngineJob compile = job;
  compile.compileTo = folder.path() / "program.wwunits";
  compile.showOutput = false;
  Result<EngineRun> compiled = runOnEngine(compile, progress, stop);
  if (!compiled.ok() || compiled->failure) return compiled;
  EngineRun run;
  EventFollower events(run, nullptr);
  const auto take = [&](size_t, const json& event) { events.take(event); };
  Result<std::vector<WorkerEnd>> ends = place.run({placed(job, compile.compileTo)}, take, progress, std::move(stop));
  if (!ends.ok()) return ends.error();
  finish(run, events, std::move(ends->front()));
  run.compileSeconds += compiled->seconds;
  return run;
}

}  // namespace

Result<EngineRun> runOnEngine(const EngineJob& job, const std::function<void(const EngineProgress&)>& progress,
                              std::stop_token stop) {
  return follow(job, toJson(job), nullptr, progress, std::move(stop));
}

RunEngine engineAt(WorkerPlace& place) {
  return [&place](const EngineJob& job, const std::function<void(const EngineProgress&)>& progress,
                  std::stop_token stop) { return runAt(place, job, progress, std::move(stop)); };
}

Result<FusedEnd> runFusedOnEngine(const FusedJob& job, const std::function<void(const EngineProgress&)>& progress,
                                  std::stop_token stop) {
  FusedEnd end;
  auto run = follow(job.program, toJson(job), &end.run, progress, std::move(stop));
  if (!run.ok()) return run.error();
  end.program = *std::move(run);
  return end;
}

}  // namespace warpwright
