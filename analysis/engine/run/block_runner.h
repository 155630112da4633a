#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/lower/compiled_kernel.h"
#include "analysis/engine/lower/device_thread.h"
#include "analysis/engine/run/failure_cause.h"
#include "analysis/engine/run/fiber_stacks.h"

namespace warpwright::engine {

class Arena;
class DeviceHeap;
class Checker;
class ExactSums;
class GlobalRaces;
class TextureTable;
class TraceLog;

/// Why a block did not run to its end.
struct BlockFailure {
  std::string what;  ///< "reads address 0x10, which is not device memory"
  SourcePosition at;
  std::array<uint32_t, 3> block{}, thread{};
  bool deadline = false;
  FailureCause cause = FailureCause::other;
};

/// What a fault was about: memory that is not there, an access of a width that its address has to be a multiple of, an
/// address that no memory has.
enum class FaultKind : uint8_t { memory, misaligned, noAddress };

/// What all blocks of a launch share.
struct LaunchShape {
  const CompiledKernel* kernel = nullptr;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t dynamicSharedBytes = 0;
  void** arguments = nullptr;
  Arena* arena = nullptr;
  DeviceHeap* heap = nullptr;
  const TextureTable* textures = nullptr;
  GlobalRaces* races = nullptr;  ///< of checked launches; may be null
  bool cooperative = false;      ///< all blocks are there at once: see runCooperative
  ExactSums* sums = nullptr;     ///< of floating-point numbers by atomics; null: rounded as they come
};

/// Runs thread blocks, one after another, on the calling thread. Threads of a block are fibers in one circle: a thread
/// runs until it waits, then the next one that can run goes on, lanes of its own warp first. The last thread to arrive
/// at a barrier opens it and runs on. A kernel that never waits is called in a loop with no fibers.
class BlockRunner {
 public:
  static constexpr uint32_t maxThreads = 1024, maxWarps = 32, warpSize = 32, namedBarriers = 16;
  static constexpr uint32_t gridBarrier = namedBarriers;  ///< behind those that a block can name

  BlockRunner();
  ~BlockRunner();

  /// `checker` may be null. Requires: a block of at most `maxThreads` threads.
  void prepare(const LaunchShape& shape, Checker* checker);
  /// Where the threads of the blocks that follow log their accesses; null: the kernel does not log. After `prepare`.
  void traceTo(TraceLog* trace) { trace_ = trace; }
  /// Runs one block; a failure ends it where it stands.
  std::optional<BlockFailure> run(const std::array<uint32_t, 3>& blockIdx);
  uint64_t accesses() const { return accesses_; }

  // In a launch whose blocks are all there at once (cooperative_launch.cpp): `start` and `resume` run the block until
  // it ends (true) or lets the others run. `resume` opens the barrier of the grid if the block waits at it.
  bool start(const std::array<uint32_t, 3>& blockIdx);
  bool resume();
  bool waitsForGrid() const;
  SourcePosition gridBarrierPlace() const;
  /// Why the block ended early; nothing where it did not.
  std::optional<BlockFailure> takeFailure();

  /// Called by other threads and by signal handlers: the running block ends soon with a deadline failure.
  void requestStop() { stopRequested_.store(true, std::memory_order_relaxed); }
  bool stopRequested() const { return stopRequested_.load(std::memory_order_relaxed); }

  // What generated code and the runtime functions call; `thread` is the running thread.
  struct Votes {
    uint32_t yes = 0, all = 0;  ///< threads whose predicate held, threads that took part
  };
  Votes waitAtBarrier(DeviceThread* thread, uint32_t id, uint32_t count, bool predicate, uint32_t site);
  /// As an arrival at the barrier, and goes on.
  void arriveAtBarrier(DeviceThread* thread, uint32_t id, uint32_t count, uint32_t site);
  /// Waits, in checked code, where ways meet of which some have a warp operation (`ofBlock`: or a barrier) on them,
  /// until no lane of the warp (no thread of the block) can run: who then waits in there for those who are here has to
  /// be told.
  void waitWhereWaysMeet(DeviceThread* thread, uint32_t site, bool ofBlock);
  /// Waits until the lanes that `thread` names are there and does its operation; the result is in the thread.
  void waitInWarp(DeviceThread* thread, uint32_t site);
  void spin(DeviceThread* thread, uint64_t programCounter);
  /// Where a thread of a stepwise kernel keeps its `bytes` over barriers. The same for all threads of a block.
  void* frameOf(DeviceThread* thread, uint64_t bytes);
  void waitForGrid(DeviceThread* thread, uint32_t site);
  /// The thread's trace buffer is full: waits until its warp's logs have been merged.
  void waitForTrace(DeviceThread* thread);
  /// Ends the thread.
  [[noreturn]] void finish(DeviceThread* thread);
  [[noreturn]] void fail(DeviceThread* thread, std::string what, SourcePosition at,
                         FailureCause cause = FailureCause::other);
  /// As `fail`, from a signal handler that touches nothing else: gives the stack to go on with at engineResumeContext
  /// once the handler has returned. Null while no block runs.
  void* failFromSignal(int signal, uint64_t address, uint64_t programCounter, FaultKind kind);

  /// The running thread of this worker; null outside device code.
  static DeviceThread* current();
  const LaunchShape& shape() const { return shape_; }
  Checker* checker() const { return checker_; }
  char* sharedMemory() const { return shared_; }
  uint32_t sharedBytes() const { return sharedBytes_; }
  /// Where the stacks of the threads lie, after `prepare`.
  const FiberStacks& stacks() const { return stacks_; }
  std::vector<DeviceThread>& threads() { return threads_; }
  bool onStack(uint64_t address) const { return stacks_.contains(address); }
  SourcePosition siteAt(uint32_t site) const;
  /// What the blocks have printed since it was last cleared.
  std::string& printed() { return printed_; }

 private:
  struct Warp {
    uint32_t runnable = 0, live = 0;
    uint32_t waiting = 0;                    ///< in a warp operation
    uint32_t converging = 0;                 ///< of `waiting`: those that named no lanes
    uint32_t meeting = 0, meetingBlock = 0;  ///< where ways meet: for lanes of the warp, for threads of the block
  };
  struct Barrier {
    uint32_t arrived = 0, expected = 0;  ///< expected 0: all live threads
    uint32_t yes = 0;
    Votes votes;                       ///< of the last time it opened
    uint32_t site = 0, otherSite = 0;  ///< otherSite: arrivals from a second place; 0: none
    DeviceThread* other = nullptr;
    uint32_t lanes[maxWarps] = {};
  };

  static void fiberMain(void* thread);
  static void directMain(void* runner);
  static void stepwiseMain(void* runner);
  bool needsStacks() const { return shape_.kernel->synchronises && !shape_.kernel->stepwise; }
  void beginBlock(const std::array<uint32_t, 3>& blockIdx);
  void switchIn(void* stack, DeviceThread* first);
  void suspend(DeviceThread* thread);
  void switchAway(DeviceThread* from);
  void switchTo(DeviceThread* from, DeviceThread* next);
  DeviceThread* nextRunnable(uint32_t warp, uint32_t lane);
  DeviceThread* anyRunnable();
  void openBarrier(uint32_t id, DeviceThread* last, bool lastWaits);
  void tellOfBarrier(uint32_t id, const DeviceThread* last);
  bool arrivedAll(const Warp& warp, const DeviceThread& thread, uint32_t members) const;
  uint32_t arrivedWith(const Warp& warp, const DeviceThread& thread) const;
  void completeConverging(uint32_t warp);
  void meetInWarp(uint32_t warp);
  bool meetInBlock();
  void letMeetingRun();
  bool isPast(const DeviceThread& thread, uint32_t site) const;
  void completeWithout(uint32_t warp);
  void complete(uint32_t warp, uint32_t members);
  void shuffle(DeviceThread* lanes, uint32_t members);
  [[noreturn]] void failDeadlock(DeviceThread* thread);

  LaunchShape shape_;
  Checker* checker_ = nullptr;
  TraceLog* trace_ = nullptr;
  FiberStacks stacks_;
  std::vector<DeviceThread> threads_;
  std::vector<uint64_t> frames_;  ///< of a stepwise kernel's threads
  uint32_t threadCount_ = 0, warpCount_ = 0, live_ = 0;
  uint32_t runnableWarps_ = 0, pendingBarriers_ = 0;
  std::array<Warp, maxWarps> warps_;
  std::array<Barrier, namedBarriers + 1> barriers_;
  char* shared_ = nullptr;
  uint32_t sharedBytes_ = 0;
  uint64_t accesses_ = 0;
  std::string printed_;
  void* schedulerStack_ = nullptr;
  DeviceThread* suspended_ = nullptr;  ///< where a block that lets others run goes on
  uint32_t idleSpins_ = 0;
  uint32_t meeting_ = 0;  ///< threads that wait where ways meet
  bool ready_ = false, running_ = false;
  std::atomic<bool> stopRequested_{false};
  std::optional<BlockFailure> failure_;
  struct SignalFault {
    int signal = 0;  ///< 0: none; SIGURG: the deadline
    uint64_t address = 0, programCounter = 0;
    DeviceThread* thread = nullptr;
    FaultKind kind = FaultKind::memory;
  } fault_;
};

}  // namespace warpwright::engine
