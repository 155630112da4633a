#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace warpwright {

/// An index that cannot be mixed up with another kind of index. Default-constructed ids are invalid.
template <typename Tag>
struct Id {
  static constexpr uint32_t none = std::numeric_limits<uint32_t>::max();
  uint32_t value = none;

  bool isValid() const { return value != none; }
  auto operator<=>(const Id&) const = default;
};

using AccessId = Id<struct AccessTag>;          ///< one load, store or atomic of a kernel
using ObjectId = Id<struct ObjectTag>;          ///< one array or variable that a kernel touches
using LoopId = Id<struct LoopTag>;              ///< one natural loop
using BlockId = Id<struct BlockTag>;            ///< one basic block of the control-flow graph (not a thread block)
using BarrierId = Id<struct BarrierTag>;        ///< one __syncthreads()
using SymbolId = Id<struct SymbolTag>;          ///< one symbol of an index form
using ExpressionId = Id<struct ExpressionTag>;  ///< one node of an ExpressionPool

}  // namespace warpwright

template <typename Tag>
struct std::hash<warpwright::Id<Tag>> {
  size_t operator()(warpwright::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
