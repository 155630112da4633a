#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace warpwright::engine {

/// The nearest number of so many significant bits, for what a GPU computes less exactly than the host: programs that
/// call another function there, or the same one in double precision, have to get other bits here, too. What a float
/// holds exactly stays, as on a GPU (exp2f(3) is 8). `bits`: fewer than a float's 24.
template <int bits>
float rough(double value) {
  const auto whole = static_cast<float>(value);
  if (!std::isnormal(whole) || static_cast<double>(whole) == value) return whole;
  constexpr uint32_t dropped = 24 - bits;
  const uint32_t nearest = std::bit_cast<uint32_t>(whole) + (1u << (dropped - 1));
  return std::bit_cast<float>(nearest >> dropped << dropped);
}

}  // namespace warpwright::engine
