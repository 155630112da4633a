#pragma once

#include <cstdint>
#include <optional>

#include "core/kernel/expression.h"

/// Arithmetic on bit-vectors of 1…64 bits that are kept zero-extended in 64 bits.
namespace warpwright::bits {

inline uint64_t mask(uint8_t width) {
  return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

/// The value of a bit-vector read as a signed number, in 64 bits.
inline uint64_t signExtend(uint64_t value, uint8_t width) {
  if (width >= 64) return value;
  const uint64_t sign = uint64_t{1} << (width - 1);
  return ((value & mask(width)) ^ sign) - sign;
}

/// A two-operand operation as SMT-LIB defines it: shifts past the width give 0 (or the sign), the smallest number
/// divided by -1 is itself. Comparisons give 0 or 1. Nothing for a division by zero.
std::optional<uint64_t> apply(ExpressionOp op, uint8_t width, uint64_t left, uint64_t right);

}  // namespace warpwright::bits
