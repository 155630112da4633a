// What cuda::barrier and cuda::pipeline wait for: phases that end when enough threads have arrived.
#include <string>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/checker.h"

namespace warpwright::engine {
namespace {

/// As resources/cuda/include/warpwright/async.h has it.
struct Phases {
  uint32_t expected, arrived;
  volatile uint32_t phase;
  uint32_t unused;
};

uint32_t arrive(DeviceThread* thread, Phases* phases, uint32_t count, uint32_t site) {
  const uint32_t phase = phases->phase;
  Checker* checker = thread->runner->checker();
  if (checker != nullptr) checker->arriveAtPhase(*thread, phases);
  phases->arrived += count;
  if (phases->arrived > phases->expected) {
    thread->runner->fail(thread,
                         "arrives at a cuda::barrier that expects only " + std::to_string(phases->expected) +
                             " threads (or that was not initialised)",
                         thread->runner->siteAt(site));
  }
  if (phases->arrived == phases->expected) {
    phases->arrived = 0;
    phases->phase = phase + 1;
    if (checker != nullptr) checker->endPhase(phases);
  }
  return phase;
}

int ended(DeviceThread* thread, Phases* phases, uint32_t phase, int wait, uint32_t) {
  while (wait != 0 && phases->phase == phase) thread->runner->spin(thread, 0);
  if (phases->phase == phase) return 0;
  if (Checker* checker = thread->runner->checker()) checker->leavePhase(*thread, phases);
  return 1;
}

}  // namespace

const DeviceFunction* phaseFunctions() {
  static const DeviceFunction table[] = {{"engine_phaseArrive", reinterpret_cast<void*>(&arrive)},
                                         {"engine_phaseEnded", reinterpret_cast<void*>(&ended)},
                                         {nullptr, nullptr}};
  return table;
}

}  // namespace warpwright::engine
