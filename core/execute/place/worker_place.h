#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/execute/place/worker_call.h"
#include "core/job/target.h"

namespace warpwright {

/// A job for a worker that may run elsewhere. Files are named in the job by paths of this machine;
/// which of its fields name files is said here, as JSON pointers ("/program/compiled").
struct PlacedJob {
  std::string program;  ///< "warpwright-cpu-worker"
  nlohmann::json job;
  std::vector<std::string> inputs;       ///< files that are here, or that an earlier job has left
  std::vector<std::string> kept;         ///< files that the worker writes, which stay there for later jobs
  std::vector<std::string> brought;      ///< files that the worker writes, which are wanted here
  std::chrono::milliseconds timeout{0};  ///< of the worker itself; 0: none
  std::string alone;                     ///< jobs that name the same here do not run at once: "gpu:0". Empty: any may
};

/// What is told of several jobs: which of them, and what.
using PlacedEvent = std::function<void(size_t job, const nlohmann::json& event)>;
using PlacedProgress = std::function<void(const EngineProgress&)>;

/// Where workers run that do not run on this machine. Opened by `openPlace`, and used by the thread
/// that opened it: a connection ends with that thread, however it ends.
class WorkerPlace {
 public:
  virtual ~WorkerPlace() = default;
  /// "ssh:HOST", as in messages and records.
  virtual std::string name() const = 0;
  /// How many jobs it runs side by side.
  virtual size_t atOnce() const = 0;
  /// Runs the jobs, side by side where the place can; `take` is given every event but progress, in
  /// one thread. How each ended, in their order. Errors: the place is lost, a file is not there or
  /// has no room, cancelled (nothing goes on there).
  virtual Result<std::vector<WorkerEnd>> run(const std::vector<PlacedJob>& jobs, const PlacedEvent& take,
                                             const PlacedProgress& progress, std::stop_token stop) = 0;
};

/// Connects and makes the workers ready there: what they need of programs and libraries is brought
/// once and kept. `target` is of the places ssh and slurm. Errors: it cannot be reached (why, and
/// what to do), it is another kind of machine, no room.
Result<std::shared_ptr<WorkerPlace>> openPlace(const Target& target, const PlacedProgress& progress,
                                               std::stop_token stop);

}  // namespace warpwright
