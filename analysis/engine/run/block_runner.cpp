#include "analysis/engine/run/block_runner.h"

#include <signal.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "analysis/engine/run/checker.h"
#include "analysis/engine/trace/trace_log.h"

namespace warpwright::engine {

namespace {

constexpr size_t sharedReserve = 256u << 10, sharedGuard = 64u << 10;
constexpr size_t defaultStack = 32u << 10, deepStack = 256u << 10;

thread_local DeviceThread* currentThread = nullptr;

}  // namespace

DeviceThread* BlockRunner::current() {
  return currentThread;
}

BlockRunner::BlockRunner() {
  // Nothing is mapped around the block's shared memory: a far wrong index faults. It lies low, because programs keep
  // shared addresses in 32 bits for inline PTX.
  void* memory = mmap(nullptr, sharedReserve + 2 * sharedGuard, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (memory == MAP_FAILED) return;
  shared_ = static_cast<char*>(memory) + sharedGuard;
  mprotect(shared_, sharedReserve, PROT_READ | PROT_WRITE);
}

BlockRunner::~BlockRunner() {
  if (shared_ != nullptr) munmap(shared_ - sharedGuard, sharedReserve + 2 * sharedGuard);
}

void BlockRunner::prepare(const LaunchShape& shape, Checker* checker) {
  shape_ = shape;
  checker_ = checker;
  trace_ = nullptr;
  threadCount_ = shape.block[0] * shape.block[1] * shape.block[2];
  warpCount_ = (threadCount_ + warpSize - 1) / warpSize;
  sharedBytes_ = static_cast<uint32_t>(shape.kernel->staticSharedBytes) + shape.dynamicSharedBytes;
  accesses_ = 0;
  failure_.reset();
  stopRequested_ = false;
  const size_t frame = shape.kernel->localBytes + (shape.kernel->deepStack ? deepStack : defaultStack);
  // With all blocks there at once there are more stacks than a process can have guard pages.
  constexpr uint64_t mostGuards = 8192;
  const bool guarded =
      !shape.cooperative || uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2] * threadCount_ <= mostGuards;
  ready_ = shared_ != nullptr && stacks_.reserve(needsStacks() ? threadCount_ : 1, frame, guarded);
  threads_.assign(threadCount_, {});
  for (uint32_t i = 0; i < threadCount_; ++i) {
    DeviceThread& thread = threads_[i];
    thread.shared = shared_;
    thread.threadIdx[0] = i % shape.block[0];
    thread.threadIdx[1] = i / shape.block[0] % shape.block[1];
    thread.threadIdx[2] = i / shape.block[0] / shape.block[1];
    std::copy(shape.block.begin(), shape.block.end(), thread.blockDim);
    std::copy(shape.grid.begin(), shape.grid.end(), thread.gridDim);
    thread.linear = i;
    thread.lane = i % warpSize;
    thread.warp = i / warpSize;
    thread.dynamicSharedBytes = shape.dynamicSharedBytes;
    thread.runner = this;
  }
}

void BlockRunner::beginBlock(const std::array<uint32_t, 3>& blockIdx) {
  // What shared memory holds at the start is undefined on a GPU; here it is the same in every run, and not zero.
  std::memset(shared_, 0xCC, std::min<size_t>(sharedBytes_, sharedReserve));
  const bool fibers = needsStacks();
  for (uint32_t i = 0; i < threadCount_; ++i) {
    DeviceThread& thread = threads_[i];
    std::copy(blockIdx.begin(), blockIdx.end(), thread.blockIdx);
    thread.spins = 0;
    if (fibers) thread.stackPointer = stacks_.start(i, &BlockRunner::fiberMain, &thread);
  }
  for (uint32_t w = 0; w < warpCount_; ++w) {
    const uint32_t lanes = std::min(warpSize, threadCount_ - w * warpSize);
    warps_[w] = {};
    warps_[w].runnable = warps_[w].live = lanes == warpSize ? ~0u : (1u << lanes) - 1;
  }
  runnableWarps_ = warpCount_ == maxWarps ? ~0u : (1u << warpCount_) - 1;
  live_ = threadCount_;
  if (pendingBarriers_ != 0) barriers_ = {};
  pendingBarriers_ = 0;
  fault_ = {};
  suspended_ = nullptr;
  idleSpins_ = meeting_ = 0;
  if (checker_ != nullptr) checker_->beginBlock(*this, blockIdx);
}

void BlockRunner::switchIn(void* stack, DeviceThread* first) {
  running_ = true;
  currentThread = first;
  if (trace_ != nullptr) trace_->enter(first->warp);
  {
    const OnFiberStacks away(stacks_);
    engineSwitchContext(&schedulerStack_, stack);
  }
  running_ = false;
  currentThread = nullptr;
  const bool waits = suspended_ != nullptr || waitsForGrid();
  if (checker_ != nullptr && !waits) checker_->endBlock();
}

bool BlockRunner::start(const std::array<uint32_t, 3>& blockIdx) {
  if (!ready_) {
    failure_ = BlockFailure{
        "cannot start: there is no memory for the stacks of its threads", shape_.kernel->at, blockIdx, {}, false};
    return true;
  }
  beginBlock(blockIdx);
  const auto main = shape_.kernel->stepwise ? &BlockRunner::stepwiseMain : &BlockRunner::directMain;
  switchIn(needsStacks() ? threads_[0].stackPointer : stacks_.start(0, main, this), &threads_[0]);
  return suspended_ == nullptr && !waitsForGrid();
}

std::optional<BlockFailure> BlockRunner::run(const std::array<uint32_t, 3>& blockIdx) {
  start(blockIdx);
  std::optional<BlockFailure> failure = takeFailure();
  if (trace_ != nullptr) failure ? trace_->abandonBlock() : trace_->endBlock();
  return failure;
}

void BlockRunner::fiberMain(void* argument) {
  auto* thread = static_cast<DeviceThread*>(argument);
  BlockRunner& runner = *thread->runner;
  runner.shape_.kernel->entry(thread, runner.shape_.arguments);
  runner.finish(thread);
}

void BlockRunner::directMain(void* argument) {
  auto& runner = *static_cast<BlockRunner*>(argument);
  const KernelEntry entry = runner.shape_.kernel->entry;
  for (uint32_t i = 0; i < runner.threadCount_; ++i) {
    DeviceThread* thread = currentThread = &runner.threads_[i];
    if (runner.trace_ != nullptr && thread->lane == 0) {
      if (i != 0) runner.trace_->leave(thread->warp - 1);
      runner.trace_->enter(thread->warp);
    }
    entry(thread, runner.shape_.arguments);
    runner.accesses_ += thread->accesses;
    thread->accesses = 0;
  }
  void* unused;
  engineSwitchContext(&unused, runner.schedulerStack_);
}

void* BlockRunner::frameOf(DeviceThread* thread, uint64_t bytes) {
  // An odd number of cache lines keeps the frames out of each other's sets.
  constexpr uint64_t line = 64;
  const uint64_t stride = ((bytes + line - 1) / line | 1) * line;
  const uint64_t words = (stride * threadCount_ + line) / sizeof(uint64_t);
  if (thread->linear == 0 && frames_.size() < words) frames_.resize(words);  // no other thread has begun
  const uint64_t base = (reinterpret_cast<uint64_t>(frames_.data()) + line - 1) / line * line;
  return reinterpret_cast<void*>(base + stride * thread->linear);
}

void BlockRunner::stepwiseMain(void* argument) {
  auto& runner = *static_cast<BlockRunner*>(argument);
  const KernelEntry entry = runner.shape_.kernel->entry;
  for (DeviceThread& thread : runner.threads_) {
    currentThread = &thread;
    entry(&thread, runner.shape_.arguments);
  }
  // A round takes each thread from one barrier to the next; one that is over no longer counts.
  for (bool isOpen = true; isOpen;) {
    isOpen = false;
    for (DeviceThread& thread : runner.threads_) {
      ThreadFrame* frame = thread.frame;
      if (frame->resume == nullptr) continue;
      if (!isOpen && runner.stopRequested()) runner.fail(&thread, "", runner.siteAt(thread.site));
      isOpen = true;
      currentThread = &thread;
      frame->resume(frame);
    }
  }
  for (DeviceThread& thread : runner.threads_) {
    runner.accesses_ += thread.accesses;
    thread.accesses = 0;
  }
  void* unused;
  engineSwitchContext(&unused, runner.schedulerStack_);
}

inline DeviceThread* BlockRunner::nextRunnable(uint32_t warpIndex, uint32_t lane) {
  Warp* warp = &warps_[warpIndex];
  if (warp->runnable == 0 && trace_ != nullptr && trace_->hasPaused(warpIndex))
    warp->runnable = trace_->resume(warpIndex);
  if (warp->runnable == 0 && warp->converging != 0) completeConverging(warpIndex);
  if (warp->runnable == 0 && (warp->meeting | warp->meetingBlock) != 0) meetInWarp(warpIndex);
  if (warp->runnable == 0) {
    if (trace_ != nullptr) trace_->leave(warpIndex);
    runnableWarps_ &= ~(1u << warpIndex);
    if (runnableWarps_ == 0 && !meetInBlock()) return nullptr;
    const uint32_t after = runnableWarps_ & ~((2u << warpIndex) - 1);
    warpIndex = std::countr_zero(after != 0 ? after : runnableWarps_);
    warp = &warps_[warpIndex];
    lane = warpSize - 1;
  }
  if (trace_ != nullptr) trace_->enter(warpIndex);
  const uint32_t after = warp->runnable & ~((2u << lane) - 1);
  return &threads_[warpIndex * warpSize + std::countr_zero(after != 0 ? after : warp->runnable)];
}

DeviceThread* BlockRunner::anyRunnable() {
  return nextRunnable(warpCount_ - 1, warpSize - 1);
}

inline void BlockRunner::switchTo(DeviceThread* from, DeviceThread* next) {
  if (next == from) return;
  currentThread = next;
  engineSwitchContext(&from->stackPointer, next->stackPointer);
}

void BlockRunner::switchAway(DeviceThread* from) {
  DeviceThread* next = nextRunnable(from->warp, from->lane);
  if (next == nullptr) failDeadlock(from);
  switchTo(from, next);
}

BlockRunner::Votes BlockRunner::waitAtBarrier(DeviceThread* thread, uint32_t id, uint32_t count, bool predicate,
                                              uint32_t site) {
  if (id >= namedBarriers) fail(thread, "waits at barrier " + std::to_string(id) + "; a block has 16", siteAt(site));
  Barrier& barrier = barriers_[id];
  if (barrier.arrived == 0) {
    barrier.site = site;
    barrier.expected = count;
    pendingBarriers_ |= 1u << id;
  } else if (barrier.site != site && barrier.otherSite == 0 && count == 0) {
    barrier.otherSite = site;
    barrier.other = thread;
  }
  barrier.yes += predicate;
  if (checker_ != nullptr && barrier.expected != 0) checker_->arrive(*thread, id);
  if (++barrier.arrived == (barrier.expected != 0 ? barrier.expected : live_)) {
    openBarrier(id, thread, true);
    return barrier.votes;
  }
  thread->site = site;
  const uint32_t bit = 1u << thread->lane;
  barrier.lanes[thread->warp] |= bit;
  warps_[thread->warp].runnable &= ~bit;
  switchAway(thread);
  return barrier.votes;
}

void BlockRunner::arriveAtBarrier(DeviceThread* thread, uint32_t id, uint32_t count, uint32_t site) {
  if (id >= namedBarriers) fail(thread, "arrives at barrier " + std::to_string(id) + "; a block has 16", siteAt(site));
  Barrier& barrier = barriers_[id];
  if (barrier.arrived == 0) {
    barrier.site = site;
    barrier.expected = count;
    pendingBarriers_ |= 1u << id;
  }
  if (checker_ != nullptr && barrier.expected != 0) checker_->arrive(*thread, id);
  if (++barrier.arrived == (barrier.expected != 0 ? barrier.expected : live_)) openBarrier(id, thread, false);
}

/// The barrier opens: it orders all threads of the block if all have waited at it, or those who came. `last`: who came
/// last, if it waits; null: it goes on as others do who only arrive.
void BlockRunner::tellOfBarrier(uint32_t id, const DeviceThread* last) {
  const Barrier& barrier = barriers_[id];
  uint32_t waiting = last != nullptr ? 1 : 0;
  for (uint32_t w = 0; w < warpCount_; ++w) waiting += static_cast<uint32_t>(std::popcount(barrier.lanes[w]));
  if (barrier.expected == 0 || waiting == threadCount_) {
    if (barrier.otherSite != 0) checker_->barrierSites(*barrier.other, barrier.site, barrier.otherSite);
    checker_->blockBarrier();
  } else {
    for (uint32_t w = 0; w < warpCount_; ++w) {
      for (uint32_t m = barrier.lanes[w]; m != 0; m &= m - 1)
        checker_->leave(threads_[w * warpSize + static_cast<uint32_t>(std::countr_zero(m))], id);
    }
    if (last != nullptr) checker_->leave(*last, id);
  }
  if (barrier.expected != 0) checker_->endMeeting(id);
}

void BlockRunner::openBarrier(uint32_t id, DeviceThread* last, bool lastWaits) {
  Barrier& barrier = barriers_[id];
  if (checker_ != nullptr) tellOfBarrier(id, lastWaits ? last : nullptr);
  for (uint32_t w = 0; w < warpCount_; ++w) {
    if (barrier.lanes[w] == 0) continue;
    warps_[w].runnable |= barrier.lanes[w];
    runnableWarps_ |= 1u << w;
    barrier.lanes[w] = 0;
  }
  barrier.votes = {barrier.yes, barrier.arrived};
  barrier.arrived = barrier.yes = barrier.otherSite = 0;
  pendingBarriers_ &= ~(1u << id);
  if (stopRequested()) fail(last, "", siteAt(barrier.site));
}

void BlockRunner::finish(DeviceThread* thread) {
  Warp& warp = warps_[thread->warp];
  const uint32_t bit = 1u << thread->lane;
  warp.live &= ~bit;
  warp.runnable &= ~bit;
  --live_;
  accesses_ += thread->accesses;
  thread->accesses = 0;
  if (live_ == 0) {
    void* unused;
    engineSwitchContext(&unused, schedulerStack_);
  }
  // Threads that wait for this one need not wait any longer.
  if (warp.waiting != 0) completeWithout(thread->warp);
  for (uint32_t pending = pendingBarriers_; pending != 0; pending &= pending - 1) {
    const uint32_t id = std::countr_zero(pending);
    if (barriers_[id].expected != 0 || barriers_[id].arrived != live_) continue;
    if (id != gridBarrier) {
      openBarrier(id, thread, false);
      continue;
    }
    void* unused;  // the rest of the block waits for the grid
    engineSwitchContext(&unused, schedulerStack_);
  }
  switchAway(thread);
  __builtin_unreachable();
}

void BlockRunner::spin(DeviceThread* thread, uint64_t programCounter) {
  // Most volatile loads are not spin loops: only one in several lets the others run.
  if ((++thread->spins & 15) != 0 || !shape_.kernel->synchronises) return;
  if (stopRequested()) {
    const CompiledKernel::CodeMap* code = shape_.kernel->code.get();
    fail(thread, "", code ? code->find(programCounter - 1) : SourcePosition{});
  }
  // What it waits for may be the business of another block.
  if (shape_.cooperative && (++idleSpins_ & 63) == 0) return suspend(thread);
  if (meeting_ != 0) letMeetingRun();  // one of them may be who it waits for
  const uint32_t after = warps_[thread->warp].runnable & ~((2u << thread->lane) - 1);
  if (after != 0) return switchTo(thread, &threads_[thread->warp * warpSize + std::countr_zero(after)]);
  const uint32_t warpsAfter = runnableWarps_ & ~((2u << thread->warp) - 1);
  const uint32_t warp = std::countr_zero(warpsAfter != 0 ? warpsAfter : runnableWarps_);
  switchTo(thread, nextRunnable(warp, warpSize - 1));
}

void BlockRunner::waitForTrace(DeviceThread* thread) {
  if (trace_ == nullptr) return;
  if (stopRequested()) fail(thread, "", siteAt(thread->site));
  trace_->pause(*thread);
  warps_[thread->warp].runnable &= ~(1u << thread->lane);
  switchAway(thread);
}

void BlockRunner::fail(DeviceThread* thread, std::string what, SourcePosition at, FailureCause cause) {
  BlockFailure failure{std::move(what), std::move(at), {}, {}, false, cause};
  failure.deadline = failure.what.empty();
  std::copy_n(thread->blockIdx, 3, failure.block.begin());
  std::copy_n(thread->threadIdx, 3, failure.thread.begin());
  failure_ = std::move(failure);
  void* unused;
  engineSwitchContext(&unused, schedulerStack_);
  __builtin_unreachable();
}

void* BlockRunner::failFromSignal(int signal, uint64_t address, uint64_t programCounter, FaultKind kind) {
  if (!running_) return nullptr;
  fault_ = {signal, address, programCounter, currentThread, kind};
  return schedulerStack_;
}

SourcePosition BlockRunner::siteAt(uint32_t site) const {
  const auto& sites = *shape_.kernel->sites;
  return site < sites.size() ? sites[site].at : SourcePosition{};
}

std::optional<BlockFailure> BlockRunner::takeFailure() {
  if (fault_.signal != 0) {
    BlockFailure failure;
    failure.at = shape_.kernel->code ? shape_.kernel->code->find(fault_.programCounter) : SourcePosition{};
    const DeviceThread& thread = *fault_.thread;
    if (!failure.at.isValid()) failure.at = siteAt(thread.site);
    std::copy_n(thread.blockIdx, 3, failure.block.begin());
    std::copy_n(thread.threadIdx, 3, failure.thread.begin());
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(fault_.address));
    const auto because = [&](FailureCause cause, std::string what) {
      failure.cause = cause;
      failure.what = std::move(what);
    };
    if (fault_.signal == SIGURG)
      failure.deadline = true;
    else if (fault_.signal == SIGFPE)
      because(FailureCause::other, "divides an integer by zero");
    else if (fault_.signal == SIGILL)
      because(FailureCause::other, "ran into a trap");
    else if (fault_.kind == FaultKind::misaligned)
      because(FailureCause::misaligned, "reads or writes 16 bytes or more at a misaligned address");
    else if (fault_.kind == FaultKind::noAddress)
      because(FailureCause::address, "touches an address that no memory can have");
    else if (stacks_.isGuard(fault_.address))
      because(FailureCause::other, "ran out of stack (endless recursion or a very large local array)");
    else
      because(FailureCause::address, std::string("touches address ") + address + ", which is not device memory");
    failure_ = std::move(failure);
    fault_ = {};
  }
  std::optional<BlockFailure> result = std::move(failure_);
  failure_.reset();
  if (result) {
    pendingBarriers_ = ~0u;  // barriers were left half open
    suspended_ = nullptr;
    for (DeviceThread& thread : threads_) thread.accesses = 0;
  }
  return result;
}

}  // namespace warpwright::engine
