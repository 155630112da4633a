#include "generated_graphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace warpwright::test {
namespace {

/// One task a side between neighbours of a box of objects.
TaskGraph box(uint32_t width, uint32_t height, uint32_t depth) {
  std::vector<uint32_t> pairs;
  const auto at = [&](uint32_t x, uint32_t y, uint32_t z) { return (z * height + y) * width + x; };
  for (uint32_t z = 0; z < depth; ++z) {
    for (uint32_t y = 0; y < height; ++y) {
      for (uint32_t x = 0; x < width; ++x) {
        if (x + 1 < width) pairs.insert(pairs.end(), {at(x, y, z), at(x + 1, y, z)});
        if (y + 1 < height) pairs.insert(pairs.end(), {at(x, y, z), at(x, y + 1, z)});
        if (z + 1 < depth) pairs.insert(pairs.end(), {at(x, y, z), at(x, y, z + 1)});
      }
    }
  }
  return TaskGraph::fromPairs(std::move(pairs), width * height * depth);
}

/// A stiffness matrix of bricks with three unknowns a node: every node is coupled with its 26 neighbours in 3 x 3
/// blocks. Tasks are the non-zeros in row order, over x (columns) and y (rows).
TaskGraph brickMatrix(uint32_t side) {
  const uint32_t unknowns = 3 * side * side * side;
  std::vector<uint32_t> pairs;
  const int n = static_cast<int>(side);
  for (int node = 0; node < n * n * n; ++node) {
    const int x = node % n, y = node / n % n, z = node / n / n;
    for (uint32_t row = 0; row < 3; ++row) {
      for (int dz = -1; dz <= 1; ++dz) {
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n || z + dz < 0 || z + dz >= n) continue;
            const uint32_t other = static_cast<uint32_t>(node + (dz * n + dy) * n + dx);
            for (uint32_t column = 0; column < 3; ++column) {
              pairs.insert(pairs.end(), {3 * other + column, unknowns + 3 * static_cast<uint32_t>(node) + row});
            }
          }
        }
      }
    }
  }
  return TaskGraph::fromPairs(std::move(pairs), 2 * unknowns);
}

/// Random points of the unit square, one task between any two nearer than a radius that gives `degree` neighbours.
TaskGraph geometric(uint32_t count, double degree, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<double, double>> points(count);
  for (auto& [x, y] : points) x = random() / 4294967296.0, y = random() / 4294967296.0;
  const double radius = std::sqrt(degree / count / 3.14159265358979);
  const int cells = std::max(1, static_cast<int>(1 / radius));
  std::vector<std::vector<uint32_t>> cell(static_cast<size_t>(cells) * cells);
  const auto cellOf = [&](double v) { return std::min(cells - 1, static_cast<int>(v * cells)); };
  for (uint32_t p = 0; p < count; ++p) {
    cell[static_cast<size_t>(cellOf(points[p].second)) * cells + cellOf(points[p].first)].push_back(p);
  }
  std::vector<uint32_t> pairs;
  for (uint32_t p = 0; p < count; ++p) {
    const int cx = cellOf(points[p].first), cy = cellOf(points[p].second);
    for (int y = std::max(0, cy - 1); y <= std::min(cells - 1, cy + 1); ++y) {
      for (int x = std::max(0, cx - 1); x <= std::min(cells - 1, cx + 1); ++x) {
        for (const uint32_t q : cell[static_cast<size_t>(y) * cells + x]) {
          const double dx = points[p].first - points[q].first, dy = points[p].second - points[q].second;
          if (p < q && dx * dx + dy * dy <= radius * radius) pairs.insert(pairs.end(), {p, q});
        }
      }
    }
  }
  return TaskGraph::fromPairs(std::move(pairs), count);
}

/// Preferential attachment: every new object is joined to `links` ends of earlier tasks.
TaskGraph powerLaw(uint32_t count, uint32_t links, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pairs{0, 1};
  for (uint32_t v = 2; v < count; ++v) {
    const uint32_t ends = static_cast<uint32_t>(pairs.size());
    for (uint32_t i = 0; i < links; ++i) pairs.insert(pairs.end(), {v, pairs[random() % ends]});
  }
  return TaskGraph::fromPairs(std::move(pairs), count);
}

/// Chains of objects, each also joined to one of a few hubs.
TaskGraph hubs(uint32_t count, uint32_t hubCount, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pairs;
  for (uint32_t v = 0; v < count; ++v) {
    if (v + 1 < count && v % 64 != 63) pairs.insert(pairs.end(), {v, v + 1});
    pairs.insert(pairs.end(), {v, count + static_cast<uint32_t>(random() % hubCount)});
  }
  return TaskGraph::fromPairs(std::move(pairs), count + hubCount);
}

/// Recursive-matrix graph (Chakrabarti et al.), as Graph500 makes its inputs: communities and heavy hubs.
TaskGraph recursiveMatrix(uint32_t scale, uint32_t tasks, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pairs;
  for (uint32_t t = 0; t < tasks; ++t) {
    uint32_t a = 0, b = 0;
    for (uint32_t bit = 0; bit < scale; ++bit) {
      const uint32_t r = random() % 100;  // quarters of 57, 19, 19 and 5 %
      a = 2 * a + (r >= 76);
      b = 2 * b + ((r >= 57 && r < 76) || r >= 95);
    }
    pairs.insert(pairs.end(), {a, b});
  }
  return TaskGraph::fromPairs(std::move(pairs), 1u << scale);
}

TaskGraph uniform(uint32_t objects, uint32_t tasks, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> pairs(2 * size_t{tasks});
  for (uint32_t& end : pairs) end = random() % objects;
  return TaskGraph::fromPairs(std::move(pairs), objects);
}

TaskGraph delaunay(uint32_t points, uint32_t seed) {
  return TaskGraph::fromPairs(delaunayEdges(points, seed), points);
}

}  // namespace

TaskGraph orderedGrid(uint32_t width, uint32_t height) {
  return box(width, height, 1);
}

TaskGraph permuted(const TaskGraph& graph, uint32_t seed) {
  std::mt19937 random(seed);
  const auto shuffle = [&](std::vector<uint32_t>& list) {
    for (size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random() % i]);
  };
  std::vector<uint32_t> name(graph.dataCount()), order(graph.taskCount());
  std::iota(name.begin(), name.end(), 0);
  std::iota(order.begin(), order.end(), 0);
  shuffle(name);
  shuffle(order);
  std::vector<uint32_t> pairs;
  pairs.reserve(graph.pinCount());
  for (const uint32_t task : order) {
    for (const uint32_t object : graph.dataOf(task)) pairs.push_back(name[object]);
  }
  return TaskGraph::fromPairs(std::move(pairs), graph.dataCount());
}

std::vector<GeneratedGraph> generatedGraphs() {
  return {
      {"grid 1000 x 1000, permuted", [] { return permuted(box(1000, 1000, 1), 1); }},
      {"box 80 x 80 x 80, permuted", [] { return permuted(box(80, 80, 80), 2); }},
      {"box 60 x 60 x 60, in order", [] { return box(60, 60, 60); }},
      {"brick matrix 20^3, in order", [] { return brickMatrix(20); }},
      {"brick matrix 16^3, permuted", [] { return permuted(brickMatrix(16), 3); }},
      {"geometric 32768, degree 10", [] { return geometric(32768, 10, 4); }},
      {"geometric 300000, permuted", [] { return permuted(geometric(300000, 10, 5), 5); }},
      {"Delaunay 32768", [] { return delaunay(32768, 6); }},
      {"Delaunay 300000, permuted", [] { return permuted(delaunay(300000, 7), 7); }},
      {"power law 200000 x 4", [] { return powerLaw(200000, 4, 8); }},
      {"power law 100000, permuted", [] { return permuted(powerLaw(100000, 3, 9), 9); }},
      {"recursive matrix 2^17", [] { return recursiveMatrix(17, 1000000, 10); }},
      {"hubs 300000 on 12", [] { return hubs(300000, 12, 11); }},
      {"hubs 300000 on 3, permuted", [] { return permuted(hubs(300000, 3, 12), 12); }},
      {"uniform 100000, degree 12", [] { return uniform(100000, 600000, 13); }},
  };
}

}  // namespace warpwright::test
