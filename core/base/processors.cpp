#include "core/base/processors.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace warpwright {

unsigned usableProcessors() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
}

void eachOnProcessors(size_t count, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  const auto go = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  const size_t helpers = std::min<size_t>(usableProcessors(), count);
  try {
    while (others.size() + 1 < helpers) others.emplace_back(go);
  } catch (const std::system_error&) {
    // A system that gives no more threads does it with those that there are.
  }
  go();
}

}  // namespace warpwright
