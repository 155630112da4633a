#include "core/execute/replay/sum_bounds.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace warpwright {
namespace {

uint64_t bitsOf(std::string_view bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
  return bits;
}

/// Requires: 4 or 8 bytes.
double numberOf(std::string_view bytes) {
  if (bytes.size() == sizeof(float)) {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace

SumBounds::SumBounds(const OutputRecord& original) : original_(original) {
  for (const RecordedSum& sum : original.sums()) {
    if (sum.buffer >= original.buffers().size()) continue;
    const std::string& type = original.buffers()[sum.buffer].elementType;
    const bool isSum =
        (type == "float" && sum.bytes == sizeof(float)) || (type == "double" && sum.bytes == sizeof(double));
    if (!isSum || !(sum.bound > 0)) continue;
    double& bound = bounds_[{sum.buffer, sum.offset, sum.bits}];
    bound = std::max(bound, sum.bound);
  }
}

bool SumBounds::hold(uint32_t buffer, uint64_t offset, std::string_view original, std::string_view variant) {
  if (bounds_.empty() || original.size() != variant.size()) return false;
  if (original.size() != elementSize(original_.buffers()[buffer].elementType)) return false;
  const auto found = bounds_.find({buffer, offset, bitsOf(original)});
  if (found == bounds_.end()) return false;
  const double own = numberOf(original), apart = std::fabs(own - numberOf(variant));
  if (!(apart <= found->second)) return false;  // NaN is not
  keep(buffer, offset, own, apart, found->second, original, variant);
  return true;
}

void SumBounds::keep(uint32_t buffer, uint64_t offset, double own, double apart, double bound,
                     std::string_view original, std::string_view variant) {
  if (places_.insert({buffer, offset}).second) ++met_.elements;
  met_.largestAbsolute = std::max(met_.largestAbsolute, apart);
  if (own != 0) met_.largestRelative = std::max(met_.largestRelative, apart / std::fabs(own));
  if (apart / bound < met_.largestShare) return;
  met_.largestShare = apart / bound;
  const RecordedBuffer& recorded = original_.buffers()[buffer];
  met_.largest = "`" + recorded.name + "[" + std::to_string(offset / original.size()) + "]` is " +
                 elementText(recorded.elementType, variant) + " instead of " +
                 elementText(recorded.elementType, original);
}

std::optional<RoundedSums> SumBounds::met() const {
  if (bounds_.empty()) return std::nullopt;
  return met_;
}

}  // namespace warpwright
