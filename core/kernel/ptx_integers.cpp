#include "core/kernel/ptx_integers.h"

#include <algorithm>
#include <charconv>

#include "core/kernel/ptx_text.h"

namespace warpwright {

PtxWholeOperation wholeOperation(const PtxOperation& one) {
  using enum PtxWhole;
  const std::string_view type = one.parts.back();
  const bool isWhole = type.size() == 3 && (type[0] == 's' || type[0] == 'u' || type[0] == 'b');
  const unsigned bits = !isWhole ? 0 : type.substr(1) == "32" ? 32 : type.substr(1) == "64" ? 64 : 0;
  if (bits == 0 || one.to.size() != 1) return {};
  const auto is = [&](std::string_view root, size_t operands, std::string_view half) {
    const size_t parts = half.empty() ? 2 : 3;
    return one.root() == root && one.from.size() == operands && one.parts.size() == parts &&
           (half.empty() || one.parts[1] == half);
  };
  if (is("add", 2, "")) return {add, bits};
  if (is("sub", 2, "")) return {subtract, bits};
  if (is("mul", 2, "lo")) return {multiply, bits};
  if (is("mad", 3, "lo")) return {multiplyAdd, bits};
  if (is("neg", 1, "")) return {negate, bits};
  if (type == "s32" && is("mul", 2, "wide")) return {multiply, 64, true};
  if (type == "s32" && is("cvt", 1, "s64")) return {PtxWhole::widen, 64, true};
  if (is("shl", 2, "")) {
    const std::optional<uint64_t> by = wholeNumber(one.from[1]);
    if (by && *by < bits) return {shift, bits};
  }
  return {};
}

std::optional<uint64_t> wholeNumber(std::string_view literal) {
  const bool isNegative = literal.starts_with('-');
  if (isNegative) literal.remove_prefix(1);
  const bool isHex = literal.starts_with("0x") || literal.starts_with("0X");
  if (isHex) literal.remove_prefix(2);
  if (literal.ends_with('U')) literal.remove_suffix(1);
  const bool isOctal = !isHex && literal.size() > 1 && literal[0] == '0';
  if (literal.empty() || isOctal) return std::nullopt;
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), number, isHex ? 16 : 10);
  if (error != std::errc() || end != literal.data() + literal.size()) return std::nullopt;
  return isNegative ? uint64_t{0} - number : number;
}

}  // namespace warpwright
