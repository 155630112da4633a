#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/model/reuse/task_graph.h"

namespace warpwright::test {

/// A family of task graphs that the partitioner was not tuned on, made from nothing but a seed.
struct GeneratedGraph {
  std::string name;  ///< "grid 2-D, 1000 x 1000, permuted"
  std::function<TaskGraph()> make;
};

/// Every family at the size the benchmark uses. Permuted: objects renumbered and tasks shuffled, so that nothing can be
/// read off the order.
std::vector<GeneratedGraph> generatedGraphs();

/// A grid of width x height objects, one task a side between neighbours, in row order: 2wh - w - h tasks.
TaskGraph orderedGrid(uint32_t width, uint32_t height);
/// Objects renumbered and tasks shuffled; only tasks of two objects.
TaskGraph permuted(const TaskGraph& graph, uint32_t seed);

/// Edges of the Delaunay triangulation of `points` random points of the unit square, as pairs laid end to end, in the
/// order of the triangles.
std::vector<uint32_t> delaunayEdges(uint32_t points, uint32_t seed);

}  // namespace warpwright::test
