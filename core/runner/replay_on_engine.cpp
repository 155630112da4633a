#include <string.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/subprocess.h"
#include "core/runner/replay_job.h"

namespace warpwright {
namespace {

using nlohmann::json;

/// What a replayed kernel may print that is kept.
constexpr uint64_t maxOutputBytes = uint64_t{1} << 20;

struct Follower {
  const std::function<void(const EngineProgress&)>& progress;
  std::string lastText;
  std::optional<ReplayRun> run;

  void take(std::string_view line) {
    try {
      const json event = json::parse(line);
      const auto name = event.at("event").get<std::string>();
      if (name == "progress") {
        lastText = event.value("text", "");
        if (progress) progress({event.value("phase", ""), lastText, event.value("fraction", -1.0)});
      } else if (name == "replay") {
        Result<ReplayRun> read = replayRunFromJson(event);
        if (read.ok()) run = std::move(read.value());
      }
    } catch (const json::exception&) {
      // A worker that is killed while it writes leaves half a line; the missing result tells.
    }
  }
};

Error crashOf(const SubprocessEnd& end, const std::string& lastText) {
  std::string message = "The CPU engine's worker ended in the middle of the replay";
  if (end.timedOut) {
    message = "The replay did not end within its time limit and did not answer";
  } else if (end.signal != 0) {
    message += std::string(" (") + ::strsignal(end.signal) + ")";
  } else {
    message += " (exit " + std::to_string(end.exitCode) + ")";
  }
  return {ErrorKind::worker, message + (lastText.empty() ? "." : ", at: " + lastText + "."), std::nullopt};
}

}  // namespace

Result<ReplayRun> replayOnEngine(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress,
                                 std::stop_token stop) {
  SubprocessOptions options;
  options.command = {programPath("warpwright-cpu-worker").string()};
  options.input = toJson(job).dump(-1, ' ', false, json::error_handler_t::replace);
  options.eventChannel = true;
  options.maxOutputBytes = maxOutputBytes;
  // The worker keeps the limit for each of its launches itself; this one is for a worker that cannot.
  if (const auto limit = job.program.timeLimit; limit.count() > 0) options.timeout = 8 * limit + std::chrono::seconds(60);
  Result<Subprocess> worker = Subprocess::start(options);
  if (!worker.ok()) return worker.error();
  Follower follower{progress, "", std::nullopt};
  Result<SubprocessEnd> end = worker->wait(nullptr, [&](std::string_view line) { follower.take(line); }, stop);
  if (!end.ok()) return end.error();
  if (end->cancelled) return cancelledError();
  ReplayRun run;
  if (follower.run) {
    run = std::move(*follower.run);
  } else {
    run.failure = crashOf(*end, follower.lastText);
  }
  run.peakBytes = end->peakBytes;
  return run;
}

}  // namespace warpwright
