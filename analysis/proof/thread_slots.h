#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analysis/proof/access_instances.h"
#include "analysis/proof/concrete.h"
#include "analysis/proof/levels.h"

namespace warpwright::proof {

/// Counters of loops that have one value: rounds of unrolled loops.
using PinnedCounters = std::vector<std::pair<SymbolId, uint64_t>>;

/// How far from a reference place of the thread an access goes, found out without a solver: counted, or seen in
/// samples.
class ThreadSlots {
 public:
  ThreadSlots(const Facts& facts, Levels& levels);

  /// Is the access at one place for a thread, whatever else happens, with the counters pinned? False: not known.
  bool isFixed(const Access& access, const PinnedCounters& pinned) const;
  /// Measures from this access with these counters. Requires: it is at one place for a thread.
  void setReference(const Access& access, PinnedCounters pinned);

  /// Distances from the reference that the access can have.
  struct Distances {
    std::set<int64_t> all;  ///< one more than `limit`: there may be others
    bool exact = false;     ///< each is one that a thread can have
  };
  /// Nothing where they cannot be counted. With the assumptions up to `level`.
  std::optional<Distances> count(const Access& access, const PinnedCounters& pinned, int level, size_t limit);

  /// Distances that threads have which get there and keep the assumptions up to `level`: those of `wanted` that were
  /// found, or two different ones where `wanted` is empty.
  std::set<int64_t> seen(const Access& access, const PinnedCounters& pinned, int level,
                         const std::set<int64_t>& wanted);
  /// Is there a thread that keeps the assumptions up to `level`, at a distance that is not in `known`? False: none was
  /// found.
  bool strays(const Access& access, int level, const std::set<int64_t>& known);

 private:
  std::optional<uint64_t> referencePlace(ConcreteThread& thread, ConcreteThread& reference);
  std::optional<int64_t> draw(const Access& access, const PinnedCounters& pinned, const std::set<int64_t>& targets);
  std::optional<int64_t> scatter(const Access& access);
  bool here(const Access& access, int level);

  const Facts& facts_;
  Levels& levels_;
  const Access* reference_ = nullptr;
  PinnedCounters pinned_;
  bool referenceCounts_ = false;  // thread indices and the pinned counters decide the reference
  Draws draws_;
  ConcreteBlock block_;
  ConcreteThread thread_, start_;
};

}  // namespace warpwright::proof
