#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"
#include "core/base/source_range.h"
#include "core/job/observation.h"

namespace warpwright::engine {

/// A launch that is about to begin.
struct ObservableLaunch {
  const LaunchRequest& request;
  const KernelAttributes& kernel;
  const SourcePosition& at;
  const void* stream = nullptr;
  const std::function<std::vector<std::string>()>& parameterNames;  ///< asked once a kernel
  const std::function<bool(uint64_t base)>& isAllocated;  ///< the program asked the runtime for the memory there
};

/// Says what launches are like, and which are alike.
class LaunchObserver {
 public:
  /// `arena` must outlive it.
  explicit LaunchObserver(const Arena& arena) : arena_(arena) {}

  Observation observe(const ObservableLaunch& launch);

 private:
  struct Kernel {
    uint32_t number = 0;
    std::vector<std::string> names, types;               ///< of its parameters; fewer where not known
    std::unordered_map<std::string, uint32_t> launches;  ///< different ones, by all that is told of them
  };

  Kernel& kernelOf(const ObservableLaunch& launch);
  uint32_t numberOf(const void* stream);
  std::vector<ObservedArgument> argumentsOf(const ObservableLaunch& launch, const Kernel& kernel) const;

  const Arena& arena_;
  std::map<std::string, Kernel> kernels_;    ///< by mangled name and place
  std::map<const void*, uint32_t> streams_;  ///< but the default one
};

}  // namespace warpwright::engine
