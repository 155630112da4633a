#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/kernel/ptx_data_flow.h"

namespace warpwright {

/// A sum of products of whole numbers, as they overflow: whichever way code adds and multiplies them up, it is one sum.
/// `Factor`: what a number is that is no sum itself.
template <typename Factor>
using PtxPolynomial = std::map<std::vector<Factor>, uint64_t>;

/// What a sum of whole numbers is made of; `none`: the operation is another one.
enum class PtxWhole : uint8_t { none, add, subtract, multiply, multiplyAdd, shift, negate, widen };

/// Of 32 bits, or of 64: the operation's kind and how many; a product is its low half.
struct PtxWholeOperation {
  PtxWhole kind = PtxWhole::none;
  unsigned bits = 0;
  bool widens = false;  ///< numbers of 32 bits with a sign become such of 64 first (`mul.wide.s32`, `cvt.s64.s32`)
};
PtxWholeOperation wholeOperation(const PtxOperation& one);

/// "12", "-5", "0x1F"; nothing: no whole number.
std::optional<uint64_t> wholeNumber(std::string_view literal);

/// The low `bits` of a sum's numbers; what is nothing goes.
template <typename Factor>
void keepBits(PtxPolynomial<Factor>& sum, unsigned bits) {
  for (auto& [factors, times] : sum) {
    if (bits < 64) times &= (uint64_t{1} << bits) - 1;
  }
  std::erase_if(sum, [](const auto& one) { return one.second == 0; });
}

/// Of 64 bits, where none of its numbers of 32 bits overflows: as compilers take it where it would have no meaning.
template <typename Factor>
void widen(PtxPolynomial<Factor>& sum) {
  for (auto& [factors, times] : sum)
    times = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(static_cast<uint32_t>(times))));
}

template <typename Factor>
PtxPolynomial<Factor> sumOf(PtxPolynomial<Factor> one, const PtxPolynomial<Factor>& other, uint64_t times) {
  for (const auto& [factors, number] : other) one[factors] += number * times;
  return one;
}

template <typename Factor>
PtxPolynomial<Factor> productOf(const PtxPolynomial<Factor>& one, const PtxPolynomial<Factor>& other) {
  PtxPolynomial<Factor> all;
  for (const auto& [some, times] : one) {
    for (const auto& [more, number] : other) {
      std::vector<Factor> factors = some;
      factors.insert(factors.end(), more.begin(), more.end());
      std::sort(factors.begin(), factors.end());
      all[factors] += times * number;
    }
  }
  return all;
}

}  // namespace warpwright
