#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/proof/concrete.h"
#include "analysis/proof/facts.h"

namespace warpwright::proof {

/// What is asked about the instances of an access.
struct InstancesRequest {
  bool guard = true;              ///< only those in which its guard holds
  bool insideObject = false;      ///< only those that keep assumption level 1
  bool insideDimensions = false;  ///< only those that keep assumption level 2
  bool modulo = false;            ///< open values need no bound: places are known up to multiples of `stride`
  std::vector<std::pair<SymbolId, uint64_t>> pinned;  ///< counters that have one value
};

/// The instances at which the threads of a block make one access, counted out one by one, without a solver. That works
/// where the place is a sum of parts that thread indices and loop counters decide, and of multiples of open values that
/// an assumption bounds: a subscript that stays in its dimension, or the only open part of a place that stays in its
/// object. An open value may have a part that is decided too: `32 * e + threadIdx.x` leaves threadIdx.x when divided by
/// 32, also where it wraps.
class AccessInstances {
 public:
  AccessInstances(const Facts& facts, const Access& access, InstancesRequest request);

  /// Is the place such a sum? If not, nothing can be counted.
  bool countable() const { return countable_; }
  /// Is each of the instances one that a thread can be in? If not, they are more than there are: a part of the guard is
  /// not decided, or a subscript takes all values of its dimension.
  bool exact() const { return exact_ && open_.empty(); }
  /// With `modulo`: places differ from those visited by multiples of it.
  uint64_t stride() const { return stride_; }
  /// Is the counter set in each instance? If not, it does not matter to the place.
  bool counts(SymbolId counter) const {
    return std::find(counters_.begin(), counters_.end(), counter) != counters_.end();
  }

  /// Calls `visit` with the thread (its index and counters are set) and the byte offset, until it gives false. Gives
  /// false where they cannot be counted: too many, or a division by zero.
  using Visit = std::function<bool(ConcreteThread& thread, uint64_t offset)>;
  bool forEach(ConcreteThread& thread, const Visit& visit) const;

 private:
  struct Part {
    ExpressionId expression;
    uint64_t factor;
  };
  /// A value that can be every number in its bounds that leaves the sum of `parts` when divided by `modulus`.
  struct Open {
    ExpressionId value;
    uint64_t factor;
    std::optional<uint64_t> extent;  // from 0; absent: what keeps the place inside the object
    uint64_t modulus = 1;            // a power of two
    std::vector<Part> parts;
  };
  struct Walk;

  bool decided(ExpressionId expression);
  bool decided(SymbolId symbol);
  bool split(ExpressionId expression, uint64_t factor);
  bool splitOpen(ExpressionId expression, uint64_t factor);
  std::optional<uint64_t> extentOf(ExpressionId value) const;
  void residue(Open& open, ExpressionId expression, uint64_t factor);
  void splitGuard(ExpressionId condition);
  void need(ExpressionId expression);
  bool limited(size_t dimension) const;
  bool isNarrow(ExpressionId value) const;
  bool bounded(const Open& open) const;
  void findStride();
  bool hasRound(SymbolId counter, uint64_t value) const;

  const Facts& facts_;
  const Access& access_;
  InstancesRequest request_;
  bool countable_ = false, exact_ = true;
  uint64_t stride_ = 0;
  std::vector<Part> parts_;
  std::vector<Open> open_;
  std::vector<ExpressionId> conditions_;                       // decided parts of the guard
  std::vector<std::pair<ExpressionId, uint64_t>> subscripts_;  // decided ones, with their extents
  std::vector<SymbolId> counters_;                             // a counter comes after those that bound it
  std::vector<std::optional<bool>> decided_;                   // by symbol
};

/// Does the subscript at a dimension of the object tell, as an unsigned number, whether it is inside? Where the extent
/// needs the top bit, the number alone does not tell a large subscript from a negative one.
bool limits(const KernelModel& model, const Access& access, size_t dimension);

}  // namespace warpwright::proof
