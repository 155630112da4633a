#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/proof/proof.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::passes {

/// Which of a thread's elements one mention in the source means.
struct UseSlot {
  /// The slot: `first + step * (times the back edge of `loop` has been taken)`. step == 0: always `first`.
  uint32_t first = 0;
  int64_t step = 0;
  uint64_t trips = 1;
  SourceRange loop;
  /// Each subscript as `start + stride * (back edges taken)`, where it is that and nothing else.
  struct Linear {
    int64_t start = 0, stride = 0;
    bool operator==(const Linear&) const = default;
  };
  std::vector<std::optional<Linear>> subscripts;
  bool operator==(const UseSlot&) const = default;
};

/// The elements of a private object that one thread keeps, numbered from 0 in address order, and which of them each
/// mention in the source means. Only for objects whose slots are constant.
struct ElementSlots {
  uint32_t count = 0;
  std::map<SourcePosition, UseSlot> uses;  ///< by where the mention begins; filled only where count > 1
  std::string problem;                     ///< why the elements could not be told apart; empty: all is known
  uint32_t problemLine = 0;
};

/// Turns byte slots into elements. An access may cover a part of an element (`p[t].x`), never parts of two.
/// Requires: no access of `slots` is dynamic.
ElementSlots elementSlots(const KernelModel& model, ObjectId object, const proof::Slots& slots);

/// What the expression leaves when divided by `divisor`, if that is the same for all values of its symbols.
std::optional<uint64_t> residue(const ExpressionPool& pool, ExpressionId expression, uint64_t divisor);

/// The expression as `start + stride * counter`, if it is that and holds no other symbol.
std::optional<UseSlot::Linear> linearIn(const ExpressionPool& pool, ExpressionId expression, SymbolId counter);

/// The factor of `counter` in the expression, whatever else is added to it: 0 where it does not occur. Nothing where it
/// occurs in another way than as an added multiple.
std::optional<int64_t> factorOf(const ExpressionPool& pool, ExpressionId expression, SymbolId counter);

}  // namespace warpwright::passes
