#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpwright {

enum class Theme : uint8_t { light, dark, highContrast };

/// A colour of the design, 0xRRGGBB for each Theme in its order.
struct ColorToken {
  std::string_view name;
  std::array<uint32_t, 3> rgb;

  uint32_t in(Theme theme) const { return rgb[static_cast<size_t>(theme)]; }
};

/// Every colour there is: said once here; the report makes CSS variables of them, the views a palette.
/// Foregrounds: text muted accent onaccent ok refused unknown error control base var third fourth.
/// Backgrounds: window surface raised select current-line line add add-word rem rem-word tint-ok tint-refused
/// tint-unknown tint-error. Heat: heat-1 … heat-5, heat-text. Syntax: syntax-keyword -type -cuda -string -number
/// -comment -preprocessor.
std::span<const ColorToken> colorTokens();

/// The colour called `name`. Requires: a name of the list above.
uint32_t color(std::string_view name, Theme theme);

/// "#1B5FAA"
std::string hexColor(uint32_t rgb);

/// WCAG 2.1 contrast ratio of two colours, 1 … 21.
double contrastRatio(uint32_t a, uint32_t b);

/// ":root{--text:#1A2029;…}" with dark under prefers-color-scheme, high contrast under prefers-contrast and
/// forced-colors left to the browser.
std::string cssVariables();

}  // namespace warpwright
