#include <charconv>

#include "analysis/analyzer/analysis.h"

namespace warpwright::analysis {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Splits at commas outside brackets.
std::vector<std::string_view> splitArguments(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) {
      parts.push_back(trim(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  parts.push_back(trim(text.substr(start)));
  return parts;
}

/// A number, or `_` for one that is left open.
bool readNumber(std::string_view text, std::optional<uint64_t>& number) {
  text = trim(text);
  if (text == "_") {
    number.reset();
    return true;
  }
  uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return false;
  number = value;
  return true;
}

bool readShape(std::string_view text, std::array<std::optional<uint32_t>, 3>& shape, uint32_t limit) {
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  const auto parts = splitArguments(text);
  if (parts.size() > 3) return false;
  shape = {1, 1, 1};
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<uint64_t> number;
    if (!readNumber(parts[i], number)) return false;
    if (number && (*number == 0 || *number > limit)) return false;
    shape[i] = number ? std::optional<uint32_t>(static_cast<uint32_t>(*number)) : std::nullopt;
  }
  return true;
}

}  // namespace

Result<std::pair<std::string, Launch>> parseLaunchText(const std::string& text) {
  const Error wrong{ErrorKind::usage,
                    "--launch '" + text +
                        "' is not a launch. Write it as 'KERNEL<<<(gx,gy,gz),(bx,by,bz),smem>>>', "
                        "with _ for a number that is not known.",
                    std::nullopt};
  const auto open = text.find("<<<");
  const auto close = text.rfind(">>>");
  if (open == std::string::npos || close == std::string::npos || close < open + 3) return wrong;
  const std::string name(trim(std::string_view(text).substr(0, open)));
  const auto parts = splitArguments(std::string_view(text).substr(open + 3, close - open - 3));
  if (name.empty() || parts.size() < 2 || parts.size() > 3) return wrong;

  Launch launch;
  launch.fromUser = true;
  constexpr uint32_t largestGrid = 2147483647, largestBlock = 1024;
  if (!readShape(parts[0], launch.grid, largestGrid) || !readShape(parts[1], launch.block, largestBlock)) return wrong;
  launch.sharedBytes = 0;
  if (parts.size() == 3 && !readNumber(parts[2], launch.sharedBytes)) return wrong;
  return std::pair{name, launch};
}

}  // namespace warpwright::analysis
