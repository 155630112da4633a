#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright::memsim {

inline constexpr uint32_t warpSize = 32;

/// What a traced place in a kernel does.
enum class EventKind : uint8_t {
  load,
  store,
  atomic,
  marker,         ///< the latch of a loop: where lanes of a loop wait for each other
  barrier,        ///< of the block: no warp goes on before all have come
  warpOperation,  ///< shuffles, votes and the like
};

enum class MemorySpace : uint8_t {
  global,
  shared,
  local,     ///< the event's address is an offset in the thread's frame
  texture,   ///< fetches: loads through L1, counted apart from those of global memory
  constant,  ///< of its own cache: counted in lanes and bytes only
  generic,   ///< told by the address when the warp is merged
};

/// How a load or store asks to be cached (PTX ISA, "Cache Operators" and "Cache Eviction Priority Hints").
enum class CacheOperator : uint8_t {
  normal,      ///< .ca and plain accesses, .wb for stores
  bypassL1,    ///< .cg: L2 only
  streaming,   ///< .cs: likely to be read once: evicted first
  lastUse,     ///< .lu: as .cs
  uncached,    ///< .cv and volatile: fetched anew each time
  noAllocate,  ///< L1::no_allocate: read from L1 where it is there, not kept
  evictFirst,  ///< L1::evict_first
  evictLast,   ///< L1::evict_last
};

/// What a thread does between the last event and this one, and what it waits for there: for the estimate of timing.
/// Instructions behind the last event of a region of code belong to that event.
struct SiteWork {
  uint32_t region = 0;  ///< code without a branch; sites of one region are executed together
  uint32_t step = 0;    ///< of a load: how many loads of the region, itself included, wait for one another until it;
                        ///< loads of one step are on their way together
  float instructions = 0, fp32 = 0, fp64 = 0, special = 0;  ///< a thread's; `instructions` counts all
  float wide = 0;  ///< of `instructions`: those that addresses of 32 bits do not take
  float ptx = 0;   ///< a thread's instructions of PTX, for addresses of 32 bits
  float path = 0;  ///< instructions of the region that wait for one another; at its first site only
};

/// Which instructions a modelled GPU executes: those of a machine with addresses of 64 or 32 bits, or PTX itself.
enum class GpuCode : uint8_t { addresses64, addresses32, ptx };
constexpr float instructionsOf(const SiteWork& work, GpuCode code) {
  if (code == GpuCode::ptx) return work.ptx;
  return code == GpuCode::addresses32 ? work.instructions - work.wide : work.instructions;
}

/// One place in a kernel that appears in traces. Its number is its index in the list of sites, and numbers rise in the
/// order in which a GPU would reach the places: reverse postorder of the control flow, loops kept together. Merging
/// lanes rests on that order (see warp_merge.h).
struct TraceSite {
  EventKind kind = EventKind::load;
  MemorySpace space = MemorySpace::global;
  CacheOperator cacheOperator = CacheOperator::normal;
  uint32_t bytes = 4;  ///< of one lane's access
  SiteWork work;
  bool oneLane =
      false;  ///< an atomic that one lane does for its warp: compilers add up first where all have one address
};

/// One event of one thread: the site in the upper 16 bits, the address (0 for markers) in the lower 48.
using TraceEvent = uint64_t;
inline constexpr uint32_t addressBits = 48, maxSites = 1u << 16;
constexpr TraceEvent makeEvent(uint32_t site, uint64_t address) {
  return uint64_t{site} << addressBits | (address & ((uint64_t{1} << addressBits) - 1));
}
constexpr uint32_t siteOf(TraceEvent event) {
  return static_cast<uint32_t>(event >> addressBits);
}
constexpr uint64_t addressOf(TraceEvent event) {
  return event & ((uint64_t{1} << addressBits) - 1);
}

}  // namespace warpwright::memsim
