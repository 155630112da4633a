#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/capture/launch_capture.h"

namespace warpwright {

/// How one buffer after a replay differs from its reference.
struct BufferComparison {
  std::string buffer;
  std::string elementType;  ///< empty: compared as 32-bit words
  uint64_t bytes = 0, elements = 0;
  uint64_t differing = 0;                           ///< elements past the tolerance
  uint64_t notBitwise = 0;                          ///< elements whose bits differ, `differing` among them
  uint64_t firstIndex = 0;                          ///< of the first that is past the tolerance
  std::string reference, actual;                    ///< its values
  double largestAbsolute = 0, largestRelative = 0;  ///< over elements that are numbers in both
  std::optional<Tolerance> tolerance;

  bool same() const { return differing == 0; }
  /// "`result[7]`: 3 instead of 4; 12 elements differ." Requires: !same().
  std::string message() const;
};

void to_json(nlohmann::json& json, const BufferComparison& comparison);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, BufferComparison& comparison);

/// Compares a buffer piece by piece.
class BufferComparer {
 public:
  BufferComparer(std::string name, const std::string& elementType, std::optional<Tolerance> tolerance);
  /// `offset` is where both start in the buffer: a multiple of the element size. Requires: equal sizes.
  void add(uint64_t offset, std::string_view reference, std::string_view actual);
  /// As `add`, of `bytes` that are known to be equal.
  void addEqual(uint64_t bytes);
  const BufferComparison& result() const { return result_; }

 private:
  bool within(std::string_view reference, std::string_view actual);

  BufferComparison result_;
  uint32_t size_;
};

/// Reads "ABS", "ABS,REL" or ",REL" ("1e-6,1e-5"). Errors: negative, not a number.
Result<Tolerance> toleranceFromText(const std::string& text);

}  // namespace warpwright
