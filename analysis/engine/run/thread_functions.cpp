// What compiled kernels call for synchronisation, checks, output and memory. Names and signatures are those that the
// lowering declares.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/memory/device_heap.h"
#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/checker.h"
#include "analysis/engine/run/exact_sums.h"

namespace warpwright::engine {

namespace {

DeviceThread* currentThread() {
  return BlockRunner::current();
}

void syncthreads(DeviceThread* thread, uint32_t site) {
  thread->runner->waitAtBarrier(thread, 0, 0, false, site);
}

void* frame(DeviceThread* thread, uint64_t bytes) {
  return thread->runner->frameOf(thread, bytes);
}

uint32_t barrier(DeviceThread* thread, uint32_t id, uint32_t count, uint32_t predicate, uint32_t vote, uint32_t site) {
  const BlockRunner::Votes votes = thread->runner->waitAtBarrier(thread, id, count, predicate != 0, site);
  switch (vote) {
    case 1:
      return votes.yes;
    case 2:
      return votes.yes == votes.all;
    case 3:
      return votes.yes != 0;
    default:
      return 0;
  }
}

void arrive(DeviceThread* thread, uint32_t id, uint32_t count, uint32_t site) {
  thread->runner->arriveAtBarrier(thread, id, count, site);
}

uint64_t warp(DeviceThread* thread, uint32_t operation, uint32_t mask, uint64_t value, uint32_t operand, uint32_t clamp,
              uint32_t site) {
  thread->operation = static_cast<WarpOperation>(operation);
  thread->mask = mask;
  thread->value = value;
  thread->operand = operand;
  thread->clamp = clamp;
  thread->runner->waitInWarp(thread, site);
  return (thread->result & 0xffffffffu) | static_cast<uint64_t>(thread->predicate) << 32;
}

void spin(DeviceThread* thread) {
  thread->runner->spin(thread, reinterpret_cast<uint64_t>(__builtin_return_address(0)));
}

void traceFull(DeviceThread* thread) {
  thread->runner->waitForTrace(thread);
}
/// Logs a copy or fill of `bytes`, `piece` bytes an access. `event`: the site, and the address of the first byte.
void traceRange(DeviceThread* thread, uint64_t event, uint64_t bytes, uint32_t piece) {
  for (uint64_t done = 0; done < bytes; done += piece) {
    if (thread->traceCursor >= thread->traceLimit) thread->runner->waitForTrace(thread);
    *thread->traceCursor++ = event + done;
  }
}

void exitThread(DeviceThread* thread) {
  thread->runner->finish(thread);
}

// Checked code may run in a launch without checks: a pointer to it may have been kept from one with checks.
void checkSharedLoad(DeviceThread* thread, uint64_t address, uint32_t site) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->sharedLoad(*thread, address, site);
  }
}
void checkSharedStore(DeviceThread* thread, uint64_t address, uint32_t site, uint64_t value) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->sharedStore(*thread, address, site, value);
  }
}
void checkSharedAtomic(DeviceThread* thread, uint64_t address, uint32_t site) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->sharedAtomic(*thread, address, site);
  }
}
void checkGlobal(DeviceThread* thread, uint64_t address, uint32_t site) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->global(*thread, address, site, 0);
  }
}
void checkGlobalStore(DeviceThread* thread, uint64_t address, uint32_t site, uint64_t value) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->global(*thread, address, site, value);
  }
}
void checkGlobalAtomic(DeviceThread* thread, uint64_t address, uint32_t site, uint32_t update, uint64_t operand,
                       uint64_t wanted) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->globalAtomic(*thread, address, site, static_cast<AtomicUpdate>(update), operand, wanted);
  }
}
void checkRange(DeviceThread* thread, uint64_t address, uint32_t site, uint64_t bytes) {
  if (Checker* checker = thread->runner->checker()) {
    checker->alignment(*thread, address, site);
    checker->range(*thread, address, site, bytes);
  }
}

void checkLocal(DeviceThread* thread, uint64_t offset, uint32_t site) {
  if (Checker* checker = thread->runner->checker()) checker->local(*thread, offset, site);
}
void checkDerived(DeviceThread* thread, uint64_t base, uint64_t address, uint32_t site) {
  if (Checker* checker = thread->runner->checker()) checker->derived(*thread, base, address, site);
}
void checkFence(DeviceThread* thread, uint32_t scope, uint32_t acquiresOnly) {
  if (Checker* checker = thread->runner->checker())
    checker->fence(*thread, static_cast<Scope>(scope), acquiresOnly != 0);
}

void checkAsyncCopy(DeviceThread* thread, uint64_t address, uint64_t bytes, uint64_t source, uint64_t read,
                    uint32_t site) {
  if (Checker* checker = thread->runner->checker()) checker->asyncCopy(*thread, address, bytes, source, read, site);
}
void checkAsyncCommit(DeviceThread* thread) {
  if (Checker* checker = thread->runner->checker()) checker->asyncCommit(*thread);
}
void checkAsyncWait(DeviceThread* thread, uint32_t groups) {
  if (Checker* checker = thread->runner->checker()) checker->asyncWait(*thread, groups);
}

/// Where ways meet again; only the checks ask who is there.
void meet(DeviceThread* thread, uint32_t site, uint32_t ofBlock) {
  if (thread->runner->checker() != nullptr) thread->runner->waitWhereWaysMeet(thread, site, ofBlock != 0);
}

void checkSubscript(DeviceThread* thread, int64_t index, uint64_t extent, uint32_t place, uint32_t site) {
  if (static_cast<uint64_t>(index) < extent) return;
  if (Checker* checker = thread->runner->checker()) {
    checker->assumptionBroken(
        *thread, place, site,
        "uses subscript " + std::to_string(index) + " in a dimension of " + std::to_string(extent) + " of");
  }
}
void checkInside(DeviceThread* thread, uint64_t offset, uint64_t bytes, uint64_t size, uint32_t place, uint32_t site) {
  if (offset < size && bytes <= size - offset) return;
  if (Checker* checker = thread->runner->checker()) checker->assumptionBroken(*thread, place, site, "leaves");
}

uint32_t lanemaskEqual(uint32_t lane) {
  return 1u << lane;
}
uint32_t lanemaskLess(uint32_t lane) {
  return (1u << lane) - 1;
}
uint32_t lanemaskLessEqual(uint32_t lane) {
  return (2u << lane) - 1;
}
uint32_t lanemaskGreater(uint32_t lane) {
  return ~((2u << lane) - 1);
}
uint32_t lanemaskGreaterEqual(uint32_t lane) {
  return ~((1u << lane) - 1);
}

/// The clocks go on by being read, about as far as a read takes: a kernel that waits for some time to pass makes the
/// same rounds, and so the same accesses, in each run. Each worker has its own.
uint64_t nextTick() {
  constexpr uint64_t ticksOfARead = 40, start = uint64_t{1} << 30;
  static thread_local uint64_t now = start;
  return now += ticksOfARead;
}
uint64_t clockTicks() {
  return nextTick();
}
uint64_t globalTimer() {
  return nextTick();
}

template <typename Number>
Number addFloating(DeviceThread* thread, uint64_t address, Number term) {
  auto* place = reinterpret_cast<Number*>(address);
  ExactSums* sums = thread->runner->shape().sums;
  return sums != nullptr ? sums->add(place, term) : std::atomic_ref<Number>(*place).fetch_add(term);
}

uint32_t isShared(DeviceThread* thread, void* address) {
  const auto offset = reinterpret_cast<uint64_t>(address) - reinterpret_cast<uint64_t>(thread->runner->sharedMemory());
  return offset < (256u << 10);
}
uint32_t isLocal(DeviceThread* thread, void* address) {
  return thread->runner->onStack(reinterpret_cast<uint64_t>(address));
}
uint32_t isGlobal(DeviceThread* thread, void* address) {
  return thread->runner->shape().arena->contains(reinterpret_cast<uint64_t>(address));
}
uint32_t isConstant(DeviceThread*, void*) {
  return 0;
}

/// Formats as device printf does: `arguments` are packed, each aligned to its size, floats widened to double.
int print(DeviceThread* thread, const char* format, const char* arguments, uint32_t) {
  std::string& out = thread->runner->printed();
  int converted = 0;
  size_t offset = 0;
  auto take = [&](auto& value) {
    offset = (offset + sizeof value - 1) / sizeof value * sizeof value;
    std::memcpy(&value, arguments + offset, sizeof value);
    offset += sizeof value;
  };
  for (const char* c = format; *c != 0; ++c) {
    if (*c != '%') {
      out += *c;
      continue;
    }
    if (c[1] == '%') {
      out += *c++;
      continue;
    }
    std::string specifier = "%";
    int longs = 0;
    for (++c; *c != 0 && std::strchr("diouxXcsfFeEgGaAp", *c) == nullptr; ++c) {
      longs += *c == 'l' || *c == 'z' || *c == 't' || *c == 'j';
      if (*c == '*') {
        int width = 0;
        take(width);
        specifier += std::to_string(width);
      } else {
        specifier += *c;
      }
    }
    if (*c == 0) break;
    specifier += *c;
    char text[1024];
    if (std::strchr("fFeEgGaA", *c) != nullptr) {
      double value = 0;
      take(value);
      std::snprintf(text, sizeof text, specifier.c_str(), value);
    } else if (*c == 's') {
      const char* value = nullptr;
      take(value);
      std::snprintf(text, sizeof text, specifier.c_str(), value != nullptr ? value : "(null)");
    } else if (*c == 'p' || longs != 0) {
      uint64_t value = 0;
      take(value);
      std::snprintf(text, sizeof text, specifier.c_str(), value);
    } else {
      int value = 0;
      take(value);
      std::snprintf(text, sizeof text, specifier.c_str(), value);
    }
    out += text;
    ++converted;
  }
  return converted;
}

void* allocate(DeviceThread* thread, uint64_t bytes, uint32_t site) {
  BlockRunner& runner = *thread->runner;
  return runner.shape().heap->allocate(bytes, runner.siteAt(site));
}

void release(DeviceThread* thread, void* address, uint32_t site) {
  if (address == nullptr) return;
  BlockRunner& runner = *thread->runner;
  const Status freed = runner.shape().heap->free(address);
  if (!freed.ok())
    runner.fail(thread, "frees what device malloc did not give: " + freed.error().message, runner.siteAt(site));
}

void assertionFailed(DeviceThread* thread, const char* message, const char* file, uint32_t line, const char* function,
                     uint64_t, uint32_t) {
  thread->runner->fail(thread, std::string("failed the assertion `") + message + "` in " + function,
                       SourcePosition{file, line, 0}, FailureCause::assertion);
}

/// Each kernel lays out the shared variables of all that it calls. Code of another one looks for its own elsewhere;
/// only dynamic shared memory may happen to start at the same place.
void ownShared(DeviceThread* thread, const CompiledKernel* compiledFor, uint32_t site) {
  BlockRunner& runner = *thread->runner;
  const CompiledKernel& running = *runner.shape().kernel;
  if (&running == compiledFor) return;
  for (const SharedVariable& variable : compiledFor->sharedVariables) {
    if (variable.bytes == 0 && variable.offset == (running.staticSharedBytes + 15) / 16 * 16) continue;
    runner.fail(thread,
                "calls through a pointer a function that uses the shared variable " + variable.name +
                    " and that the CPU engine compiled apart from this kernel",
                runner.siteAt(site));
  }
}

void gridBarrierReached(DeviceThread* thread, uint32_t site) {
  thread->runner->waitForGrid(thread, site);
}

template <typename F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

const DeviceFunction* threadFunctions() {
  static const DeviceFunction table[] = {{"engine_current_thread", address(currentThread)},
                                         {"engine_syncthreads", address(syncthreads)},
                                         {"engine_frame", address(frame)},
                                         {"engine_barrier", address(barrier)},
                                         {"engine_warp", address(warp)},
                                         {"engine_spin", address(spin)},
                                         {"engine_trace_full", address(traceFull)},
                                         {"engine_trace_range", address(traceRange)},
                                         {"engine_exit", address(exitThread)},
                                         {"engine_add_float", address(addFloating<float>)},
                                         {"engine_add_double", address(addFloating<double>)},
                                         {"engine_check_shared_load", address(checkSharedLoad)},
                                         {"engine_check_shared_store", address(checkSharedStore)},
                                         {"engine_check_shared_atomic", address(checkSharedAtomic)},
                                         {"engine_check_global", address(checkGlobal)},
                                         {"engine_check_global_store", address(checkGlobalStore)},
                                         {"engine_check_range", address(checkRange)},
                                         {"engine_check_global_atomic", address(checkGlobalAtomic)},
                                         {"engine_check_local", address(checkLocal)},
                                         {"engine_check_fence", address(checkFence)},
                                         {"engine_check_subscript", address(checkSubscript)},
                                         {"engine_check_inside", address(checkInside)},
                                         {"engine_check_derived", address(checkDerived)},
                                         {"engine_meet", address(meet)},
                                         {"engine_arrive", address(arrive)},
                                         {"engine_lanemask_eq", address(lanemaskEqual)},
                                         {"engine_lanemask_lt", address(lanemaskLess)},
                                         {"engine_lanemask_le", address(lanemaskLessEqual)},
                                         {"engine_lanemask_gt", address(lanemaskGreater)},
                                         {"engine_lanemask_ge", address(lanemaskGreaterEqual)},
                                         {"engine_clock", address(clockTicks)},
                                         {"engine_globaltimer", address(globalTimer)},
                                         {"engine_is_shared", address(isShared)},
                                         {"engine_is_local", address(isLocal)},
                                         {"engine_is_global", address(isGlobal)},
                                         {"engine_is_const", address(isConstant)},
                                         {"engine_vprintf", address(print)},
                                         {"engine_malloc", address(allocate)},
                                         {"engine_free", address(release)},
                                         {"engine_assertfail", address(assertionFailed)},
                                         {ownSharedCheck, address(ownShared)},
                                         {asyncCopyCheck, address(checkAsyncCopy)},
                                         {asyncCommitCheck, address(checkAsyncCommit)},
                                         {asyncWaitCheck, address(checkAsyncWait)},
                                         {gridBarrierFunction, address(gridBarrierReached)},
                                         {nullptr, nullptr}};
  return table;
}

void* findDeviceFunction(std::string_view name) {
  for (const DeviceFunction* table : {threadFunctions(), textureFunctions(), phaseFunctions(), randomFunctions(),
                                      mathFunctions(), approximateFunctions(), roundingFunctions()}) {
    for (; table->name != nullptr; ++table) {
      if (name == table->name) return table->address;
    }
  }
  return nullptr;
}

}  // namespace warpwright::engine
