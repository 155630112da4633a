#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/finding/opportunity.h"

namespace warpwright {

/// Every state has a shape and a word, never a colour alone.
enum class Shape : uint8_t {
  applicable,
  refused,
  unknown,
  identical,
  differs,
  notDone,
  skipped,
  faster,
  slower,
  same,
  unsure,
  warning,
  running,
  limit,
};

struct ShapeInfo {
  Shape shape;
  std::string_view name;     ///< of resources/icons/verdict/<name>.svg
  std::string_view word;     ///< as shown and as screen readers read it
  std::string_view glyph;    ///< for notes and terminals
  std::string_view token;    ///< its colour, see tokens.h
  std::string_view drawing;  ///< SVG elements on a 16 px grid, drawn in currentColor
};

const ShapeInfo& shapeInfo(Shape shape);
std::span<const ShapeInfo> allShapes();
Shape shapeOf(VerdictKind verdict);

/// The whole file resources/icons/verdict/<name>.svg. Icon loaders replace `currentColor`.
std::string svgFile(Shape shape);

}  // namespace warpwright
