#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/subprocess.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// One job for a worker process of its own (PROTOCOL.md).
struct WorkerCall {
  std::string program;                          ///< "warpwright-cpu-worker"
  std::string job;                              ///< JSON, see `jobText`
  std::filesystem::path workingFolder;          ///< empty: the caller's
  bool showOutput = false;                      ///< what the worker prints goes where the caller's output goes
  uint64_t maxOutputBytes = uint64_t{1} << 20;  ///< kept of what it prints
  std::chrono::milliseconds timeout{0};         ///< for a worker that cannot keep its own limit; 0: none
};

/// A job as workers read it. Text that is not UTF-8 is replaced.
std::string jobText(const nlohmann::json& job);

/// How a worker ended.
struct WorkerEnd {
  SubprocessEnd process;
  std::string lastText;  ///< of its progress: where it was
  std::string lost;      ///< why nothing is known of its end, where it ran elsewhere; empty: it is known

  /// For a worker that went without its answer. `ended`: "The GPU worker ended in the middle of the replay"; `timedOut`
  /// likewise.
  Error crash(const std::string& ended, const std::string& timedOut) const;
};

/// Hands on one event that a worker wrote: progress, whose text `lastText` keeps, and to `take` every other. Gives its
/// name; empty: it cannot be read, or `take` threw nlohmann::json::exception, and is passed over.
std::string takeEvent(std::string_view line, const std::function<void(const nlohmann::json&)>& take,
                      const std::function<void(const EngineProgress&)>& progress, std::string& lastText);

/// Starts the worker and follows it to its end; `take` is given every event but progress. An event that cannot be read,
/// or at which `take` throws nlohmann::json::exception, is passed over: a worker that is killed while it writes leaves
/// half a line, and the missing answer tells. Errors: no worker could be started; cancelled.
Result<WorkerEnd> callWorker(const WorkerCall& call, const std::function<void(const nlohmann::json&)>& take,
                             const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

}  // namespace warpwright
