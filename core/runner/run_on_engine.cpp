#include <string.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "core/runner/engine_job.h"
#include "core/runner/fused_job.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// Output of a user's program that is kept.
constexpr uint64_t maxOutputBytes = uint64_t{64} << 20;

/// Puts a run together from the events of its worker.
class EventFollower {
 public:
  EventFollower(EngineRun& run, std::optional<memsim::FusedRun>* fused,
                const std::function<void(const EngineProgress&)>& progress)
      : run_(run), fused_(fused), progress_(progress) {}

  void take(std::string_view line) {
    try {
      takeEvent(json::parse(line));
    } catch (const json::exception&) {
      // A worker that is killed while it writes leaves half a line; the missing `end` event tells.
    }
  }
  bool ended() const { return ended_; }
  const std::string& lastText() const { return lastText_; }

 private:
  void takeEvent(const json& event) {
    const std::string name = event.at("event").get<std::string>();
    if (name == "progress") {
      EngineProgress now{event.value("phase", ""), event.value("text", ""), event.value("fraction", -1.0)};
      lastText_ = now.text;
      if (progress_) progress_(now);
    } else if (name == "launch") {
      run_.launches.push_back(engineLaunchFromJson(event));
    } else if (name == "finding") {
      run_.findings.push_back(engineFindingFromJson(event));
    } else if (name == "note") {
      run_.notes.push_back(event.at("text").get<std::string>());
    } else if (name == "failure") {
      Error error{errorKindFromName(event.value("kind", "input")), event.value("message", ""), std::nullopt};
      if (event.contains("line")) {
        error.range = SourceRange{{event.value("file", ""), event.value("line", 0U), event.value("column", 0U)}};
      }
      run_.failure = std::move(error);
    } else if (name == "capture") {
      run_.capture = captureSummaryFromJson(event);
    } else if (name == "fused" && fused_ != nullptr) {
      *fused_ = fusedRunFromJson(event);
    } else if (name == "end") {
      run_.exitCode = event.at("exit").get<int>();
      run_.seconds = event.value("seconds", 0.0);
      run_.compileSeconds = event.value("compile_seconds", 0.0);
      run_.peakBytes = event.value("peak_bytes", uint64_t{0});
      ended_ = true;
    }
  }

  EngineRun& run_;
  std::optional<memsim::FusedRun>* fused_;
  const std::function<void(const EngineProgress&)>& progress_;
  std::string lastText_;
  bool ended_ = false;
};

Error crashOf(const SubprocessEnd& end, const EventFollower& events) {
  std::string message = "The CPU engine's worker ended before the program did";
  if (end.timedOut) {
    message = "The program did not end within its time limit and did not answer";
  } else if (end.signal != 0) {
    message += std::string(" (") + ::strsignal(end.signal) + ")";
  } else {
    message += " (exit " + std::to_string(end.exitCode) + ")";
  }
  message += events.lastText().empty() ? "." : ", at: " + events.lastText() + ".";
  return Error{ErrorKind::worker, std::move(message), std::nullopt};
}

/// `input`: the job as the worker reads it.
Result<EngineRun> follow(const EngineJob& job, const json& input, std::optional<memsim::FusedRun>* fused,
                         const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  SubprocessOptions options;
  options.command = {programPath("warpwright-cpu-worker").string()};
  options.workingFolder = job.workingFolder;
  options.input = input.dump(-1, ' ', false, json::error_handler_t::replace);
  options.eventChannel = true;
  options.inheritOutput = job.showOutput;
  options.maxOutputBytes = maxOutputBytes;
  // The worker keeps the limit itself and says where it was; this one is for a worker that cannot.
  if (job.timeLimit.count() > 0) options.timeout = job.timeLimit + std::chrono::seconds(30);
  EngineRun run;
  EventFollower events(run, fused, progress);
  Result<Subprocess> worker = Subprocess::start(options);
  if (!worker.ok()) return worker.error();
  Result<SubprocessEnd> end =
      worker->wait(nullptr, [&](std::string_view line) { events.take(line); }, stop);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  run.output = std::move(end->output);
  run.errorOutput = std::move(end->errorOutput);
  if (end->outputTruncated) {
    run.notes.push_back("The program printed more than " + std::to_string(maxOutputBytes >> 20) +
                        " MiB; the rest was dropped.");
  }
  if (!events.ended()) {
    run.seconds = end->seconds;
    run.peakBytes = end->peakBytes;
    if (!run.failure) run.failure = crashOf(*end, events);
  }
  return run;
}

}  // namespace

Result<EngineRun> runOnEngine(const EngineJob& job, const std::function<void(const EngineProgress&)>& progress,
                              std::stop_token stop) {
  return follow(job, toJson(job), nullptr, progress, std::move(stop));
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
