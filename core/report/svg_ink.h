#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/report/tokens.h"

namespace warpwright {

/// How a drawing names the colour of a token of the design.
using SvgInk = std::function<std::string(std::string_view token)>;

/// "var(--accent)": for drawings inside the report, which follow its theme.
SvgInk pageInk();
/// "#1B5FAA": for drawings in files of their own.
SvgInk fileInk(Theme theme);

/// A drawing as a file: with its namespace, a ground, and its conditions as description.
std::string svgDocument(const std::string& drawing, double width, double height, const std::string& title,
                        const std::string& conditions, Theme theme);

/// A length with at most two decimals.
std::string svgNumber(double value);

}  // namespace warpwright
