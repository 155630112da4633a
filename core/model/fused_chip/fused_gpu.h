#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/model/memory/memory_model.h"
#include "core/model/memory/miss_slots.h"
#include "core/model/memory/shared_cache.h"
#include "core/model/memory/work_recorder.h"

namespace warpwright::memsim {

/// What a GPU does in one launch: the requests of every block with the instructions between them (`packWork`), in the
/// order in which blocks are dispatched.
struct GpuWork {
  std::vector<TraceSite> sites;
  std::vector<BlockRequests> blocks;
  uint32_t residentBlocks = 1;  ///< at once on a multiprocessor
};

struct GpuCounts {
  uint64_t warpInstructions = 0, threadInstructions = 0;
  uint64_t l1Loads = 0, l1Hits = 0, l2Loads = 0,
           l2Hits = 0;  ///< lines of loads; hits when asked, not after waiting for a slot
};

/// The GPU of a fused chip, as GPGPU-Sim's of its time: multiprocessors that issue one instruction of a warp a cycle,
/// warps in turn; a warp waits where what it loaded is needed, at the latest where its region of code ends or the
/// block meets. Loads look in L1 and L2; stores go through to the shared cache. Each line on its way takes one of the
/// multiprocessor's slots for misses; without a free one its memory stage stands still, and with it the one pipeline
/// that all instructions pass. Loads that miss in L2 share its slots, too, and wait there for one.
class FusedGpu {
 public:
  FusedGpu(const FusedDevice& device, EventQueue& events, SharedCache& shared);

  /// Starts a launch at `now`; caches stay as they are. `work` must outlive it.
  void start(uint64_t now, const GpuWork& work);
  /// Everything has retired and nothing is on its way.
  bool finished() const { return blocksLeft_ == 0 && onTheirWay_ == 0; }

  void issue(const FusedEvent& event) { issueFrom(event.time, event.unit); }
  void request(const FusedEvent& event);
  void memory(const FusedEvent& event) { runMemory(event.time, event.unit); }
  void lineArrived(const FusedEvent& event);

  GpuCounts counts;

 private:
  static constexpr uint32_t noSlot = ~uint32_t{0};
  struct Nothing {};
  using Cache = LineCache<Nothing>;
  struct Warp {
    const uint64_t* at = nullptr;
    const uint64_t* end = nullptr;
    uint64_t readyAt = 0;
    uint64_t left = 0;         ///< instructions up to the request at `at`
    uint32_t block = 0;        ///< slot of the block on its multiprocessor
    uint32_t outstanding = 0;  ///< lines of loads
    uint32_t lastSite = 0, step = 0;
    uint32_t piece = 0;  ///< lines of the entry at `at` that are done
    uint32_t lines = 0;  ///< of this request so far
    bool alive = false, inMemory = false, atBarrier = false, waits = false;
  };
  struct Block {
    uint32_t running = 0, arrived = 0;
  };
  struct Miss {
    uint32_t warp = 0;
    bool load = false;
  };
  struct Multiprocessor {
    std::vector<Warp> warps;
    std::vector<Block> blocks;
    std::vector<Miss> misses;
    std::vector<uint32_t> freeMisses;
    std::deque<uint32_t> queue;  ///< warps whose requests wait for the memory stage
    Cache l1;
    size_t next = 0;
    uint64_t issueFree = 0, memoryFree = 0, wakeAt = ~uint64_t{0};
    bool stalled = false;
  };

  void dispatch(uint64_t now, uint32_t multiprocessor, uint32_t slot);
  void issueFrom(uint64_t now, uint32_t multiprocessor);
  void wake(uint64_t now, uint64_t at, uint32_t multiprocessor);
  bool mustWait(const Warp& warp) const;
  bool issueWarp(uint64_t now, uint32_t multiprocessor, size_t index);
  void retire(uint64_t now, uint32_t multiprocessor, Warp& warp);
  void meet(uint64_t now, Multiprocessor& sm, Warp& warp);
  void release(uint64_t now, Multiprocessor& sm, uint32_t block);
  void runMemory(uint64_t now, uint32_t multiprocessor);
  bool runRequest(uint64_t now, uint32_t multiprocessor, uint32_t index);
  bool accessLine(uint64_t now, uint32_t multiprocessor, uint32_t index, const TraceSite& site, uint64_t line);
  bool askL2(uint64_t now, uint64_t line, Requester from);
  void fromL2(uint64_t at, uint64_t line, Requester to);
  void freeL2Slot(uint64_t now, uint64_t line);

  const FusedChip& chip_;
  EventQueue& events_;
  SharedCache& shared_;
  uint64_t tick_ = 1, l2Latency_ = 0;
  uint32_t sectorsPerLine_ = 2;
  const GpuWork* work_ = nullptr;
  size_t nextBlock_ = 0, blocksLeft_ = 0;
  uint64_t onTheirWay_ = 0;
  std::vector<Multiprocessor> multiprocessors_;
  Cache l2_;
  MissSlots<Requester> l2Misses_;
};

}  // namespace warpwright::memsim
