#include "analysis/engine/job/memory_limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace warpwright::engine {
namespace {

/// Host memory of a program beside its device memory.
constexpr uint64_t hostMemoryBytes = uint64_t{16} << 30;

}  // namespace

uint64_t defaultDeviceMemory() {
  const auto physical =
      static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::min(uint64_t{8} << 30, physical / 4 * 3);
}

void limitHostMemory() {
  std::ifstream statm("/proc/self/statm");
  uint64_t pages = 0;
  if (!(statm >> pages)) return;
  const rlimit limit{pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) + hostMemoryBytes, RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &limit);
}

}  // namespace warpwright::engine
