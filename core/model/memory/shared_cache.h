#pragma once

#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "core/device/fused_chip.h"
#include "core/model/memory/dram.h"
#include "core/model/memory/line_cache.h"

namespace warpwright::memsim {

/// Who asks the shared cache for a line; it comes back with the line.
struct Requester {
  enum class Kind : uint8_t { gpuLoad, gpuStore, cpuLoad, cpuPrefetch };
  Kind kind = Kind::gpuLoad;
  uint32_t unit = 0, ticket = 0;  ///< the asker's own
  bool isGpu() const { return kind == Kind::gpuLoad || kind == Kind::gpuStore; }
};

/// Something that happens at a tick. Events of one tick happen in the order in which they were made: runs are
/// repeatable.
struct FusedEvent {
  enum class Kind : uint8_t { deliver, toDram, dram, dramDone, gpuIssue, gpuRequest, gpuMemory };
  uint64_t time = 0, order = 0, line = 0;
  Requester from;  ///< of `deliver`
  uint32_t unit = 0, index = 0;
  Kind kind = Kind::deliver;
};
class EventQueue {
 public:
  void add(FusedEvent event) {
    event.order = ++order_;
    events_.push(event);
  }
  bool empty() const { return events_.empty(); }
  const FusedEvent& top() const { return events_.top(); }
  FusedEvent take() {
    const FusedEvent event = events_.top();
    events_.pop();
    return event;
  }

 private:
  struct Later {
    bool operator()(const FusedEvent& a, const FusedEvent& b) const {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  std::priority_queue<FusedEvent, std::vector<FusedEvent>, Later> events_;
  uint64_t order_ = 0;
};

/// What happened in the shared cache. A line that is on its way already is neither hit nor miss.
struct SharedCacheCounts {
  uint64_t gpuAccesses = 0, gpuHits = 0, gpuMisses = 0;
  uint64_t gpuHitsOnFetched = 0;  ///< hits on a line that the CPU had fetched
  uint64_t gpuLate = 0;           ///< accesses to a line that the CPU had asked for and that was still on its way
  uint64_t cpuAccesses = 0, cpuHits = 0;
  uint64_t cpuFetched = 0;                 ///< lines that the CPU brought in from DRAM
  uint64_t cpuUsed = 0;                    ///< of those, lines that the GPU asked for before they had to go
  uint64_t dramReads = 0, dramWrites = 0;  ///< lines
};

/// The last cache of a fused chip with the DRAM behind it: write-back, a store fetches its line; plain sets.
class SharedCache {
 public:
  enum class Outcome : uint8_t { hit, onItsWay, miss };

  /// `perfect`: everything hits.
  SharedCache(const FusedDevice& device, bool perfect, EventQueue& events);
  /// Asks for a line: a `deliver` event follows for loads, stores and prefetches alike.
  Outcome access(uint64_t now, uint64_t line, Requester from);
  void toDram(const FusedEvent& event);
  void dram(const FusedEvent& event) { runModule(event.time, event.unit); }
  void dramDone(const FusedEvent& event);

  SharedCacheCounts counts;
  uint64_t dramRowHits() const;
  uint64_t dramBusyTicks() const;

 private:
  struct Mark {
    bool dirty = false, fetchedByCpu = false, used = false;
  };
  struct Flight {
    std::vector<Requester> waiting;
    bool byCpu = false, used = false;
  };
  void enqueue(uint64_t now, uint64_t line, bool write);
  void runModule(uint64_t now, uint32_t module);

  const FusedChip& chip_;
  bool perfect_;
  EventQueue& events_;
  uint64_t gpuLatency_, cpuLatency_;
  LineCache<Mark> lines_;
  std::unordered_map<uint64_t, Flight> flights_;
  std::vector<DramModule> modules_;
  std::vector<uint64_t> wakes_;  ///< tick at which a module is looked at next
};

/// Ticks of a clock: the CPU's cycles, of which a slower clock's cycle takes a whole number.
uint64_t ticksOf(const FusedChip& chip, double clockGHz);

}  // namespace warpwright::memsim
