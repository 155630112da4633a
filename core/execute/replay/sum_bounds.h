#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/job/output_record.h"

namespace warpwright {

/// How far sums that the original's atomics made may lie from a variant's that adds the same numbers in other groups.
class SumBounds {
 public:
  explicit SumBounds(const OutputRecord& original);
  /// Is the original's element such a sum, and the variant's no further from it? Keeps how far those lie apart.
  bool hold(uint32_t buffer, uint64_t offset, std::string_view original, std::string_view variant);
  /// Those that held; nothing: the record has no bounds.
  std::optional<RoundedSums> met() const;

 private:
  void keep(uint32_t buffer, uint64_t offset, double own, double apart, double bound, std::string_view original,
            std::string_view variant);

  const OutputRecord& original_;
  std::map<std::tuple<uint32_t, uint64_t, uint64_t>, double> bounds_;  ///< by buffer, offset and bits
  std::set<std::pair<uint32_t, uint64_t>> places_;                     ///< that differed
  RoundedSums met_;
};

}  // namespace warpwright
