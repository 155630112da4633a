#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::passes {

/// What the thread index adds to a subscript: factors of products such as "threadIdx.x" or "threadIdx.x*threadIdx.y".
using LanePart = std::map<std::string, int64_t>;

/// The product of two of them, factors sorted.
std::string productName(const std::string& left, const std::string& right);

/// A subscript or an offset as lane + constant + rest, all of it multiplied out as far as it can be.
struct IndexForm {
  LanePart lane;
  int64_t constant = 0;
  std::vector<std::pair<int64_t, ExpressionId>> rest;  ///< factor and term, each without the thread index in a sum
  uint8_t width = 64;                                  ///< of the terms, whose sum wraps there
  /// Terms of `width` bits were widened after they had been added up: the form holds as long as their sum, with lane
  /// and constant, stays in the range of a non-negative number of `width` bits.
  bool wasWidened = false;
  bool isSigned = false;  ///< of a widened sum: it was widened with its sign
};

/// Nothing where sums of different widths are mixed, or factors overflow.
std::optional<IndexForm> indexForm(const KernelModel& model, ExpressionId expression);

/// The least and largest value of a lane part over the block; nothing where the block is not known, or the values leave
/// 31 bits.
std::optional<std::pair<int64_t, int64_t>> laneRange(const KernelModel& model, const LanePart& lane);

/// "threadIdx.x + 16 * threadIdx.y", for messages.
std::string toText(const LanePart& lane);

}  // namespace warpwright::passes
