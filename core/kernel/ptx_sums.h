#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/source_range.h"

namespace warpwright {

/// A sum of floating-point numbers that could take a product.
struct RoundedSum {
  SourcePosition at;
  bool isFused = false;  ///< it takes one
  /// Where the product stands that it adds, if it is fused and adds one; not valid: none, or not known.
  SourcePosition added;
};
/// Those of a kernel (mangled name; and of what it may call), in the order of the text. Requires: what ptxas may still
/// choose is said, as settledPtx does.
std::vector<RoundedSum> roundedSums(const std::string& ptx, const std::string& kernel);

/// Sums of a line of the text that could take a product: how many are one operation with it.
struct LineSums {
  size_t together = 0, apart = 0;
  bool operator==(const LineSums&) const = default;
};
/// By line, in whatever file. Requires: as above.
std::map<uint32_t, LineSums> sumsOfLines(const std::string& ptx, const std::string& kernel);

/// The settled code with the places of another one. `original`: what was settled, whose lines it has (settledPtx);
/// `placed`: the same instructions with other places (`.loc`). Errors (input): they are not the same.
Result<std::string> withPlacesOf(const std::string& placed, const std::string& original, const std::string& settled);

}  // namespace warpwright
