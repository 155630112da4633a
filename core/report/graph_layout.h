#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

struct LayoutPoint {
  double x = 0, y = 0;
};

/// An edge of a graph that is to be drawn: about `length` long.
struct LayoutEdge {
  uint32_t a = 0, b = 0;
  float length = 1;
};

/// Places the vertices of a small graph (up to a few hundred) so that distances in the plane are those along the edges,
/// as near as can be (stress majorisation, as Graphviz's neato). Parts that do not hang together stand side by side.
/// The same input gives the same answer. Requires: ends of edges below `vertices`.
std::vector<LayoutPoint> placeSmallGraph(uint32_t vertices, const std::vector<LayoutEdge>& edges);

/// Places the vertices of a large graph, in time linear in its edges: distances from a few far-apart vertices, brought
/// to the plane (pivot multidimensional scaling, Brandes and Pich), then neighbours drawn evenly. Points lie in the
/// unit square. Errors: cancelled.
Result<std::vector<LayoutPoint>> placeLargeGraph(uint32_t vertices, const std::vector<LayoutEdge>& edges,
                                                 std::stop_token stop);

}  // namespace warpwright
