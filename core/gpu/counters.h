#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::gpu {

/// Hardware counters of kernel launches by CUPTI's range profiler: each launch between `start` and `stop` is run as often as
/// the counters need passes, its memory put back in between, and counted by itself. One object at a time on a context.
class Counters {
 public:
  /// For the current context of this thread; `metrics` are NVIDIA's names ("dram__bytes_read.sum"). At most `mostLaunches` are
  /// counted between `start` and `stop`. Errors: no CUPTI or one before 12.6; counters are not permitted (a normal state: the
  /// message says what to do); a metric that this GPU does not have, by name.
  static Result<Counters> create(const std::vector<std::string>& metrics, size_t mostLaunches);
  Counters(Counters&& other) noexcept;
  Counters& operator=(Counters&& other) noexcept;
  ~Counters();

  /// How often each launch is run.
  size_t passes() const;
  /// Launches are counted from here on, and serialised.
  Status start();
  /// The values of each launch since `start`, in order, by metric. Waits for them. Errors: CUPTI's; more launches than
  /// `mostLaunches`.
  Result<std::vector<std::map<std::string, double>>> stop();

 private:
  struct State;
  explicit Counters(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Whether counters may be read on the GPU of the current context, by asking for one. Errors: why not, and what to do.
Status checkCounters();

/// Metrics that `--metrics hardware` stands for: time, occupancy, traffic of L1, L2 and memory, bank conflicts, stalls.
const std::vector<std::string>& usualCounters();

}  // namespace warpwright::gpu
