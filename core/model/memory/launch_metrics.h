#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/source_range.h"
#include "core/model/memory/memory_model.h"
#include "core/model/memory/timing.h"

namespace warpwright::memsim {

/// What a count was under each schedule: the least and the most.
struct CountRange {
  uint64_t low = 0, high = 0;
  bool operator==(const CountRange&) const = default;
};

/// `Traffic` over the schedules.
struct TrafficRange {
  CountRange l1Lookups, l1Hits, l2Reads, l2Writes, l2Hits, dramReads, dramWrites;
  bool operator==(const TrafficRange&) const = default;
};

/// All accesses of one kind that one place in the source makes to one space.
struct PlaceMetrics {
  SourcePosition at;
  std::string object;  ///< array or parameter where it is known
  EventKind kind = EventKind::load;
  MemorySpace space = MemorySpace::global;
  CacheOperator cacheOperator = CacheOperator::normal;
  AccessCounts counts;
  TrafficRange traffic;  ///< nothing in it for shared and constant memory
  bool operator==(const PlaceMetrics&) const = default;
};

/// Counts of one kind of access in one space, over all places.
struct AccessTotal {
  EventKind kind = EventKind::load;
  MemorySpace space = MemorySpace::global;
  AccessCounts counts;
  bool operator==(const AccessTotal&) const = default;
};

/// What one launch asks of the memory of a modelled GPU.
struct LaunchMetrics {
  std::string device;                     ///< "H200"
  uint32_t residentBlocks = 0;            ///< at once on a multiprocessor, by threads, blocks and shared memory
  uint64_t l1Bytes = 0;                   ///< what shared memory leaves to L1
  uint64_t blocks = 0, tracedBlocks = 0;  ///< counts are of the traced blocks, scaled to all
  uint64_t modelledBlocks = 0;            ///< of those, blocks whose requests went through the caches, scaled likewise
  std::vector<AccessTotal> totals;        ///< those that occur, ordered by space and kind
  TrafficRange traffic;                   ///< of all accesses
  TrafficRange globalLoads;               ///< of loads from global memory
  std::vector<PlaceMetrics> places;       ///< ordered by place
  std::optional<TimingEstimate> timing;   ///< what bounds it
  std::optional<ArithmeticCounts> arithmetic;  ///< none: it was traced by an earlier version
  uint64_t launches = 1;                       ///< that these are the sum of
  std::vector<std::string> conditions;         ///< under which the numbers hold, a sentence each

  bool isExact() const { return tracedBlocks == blocks; }
  bool operator==(const LaunchMetrics&) const = default;
};

/// What several launches of one kernel ask for together; conditions of the first. Requires: at least one.
LaunchMetrics sumOf(const std::vector<const LaunchMetrics*>& launches);

/// One number of a launch under a name that stays.
struct NamedMetric {
  std::string name;          ///< "global_load_sectors"
  std::string counter;       ///< what Nsight Compute calls the same quantity; empty: it has none that is the same
  std::string unit;          ///< "requests", "sectors", "wavefronts", "bytes", "%"
  std::string meaning;       ///< half a sentence for people
  double low = 0, high = 0;  ///< equal where the number is no range
};

/// Every metric of a launch, in a fixed order.
std::vector<NamedMetric> namedMetrics(const LaunchMetrics& metrics);

/// "load", "store", "atomic", …; "global", "shared", …; "", ".cg", …
std::string toString(EventKind kind);
std::string toString(MemorySpace space);
std::string toString(CacheOperator cacheOperator);

}  // namespace warpwright::memsim
