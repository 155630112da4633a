#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpwright {

/// A GPU of this machine, as its driver describes it.
struct LocalGpu {
  std::string name;  ///< "NVIDIA H200"
  std::string arch;  ///< "sm_90"
  uint64_t memoryBytes = 0;
};

/// What the driver says about this machine.
struct LocalGpus {
  std::vector<LocalGpu> gpus;
  std::string driver;   ///< "CUDA 13.0"; empty: no driver
  std::string whyNone;  ///< why `gpus` is empty, one sentence
  bool countersPermitted = false;
  std::string whyNoCounters;  ///< why hardware counters cannot be read, and what to do; empty: they can
};

/// Asks the CUDA driver, which is loaded at run time. It starts threads of its own: not for the IDE's process.
LocalGpus findLocalGpus();

}  // namespace warpwright
