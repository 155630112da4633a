#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/placement/index_form.h"
#include "analysis/proof/proof.h"
#include "analysis/rewrite/tree/subscript_terms.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// What becomes of one declared dimension when an array moves to its thread.
struct DimensionLayout {
  enum class Kind : uint8_t {
    lane,   ///< decided by the thread index alone: it goes
    slot,   ///< free of the thread index: it stays as it is
    split,  ///< lane + residue + stride * slot: the slot stays
  };
  Kind kind = Kind::slot;
  LanePart lane;        ///< the thread's part; empty for `slot`
  int64_t stride = 1;   ///< split: elements from one slot to the next
  int64_t residue = 0;  ///< lane, split: added to the thread's part
  uint64_t slots = 1;   ///< extent that the thread's array needs
  bool operator==(const DimensionLayout&) const = default;
};

/// How each thread's elements of an array become an array of its own.
struct SlotLayout {
  std::vector<DimensionLayout> dimensions;  ///< outermost first
  /// A thread's slots lie next to each other, in the order of the new array: pointers may walk over them.
  bool contiguous = false;
  bool mayWrap = false;  ///< some subscript is formed with unsigned numbers, which wrap

  uint64_t slots() const;  ///< of all dimensions together
  bool operator==(const SlotLayout&) const = default;
};

/// Subscripts of one mention, taken apart, outermost first; fewer than the declared dimensions where it names a row.
using MentionTerms = std::vector<rewrite::SubscriptTerms>;

/// Finds the layout from what the source spells. Errors: why there is none, as the rest of a sentence.
Result<SlotLayout> slotLayout(const KernelModel& model, const MemoryObject& object,
                              const std::vector<MentionTerms>& mentions);

/// Checks that every access of the object in the model follows the layout, and collects the slots that have to stay
/// inside it. Errors: an access that does not, with its line, as the rest of a sentence.
Result<std::vector<proof::BoundedValue>> slotBounds(const KernelModel& model, const MemoryObject& object,
                                                    const SlotLayout& layout);

}  // namespace warpwright::passes
