#include "core/report/csv_cells.h"

#include <array>
#include <charconv>

namespace warpwright {

std::string csvCell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + '"';
}

std::string csvCell(const std::optional<double>& value) {
  if (!value) return {};
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *value);
  return {digits.data(), end.ptr};
}

std::string csvCell(bool value) {
  return value ? "yes" : "no";
}

}  // namespace warpwright
