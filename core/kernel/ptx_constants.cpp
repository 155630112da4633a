#include "core/kernel/ptx_constants.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace warpwright {

std::pair<std::string, bool> withoutSign(std::string_view literal) {
  const bool isFloat = literal.size() > 3 && literal[0] == '0' && (literal[1] == 'f' || literal[1] == 'd');
  if (!isFloat) return {std::string(literal), false};
  std::string text(literal);
  const std::string_view digits = "0123456789ABCDEF";
  const size_t digit = digits.find(static_cast<char>(text[2] >= 'a' ? text[2] - 'a' + 'A' : text[2]));
  if (digit == std::string_view::npos || digit < 8) return {text, false};
  text[2] = digits[digit - 8];
  return {text, true};
}

namespace {

/// The number of a literal, in the type of its word: "0f3F800000", "0d3FF0000000000000"; nothing: it is none.
template <typename Number, typename Word>
std::optional<Number> numberOf(const std::string& literal, bool isNegative) {
  Word word = 0;
  const char* const end = literal.data() + literal.size();
  if (literal.size() != 2 + 2 * sizeof(Word) || literal[0] != '0') return std::nullopt;
  if (literal[1] != (sizeof(Word) == 4 ? 'f' : 'd')) return std::nullopt;
  if (std::from_chars(literal.data() + 2, end, word, 16).ptr != end) return std::nullopt;
  const auto number = std::bit_cast<Number>(word);
  return isNegative ? -number : number;
}

/// What an operation that rounds to the nearest gives, of constants; nothing: it is another one, or gives no number.
template <typename Number, typename Word>
std::optional<std::string> resultOf(std::string_view root, const std::vector<std::pair<std::string, bool>>& operands) {
  std::vector<Number> of;
  for (const auto& [literal, isNegative] : operands) {
    const auto number = numberOf<Number, Word>(literal, isNegative);
    if (!number) return std::nullopt;
    of.push_back(*number);
  }
  std::optional<Number> result;
  if (root == "fma" && of.size() == 3) result = std::fma(of[0], of[1], of[2]);
  if (root == "mul" && of.size() == 2) result = of[0] * of[1];
  if (root == "add" && of.size() == 2) result = of[0] + of[1];
  if (root == "sub" && of.size() == 2) result = of[0] - of[1];
  if (root == "div" && of.size() == 2) result = of[0] / of[1];
  if (root == "rcp" && of.size() == 1) result = Number(1) / of[0];
  if (root == "sqrt" && of.size() == 1) result = std::sqrt(of[0]);
  if (!result || !std::isfinite(*result)) return std::nullopt;
  std::array<char, 2 * sizeof(Word)> digits{};
  const char* const end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<Word>(*result), 16).ptr;
  std::string text(digits.begin(), digits.begin() + (end - digits.data()));
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return (sizeof(Word) == 4 ? "0f" : "0d") + std::string(digits.size() - text.size(), '0') + text;
}

}  // namespace

std::optional<std::string> ptxResult(std::string_view root, std::string_view type,
                                     const std::vector<std::pair<std::string, bool>>& operands) {
  return type == "f32"   ? resultOf<float, uint32_t>(root, operands)
         : type == "f64" ? resultOf<double, uint64_t>(root, operands)
                         : std::nullopt;
}

}  // namespace warpwright
