// What the lanes of a warp do together, and what happens when they cannot.
#include <algorithm>
#include <bit>
#include <cstdio>

#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/checker.h"

namespace warpwright::engine {

namespace {

const char* nameOf(WarpOperation operation) {
  switch (operation) {
    case WarpOperation::sync:
      return "__syncwarp";
    case WarpOperation::shuffleUp:
      return "__shfl_up_sync";
    case WarpOperation::shuffleDown:
      return "__shfl_down_sync";
    case WarpOperation::shuffleXor:
      return "__shfl_xor_sync";
    case WarpOperation::shuffleIndex:
      return "__shfl_sync";
    case WarpOperation::ballot:
      return "__ballot_sync";
    case WarpOperation::all:
      return "__all_sync";
    case WarpOperation::any:
      return "__any_sync";
    case WarpOperation::uniform:
      return "__uni_sync";
    case WarpOperation::matchAny:
      return "__match_any_sync";
    case WarpOperation::matchAll:
      return "__match_all_sync";
    case WarpOperation::activeMask:
      return "__activemask";
    default:
      return "__reduce_sync";
  }
}

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

uint64_t reduce(WarpOperation operation, uint64_t a, uint64_t b) {
  const auto x = static_cast<uint32_t>(a), y = static_cast<uint32_t>(b);
  const auto sx = static_cast<int32_t>(x), sy = static_cast<int32_t>(y);
  switch (operation) {
    case WarpOperation::reduceAdd:
      return x + y;
    case WarpOperation::reduceMin:
      return static_cast<uint32_t>(sx < sy ? sx : sy);
    case WarpOperation::reduceMax:
      return static_cast<uint32_t>(sx > sy ? sx : sy);
    case WarpOperation::reduceUnsignedMin:
      return x < y ? x : y;
    case WarpOperation::reduceUnsignedMax:
      return x > y ? x : y;
    case WarpOperation::reduceAnd:
      return x & y;
    case WarpOperation::reduceOr:
      return x | y;
    default:
      return x ^ y;
  }
}

/// Each lane gets the lanes that hold its value.
void matchAny(DeviceThread* lanes, uint32_t members) {
  for (uint32_t m = members; m != 0; m &= m - 1) {
    DeviceThread& lane = lanes[std::countr_zero(m)];
    uint32_t same = 0;
    for (uint32_t o = members; o != 0; o &= o - 1) {
      if (lanes[std::countr_zero(o)].value == lane.value) same |= o & -o;
    }
    lane.result = same;
  }
}

/// An operation whose result follows from what all lanes hold together: votes, `matchAll`, reductions.
void combine(WarpOperation operation, DeviceThread* lanes, uint32_t members) {
  const DeviceThread& first = lanes[std::countr_zero(members)];
  uint32_t yes = 0;
  uint64_t reduced = first.value;
  bool equal = true;
  for (uint32_t m = members; m != 0; m &= m - 1) {
    const DeviceThread& lane = lanes[std::countr_zero(m)];
    if (lane.value != 0) yes |= m & -m;
    equal &= lane.value == first.value;
    if (&lane != &first) reduced = reduce(operation, reduced, lane.value);
  }
  for (uint32_t m = members; m != 0; m &= m - 1) {
    DeviceThread& lane = lanes[std::countr_zero(m)];
    switch (operation) {
      case WarpOperation::ballot:
        lane.result = yes;
        break;
      case WarpOperation::all:
        lane.result = yes == members;
        break;
      case WarpOperation::any:
        lane.result = yes != 0;
        break;
      case WarpOperation::uniform:
        lane.result = yes == members || yes == 0;
        break;
      case WarpOperation::matchAll:
        lane.result = equal ? members : 0;
        break;
      case WarpOperation::activeMask:
        lane.result = members;
        break;
      default:
        lane.result = reduced;
        break;
    }
    lane.predicate = equal;
  }
}

}  // namespace

bool BlockRunner::arrivedAll(const Warp& warp, const DeviceThread& thread, uint32_t members) const {
  if ((warp.waiting & members) != members) return false;
  const DeviceThread* lanes = &threads_[thread.warp * warpSize];
  for (uint32_t m = members; m != 0; m &= m - 1) {
    const DeviceThread& other = lanes[std::countr_zero(m)];
    if (other.mask != thread.mask || other.operation != thread.operation) return false;
  }
  return true;
}

void BlockRunner::waitInWarp(DeviceThread* thread, uint32_t site) {
  Warp& warp = warps_[thread->warp];
  const uint32_t bit = 1u << thread->lane;
  thread->site = site;
  warp.waiting |= bit;
  if (thread->mask == 0) {
    warp.converging |= bit;
  } else {
    if ((thread->mask & bit) == 0 && checker_ != nullptr) checker_->laneOutsideMask(*thread, site);
    const uint32_t members = (thread->mask & warp.live) | bit;
    if (arrivedAll(warp, *thread, members)) {
      complete(thread->warp, members);
      if (stopRequested()) fail(thread, "", siteAt(site));
      return;
    }
  }
  warp.runnable &= ~bit;
  switchAway(thread);
}

/// Lanes that named no mask (operations without _sync, __activemask) go on with those at the same place once no lane of
/// the warp can run: that is who is converged there.
void BlockRunner::completeConverging(uint32_t warpIndex) {
  Warp& warp = warps_[warpIndex];
  const DeviceThread* lanes = &threads_[warpIndex * warpSize];
  const DeviceThread& first = lanes[std::countr_zero(warp.converging)];
  uint32_t members = 0;
  for (uint32_t m = warp.converging; m != 0; m &= m - 1) {
    const uint32_t lane = std::countr_zero(m);
    if (lanes[lane].site == first.site && lanes[lane].operation == first.operation) members |= 1u << lane;
  }
  warp.converging &= ~members;
  complete(warpIndex, members);
}

/// A lane has finished: operations that only waited for it are done.
void BlockRunner::completeWithout(uint32_t warpIndex) {
  Warp& warp = warps_[warpIndex];
  for (uint32_t m = warp.waiting & ~warp.converging; m != 0;) {
    const uint32_t lane = std::countr_zero(m);
    const DeviceThread& thread = threads_[warpIndex * warpSize + lane];
    const uint32_t members = (thread.mask & warp.live) | 1u << lane;
    if (arrivedAll(warp, thread, members)) complete(warpIndex, members);
    m &= ~(members | 1u << lane);
  }
}

/// Lanes that wait in the operation that `thread` waits in.
uint32_t BlockRunner::arrivedWith(const Warp& warp, const DeviceThread& thread) const {
  const DeviceThread* lanes = &threads_[thread.warp * warpSize];
  uint32_t arrived = 0;
  for (uint32_t m = warp.waiting & ~warp.converging; m != 0; m &= m - 1) {
    const DeviceThread& other = lanes[std::countr_zero(m)];
    if (other.mask == thread.mask && other.operation == thread.operation) arrived |= m & -m;
  }
  return arrived;
}

void BlockRunner::waitWhereWaysMeet(DeviceThread* thread, uint32_t site, bool ofBlock) {
  Warp& warp = warps_[thread->warp];
  const uint32_t bit = 1u << thread->lane;
  thread->site = site;
  (ofBlock ? warp.meetingBlock : warp.meeting) |= bit;
  warp.runnable &= ~bit;
  ++meeting_;
  switchAway(thread);
}

/// Has a thread that waits where ways meet gone past `site` on one of them?
bool BlockRunner::isPast(const DeviceThread& thread, uint32_t site) const {
  const std::vector<uint32_t>& bypassed = (*shape_.kernel->sites)[thread.site].bypassed;
  return std::find(bypassed.begin(), bypassed.end(), site) != bypassed.end();
}

/// No lane of the warp can run. An operation that waits for lanes which went past it is done without them.
void BlockRunner::meetInWarp(uint32_t warpIndex) {
  Warp& warp = warps_[warpIndex];
  const DeviceThread* lanes = &threads_[warpIndex * warpSize];
  for (uint32_t m = warp.waiting & ~warp.converging; m != 0;) {
    const DeviceThread& thread = lanes[std::countr_zero(m)];
    const uint32_t arrived = arrivedWith(warp, thread), missing = thread.mask & warp.live & ~arrived;
    uint32_t past = 0;
    for (uint32_t o = missing & (warp.meeting | warp.meetingBlock); o != 0; o &= o - 1) {
      if (isPast(lanes[std::countr_zero(o)], thread.site)) past |= o & -o;
    }
    if (past != 0) checker_->lanesPassed(thread, past, nameOf(thread.operation));
    if (past != 0 && past == missing) return complete(warpIndex, arrived);
    m &= ~arrived;
  }
  meeting_ -= static_cast<uint32_t>(std::popcount(warp.meeting));
  warp.runnable |= warp.meeting;
  warp.meeting = 0;
}

/// No thread of the block can run. True: those who waited where ways meet can now.
bool BlockRunner::meetInBlock() {
  if (meeting_ == 0) return false;
  const Barrier& barrier = barriers_[0];
  const DeviceThread* example = nullptr;
  uint32_t past = 0;
  for (uint32_t w = 0; w < warpCount_; ++w) {
    for (uint32_t m = warps_[w].meetingBlock; m != 0 && barrier.arrived != 0; m &= m - 1) {
      const DeviceThread& thread = threads_[w * warpSize + std::countr_zero(m)];
      if (!isPast(thread, barrier.site) && (barrier.otherSite == 0 || !isPast(thread, barrier.otherSite))) continue;
      ++past;
      if (example == nullptr) example = &thread;
    }
  }
  if (past != 0) checker_->barrierPassed(*example, barrier.site, past);
  letMeetingRun();
  return true;
}

void BlockRunner::letMeetingRun() {
  for (uint32_t w = 0; w < warpCount_; ++w) {
    const uint32_t lanes = warps_[w].meeting | warps_[w].meetingBlock;
    if (lanes == 0) continue;
    warps_[w].runnable |= lanes;
    runnableWarps_ |= 1u << w;
    warps_[w].meeting = warps_[w].meetingBlock = 0;
  }
  meeting_ = 0;
}

void BlockRunner::complete(uint32_t warpIndex, uint32_t members) {
  Warp& warp = warps_[warpIndex];
  warp.waiting &= ~members;
  warp.runnable |= members;
  runnableWarps_ |= 1u << warpIndex;

  DeviceThread* lanes = &threads_[warpIndex * warpSize];
  const DeviceThread& first = lanes[std::countr_zero(members)];
  switch (first.operation) {
    case WarpOperation::sync:
      // The others exchange values and order no memory.
      if (checker_ != nullptr) {
        const uint32_t size = std::min(warpSize, threadCount_ - warpIndex * warpSize);
        checker_->warpSynchronised(warpIndex, first.mask | members, size == warpSize ? ~0u : (1u << size) - 1);
      }
      return;
    case WarpOperation::shuffleUp:
    case WarpOperation::shuffleDown:
    case WarpOperation::shuffleXor:
    case WarpOperation::shuffleIndex:
      return shuffle(lanes, members);
    case WarpOperation::matchAny:
      return matchAny(lanes, members);
    default:
      return combine(first.operation, lanes, members);
  }
}

void BlockRunner::shuffle(DeviceThread* lanes, uint32_t members) {
  for (uint32_t m = members; m != 0; m &= m - 1) {
    DeviceThread& lane = lanes[std::countr_zero(m)];
    // As PTX defines it: bits 8 to 12 of the last operand split the warp, bits 0 to 4 bound the source lane.
    const uint32_t segment = lane.clamp >> 8 & 31, clamp = lane.clamp & 31, delta = lane.operand & 31;
    const uint32_t low = lane.lane & segment, high = low | (clamp & ~segment);
    uint32_t source = 0;
    bool inside = false;
    switch (lane.operation) {
      case WarpOperation::shuffleUp:
        source = lane.lane - delta;
        inside = static_cast<int32_t>(source) >= static_cast<int32_t>(high);
        break;
      case WarpOperation::shuffleDown:
        source = lane.lane + delta;
        inside = source <= high;
        break;
      case WarpOperation::shuffleXor:
        source = lane.lane ^ delta;
        inside = source <= high;
        break;
      default:
        source = low | (delta & ~segment);
        inside = source <= high;
        break;
    }
    if (!inside) source = lane.lane;
    lane.predicate = inside;
    if (members >> source & 1) {
      lane.result = lanes[source].value;
    } else {
      // Undefined on a GPU. Zero, the same in each run; a guess such as the own value would make wrong sums look right.
      lane.result = 0;
      if (checker_ != nullptr) checker_->shuffleFromAbsentLane(lane, source);
    }
  }
}

void BlockRunner::failDeadlock(DeviceThread* thread) {
  uint32_t atBarrier = 0, inWarp = 0;
  const DeviceThread* barrierThread = nullptr;
  const DeviceThread* warpThread = nullptr;
  for (uint32_t w = 0; w < warpCount_; ++w) {
    for (uint32_t lane = 0; lane < warpSize && w * warpSize + lane < threadCount_; ++lane) {
      const DeviceThread& other = threads_[w * warpSize + lane];
      if ((warps_[w].live >> lane & 1) == 0) continue;
      const bool warpOperation = warps_[w].waiting >> lane & 1;
      ++(warpOperation ? inWarp : atBarrier);
      auto& example = warpOperation ? warpThread : barrierThread;
      if (example == nullptr) example = &other;
    }
  }
  std::string what = "waits for ever: ";
  if (atBarrier != 0) {
    what += std::to_string(atBarrier) + " threads wait at a barrier (" + toString(siteAt(barrierThread->site)) + ")";
  }
  if (inWarp != 0) {
    if (atBarrier != 0) what += " and ";
    what += std::to_string(inWarp) + (inWarp == 1 ? " lane waits in " : " lanes wait in ") +
            nameOf(warpThread->operation) + " with mask " + hex(warpThread->mask) + " (" +
            toString(siteAt(warpThread->site)) + ") for lanes that do not come";
  }
  const DeviceThread* named = warpThread != nullptr ? warpThread : barrierThread != nullptr ? barrierThread : thread;
  fail(const_cast<DeviceThread*>(named), std::move(what), siteAt(named->site));
}

}  // namespace warpwright::engine
