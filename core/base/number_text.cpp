#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace warpwright {
namespace {

/// Commas between thousands of the whole part.
std::string grouped(std::string number) {
  const size_t point = std::min(number.find('.'), number.size());
  const size_t first = number.starts_with('-') ? 1 : 0;
  for (size_t at = point; at > first + 3;) number.insert(at -= 3, ",");
  return number;
}

}  // namespace

std::string fixedText(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return buffer;
}

std::string countText(uint64_t count) {
  return grouped(std::to_string(count));
}

std::string countText(uint64_t count, const std::string& one, const std::string& many) {
  return countText(count) + ' ' + (count == 1 ? one : many);
}

std::string significantText(double value, int digits) {
  if (!std::isfinite(value)) return missingValue;
  if (value == 0) return "0";
  // Rounding may carry into one more digit (9.9996 → 10.00), so the exponent is taken from the rounded value.
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
  const int exponent = std::atoi(std::strchr(buffer, 'e') + 1);
  return grouped(fixedText(std::strtod(buffer, nullptr), std::max(0, digits - 1 - exponent)));
}

std::string durationText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return missingValue;
  if (seconds < 0.001) return significantText(seconds * 1e6, 2) + " µs";
  if (seconds < 0.1) return significantText(seconds * 1e3, 2) + " ms";
  if (seconds < 9.95) return significantText(seconds, 2) + " s";
  if (seconds < 119.5) return fixedText(seconds, 0) + " s";
  const auto whole = static_cast<uint64_t>(std::llround(seconds));
  return countText(whole / 60) + " min" + (whole % 60 ? ' ' + std::to_string(whole % 60) + " s" : std::string());
}

std::string speedupText(double speedup) {
  return std::isfinite(speedup) ? fixedText(speedup, 2) + "×" : missingValue;
}

std::string memoryText(uint64_t bytes) {
  if (bytes < 10 * 1024) return countText(bytes) + " B";
  const bool mebi = bytes >= uint64_t{1} << 20;
  const double value = static_cast<double>(bytes) / (mebi ? 1 << 20 : 1 << 10);
  const std::string number = value == std::floor(value) ? fixedText(value, 0) : fixedText(value, 1);
  return grouped(number) + (mebi ? " MiB" : " KiB");
}

std::string trafficText(double bytes) {
  if (bytes >= 1e12) return significantText(bytes / 1e12, 3) + " TB";
  if (bytes >= 1e9) return significantText(bytes / 1e9, 3) + " GB";
  if (bytes >= 1e6) return significantText(bytes / 1e6, 3) + " MB";
  if (bytes >= 1e4) return significantText(bytes / 1e3, 3) + " kB";
  return fixedText(bytes, 0) + " B";
}

std::string shapeText(const std::array<std::optional<uint32_t>, 3>& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += shape[i] ? std::to_string(*shape[i]) : missingValue;
  }
  return text + ')';
}

std::string extentsText(const std::array<uint32_t, 3>& extents) {
  return "(" + std::to_string(extents[0]) + "," + std::to_string(extents[1]) + "," + std::to_string(extents[2]) + ")";
}

}  // namespace warpwright
