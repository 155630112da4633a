#include "core/report/tokens.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace warpwright {
namespace {

constexpr ColorToken tokens[] = {
    {"text", {0x1A2029, 0xE4E8EE, 0xFFFFFF}},
    {"muted", {0x525D6B, 0xA2ACBA, 0xFFFFFF}},
    {"accent", {0x1B5FAA, 0x7AB7F5, 0xFFE14D}},
    {"onaccent", {0xFFFFFF, 0x0D1117, 0x000000}},
    {"ok", {0x0A704E, 0x52C99B, 0x5CFFB0}},
    {"refused", {0x47546A, 0xAEBACA, 0xFFFFFF}},
    {"unknown", {0x875600, 0xE3B450, 0xFFC24D}},
    {"error", {0xB3261E, 0xF48F86, 0xFF9A90}},
    {"control", {0x7F8A99, 0x7A8797, 0xFFFFFF}},
    {"base", {0x66717F, 0x98A3B1, 0xFFFFFF}},
    {"var", {0x1B5FAA, 0x7AB7F5, 0x66C2FF}},
    {"third", {0xB0500A, 0xF0A060, 0xFFB066}},
    {"fourth", {0x7A459E, 0xC59AE6, 0xE0B3FF}},
    {"window", {0xEEF1F5, 0x1C2027, 0x000000}},
    {"surface", {0xFFFFFF, 0x14171C, 0x000000}},
    {"raised", {0xF7F9FB, 0x22272F, 0x000000}},
    {"select", {0xD9E7F7, 0x27405E, 0x004C99}},
    {"current-line", {0xF3F7FC, 0x1B212A, 0x000000}},
    {"line", {0xD3D9E1, 0x363E4A, 0xFFFFFF}},
    // In high contrast the signs in the margin tell added from removed; a tint would take contrast from the text.
    {"add", {0xE2F3E8, 0x15291F, 0x000000}},
    {"add-word", {0xC9EAD5, 0x1F4A37, 0x003320}},
    {"rem", {0xFBE8E5, 0x331E1E, 0x000000}},
    {"rem-word", {0xF7D0CA, 0x5C2A28, 0x4A0F0B}},
    {"tint-ok", {0xE3F4EC, 0x15302A, 0x000000}},
    {"tint-refused", {0xEBEEF3, 0x282F39, 0x000000}},
    {"tint-unknown", {0xFBF1DC, 0x352C16, 0x000000}},
    {"tint-error", {0xFBE9E7, 0x3D2120, 0x000000}},
    {"heat-1", {0xFFF7E8, 0x231F17, 0x000000}},
    {"heat-2", {0xFFE8BF, 0x3B2F16, 0x000000}},
    {"heat-3", {0xFFD08A, 0x5C4516, 0x000000}},
    {"heat-4", {0xF9AE4F, 0x785510, 0x000000}},
    {"heat-5", {0xE58A1F, 0x92650E, 0x000000}},
    {"heat-text", {0x1A2029, 0xF4F1EA, 0xFFFFFF}},
    {"syntax-keyword", {0x7A3E9D, 0xCBA2EC, 0xE0B3FF}},
    {"syntax-type", {0x1B5FAA, 0x7AB7F5, 0x66C2FF}},
    {"syntax-cuda", {0x0A626A, 0x5CC8CF, 0x5CFFB0}},
    {"syntax-string", {0x8A4B08, 0xE0A86A, 0xFFB066}},
    {"syntax-number", {0x9A3412, 0xF0A27E, 0xFF9A90}},
    {"syntax-comment", {0x4F5E53, 0xA3B6AA, 0xFFFFFF}},
    {"syntax-preprocessor", {0x7C4F00, 0xE3B450, 0xFFC24D}},
};

/// Relative luminance of WCAG 2.1.
double luminance(uint32_t rgb) {
  const auto channel = [&](int shift) {
    const double value = (rgb >> shift & 0xff) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

std::string variables(Theme theme) {
  std::string css = ":root{color-scheme:";
  css += theme == Theme::light ? "light;" : "dark;";
  for (const ColorToken& token : tokens) {
    css += "--" + std::string(token.name) + ':' + hexColor(token.in(theme)) + ';';
  }
  return css + '}';
}

}  // namespace

std::span<const ColorToken> colorTokens() {
  return tokens;
}

uint32_t color(std::string_view name, Theme theme) {
  const auto found =
      std::find_if(std::begin(tokens), std::end(tokens), [&](auto& token) { return token.name == name; });
  assert(found != std::end(tokens));
  return found == std::end(tokens) ? 0 : found->in(theme);
}

std::string hexColor(uint32_t rgb) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += digits[rgb >> shift & 15];
  return text;
}

double contrastRatio(uint32_t a, uint32_t b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

std::string cssVariables() {
  return variables(Theme::light) + "\n@media (prefers-color-scheme:dark){" + variables(Theme::dark) +
         "}\n@media (prefers-contrast:more){" + variables(Theme::highContrast) + "}\n";
}

}  // namespace warpwright
