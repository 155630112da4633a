#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::gpu {

/// Hardware counters of one kernel launch by CUPTI's range profiler: the launch is repeated as often as the counters
/// need passes. One object at a time on a context.
class Counters {
 public:
  /// For the current context of this thread; `metrics` are NVIDIA's names ("dram__bytes_read.sum"). Errors: no CUPTI or
  /// one before 12.6; counters are not permitted (a normal state: the message says what to do); a metric that this GPU
  /// does not have, by name (ErrorKind::usage).
  static Result<Counters> create(const std::vector<std::string>& metrics);
  Counters(Counters&& other) noexcept;
  Counters& operator=(Counters&& other) noexcept;
  ~Counters();

  /// How often the launch is run.
  size_t passes() const;
  /// The values by metric. For each pass, `prepare` puts memory and caches into the state that the launch is to find
  /// (not counted), then `launch` launches one kernel and waits for it. Errors: theirs, CUPTI's.
  Result<std::map<std::string, double>> measure(const std::function<Status()>& prepare,
                                                const std::function<Status()>& launch);

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
