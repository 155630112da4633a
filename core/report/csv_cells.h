#pragma once

#include <optional>
#include <string>
#include <utility>

namespace warpwright {

/// A cell of CSV (RFC 4180), in quotes where it has to be.
std::string csvCell(const std::string& text);
/// As many digits as it takes to read the same number again; not known: empty.
std::string csvCell(const std::optional<double>& value);
/// "yes" or "no".
std::string csvCell(bool value);

/// A line of cells, with its end.
template <typename... Cells>
std::string csvLine(const Cells&... cells) {
  std::string text;
  bool isFirst = true;
  ((text += (std::exchange(isFirst, false) ? "" : ",") + csvCell(cells)), ...);
  return text + "\r\n";
}

}  // namespace warpwright
