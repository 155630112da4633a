#include "core/report/graph_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace warpwright {
namespace {

/// Neighbours of each vertex, end to end.
struct Adjacency {
  std::vector<uint32_t> start, to;
};

Adjacency adjacencyOf(uint32_t vertices, const std::vector<LayoutEdge>& edges) {
  Adjacency of;
  of.start.assign(vertices + 1, 0);
  for (const LayoutEdge& edge : edges) ++of.start[edge.a + 1], ++of.start[edge.b + 1];
  for (uint32_t v = 0; v < vertices; ++v) of.start[v + 1] += of.start[v];
  of.to.resize(of.start[vertices]);
  std::vector<uint32_t> at(of.start.begin(), of.start.end() - 1);
  for (const LayoutEdge& edge : edges) {
    of.to[at[edge.a]++] = edge.b;
    of.to[at[edge.b]++] = edge.a;
  }
  return of;
}

constexpr uint32_t unreached = std::numeric_limits<uint32_t>::max();

/// Steps from `from` to every vertex; the last reached one is given back.
uint32_t walk(const Adjacency& graph, uint32_t from, std::vector<uint32_t>& distance, std::vector<uint32_t>& queue) {
  std::fill(distance.begin(), distance.end(), unreached);
  queue.clear();
  queue.push_back(from);
  distance[from] = 0;
  for (size_t head = 0; head < queue.size(); ++head) {
    const uint32_t v = queue[head];
    for (uint32_t i = graph.start[v]; i < graph.start[v + 1]; ++i) {
      if (distance[graph.to[i]] != unreached) continue;
      distance[graph.to[i]] = distance[v] + 1;
      queue.push_back(graph.to[i]);
    }
  }
  return queue.back();
}

/// Numbers the connected parts; gives how many there are.
uint32_t partsOf(const Adjacency& graph, std::vector<uint32_t>& part) {
  const auto vertices = static_cast<uint32_t>(graph.start.size() - 1);
  part.assign(vertices, unreached);
  uint32_t parts = 0;
  std::vector<uint32_t> stack;
  for (uint32_t v = 0; v < vertices; ++v) {
    if (part[v] != unreached) continue;
    stack.assign(1, v);
    part[v] = parts;
    while (!stack.empty()) {
      const uint32_t now = stack.back();
      stack.pop_back();
      for (uint32_t i = graph.start[now]; i < graph.start[now + 1]; ++i) {
        if (part[graph.to[i]] == unreached) part[graph.to[i]] = parts, stack.push_back(graph.to[i]);
      }
    }
    ++parts;
  }
  return parts;
}

/// Sines of the index: a start that has no symmetry and is the same everywhere.
double unevenness(uint32_t i) {
  return std::sin(i * 12.9898 + 4.1414) * 0.5;
}

using Columns = std::vector<std::vector<double>>;  // by pivot, then by vertex

/// The two directions in which the centred columns spread most, by power iteration.
std::array<std::vector<double>, 2> mainDirections(const Columns& columns) {
  const size_t pivots = columns.size(), vertices = columns.front().size();
  std::vector<std::vector<double>> inner(pivots, std::vector<double>(pivots, 0));
  for (size_t a = 0; a < pivots; ++a) {
    for (size_t b = a; b < pivots; ++b) {
      double sum = 0;
      for (size_t v = 0; v < vertices; ++v) sum += columns[a][v] * columns[b][v];
      inner[a][b] = inner[b][a] = sum;
    }
  }
  std::array<std::vector<double>, 2> directions;
  for (size_t axis = 0; axis < 2; ++axis) {
    std::vector<double> direction(pivots), next(pivots);
    for (size_t p = 0; p < pivots; ++p) direction[p] = 1 + unevenness(static_cast<uint32_t>(p + 7 * axis));
    for (int round = 0; round < 200; ++round) {
      if (axis == 1) {
        double along = 0;
        for (size_t p = 0; p < pivots; ++p) along += direction[p] * directions[0][p];
        for (size_t p = 0; p < pivots; ++p) direction[p] -= along * directions[0][p];
      }
      double length = 0;
      for (size_t a = 0; a < pivots; ++a) {
        next[a] = 0;
        for (size_t b = 0; b < pivots; ++b) next[a] += inner[a][b] * direction[b];
        length += next[a] * next[a];
      }
      length = std::sqrt(length);
      if (length < 1e-12) break;
      for (size_t p = 0; p < pivots; ++p) direction[p] = next[p] / length;
    }
    directions[axis] = direction;
  }
  return directions;
}

void center(Columns& columns) {
  const size_t pivots = columns.size(), vertices = columns.front().size();
  std::vector<double> ofVertex(vertices, 0), ofPivot(pivots, 0);
  double all = 0;
  for (size_t p = 0; p < pivots; ++p) {
    for (size_t v = 0; v < vertices; ++v) {
      columns[p][v] *= columns[p][v];
      ofVertex[v] += columns[p][v];
      ofPivot[p] += columns[p][v];
    }
    all += ofPivot[p];
    ofPivot[p] /= static_cast<double>(vertices);
  }
  all /= static_cast<double>(vertices * pivots);
  for (double& mean : ofVertex) mean /= static_cast<double>(pivots);
  for (size_t p = 0; p < pivots; ++p) {
    for (size_t v = 0; v < vertices; ++v) columns[p][v] = -0.5 * (columns[p][v] - ofVertex[v] - ofPivot[p] + all);
  }
}

void intoUnitSquare(std::vector<LayoutPoint>& points) {
  if (points.empty()) return;
  LayoutPoint low = points[0], high = points[0];
  for (const LayoutPoint& point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  const double size = std::max({high.x - low.x, high.y - low.y, 1e-9});
  for (LayoutPoint& point : points) {
    point = {0.5 + (point.x - (low.x + high.x) / 2) / size, 0.5 + (point.y - (low.y + high.y) / 2) / size};
  }
}

/// Turns the points so that they fill the square: a mesh comes out of the scaling standing on a corner.
void turnUpright(std::vector<LayoutPoint>& points) {
  double best = std::numeric_limits<double>::max(), bestAngle = 0;
  for (int step = 0; step < 36; ++step) {
    const double angle = step * std::numbers::pi / 72;
    const double c = std::cos(angle), s = std::sin(angle);
    double lowX = 1e300, highX = -1e300, lowY = 1e300, highY = -1e300;
    for (const LayoutPoint& point : points) {
      const double x = c * point.x - s * point.y, y = s * point.x + c * point.y;
      lowX = std::min(lowX, x), highX = std::max(highX, x), lowY = std::min(lowY, y), highY = std::max(highY, y);
    }
    const double area = (highX - lowX) * (highY - lowY);
    if (area < best * 0.999) best = area, bestAngle = angle;
  }
  const double c = std::cos(bestAngle), s = std::sin(bestAngle);
  for (LayoutPoint& point : points) point = {c * point.x - s * point.y, s * point.x + c * point.y};
}

/// Neighbours evenly: each edge pulls or pushes its ends towards one common length, more gently each round. False: it
/// was told to stop.
bool spaceEvenly(std::vector<LayoutPoint>& points, const std::vector<LayoutEdge>& edges, const Adjacency& graph,
                 std::stop_token stop) {
  const double wanted = 0.9 / std::sqrt(static_cast<double>(points.size()));
  std::vector<LayoutPoint> force(points.size());
  for (int round = 0; round < 40; ++round) {
    if (stop.stop_requested()) return false;
    std::fill(force.begin(), force.end(), LayoutPoint{});
    for (const LayoutEdge& edge : edges) {
      const double dx = points[edge.b].x - points[edge.a].x, dy = points[edge.b].y - points[edge.a].y;
      const double now = std::max(1e-9, std::hypot(dx, dy));
      const double pull = (now - wanted) / now * 0.5;
      force[edge.a].x += pull * dx, force[edge.a].y += pull * dy;
      force[edge.b].x -= pull * dx, force[edge.b].y -= pull * dy;
    }
    const double step = 0.5 * (1 - round / 40.0);
    for (size_t v = 0; v < points.size(); ++v) {
      const double degree = std::max(1.0, static_cast<double>(graph.start[v + 1] - graph.start[v]));
      points[v].x += step * force[v].x / degree;
      points[v].y += step * force[v].y / degree;
    }
  }
  return true;
}

}  // namespace

std::vector<LayoutPoint> placeSmallGraph(uint32_t vertices, const std::vector<LayoutEdge>& edges) {
  std::vector<LayoutPoint> points(vertices);
  if (vertices == 0) return points;
  const size_t n = vertices;
  constexpr double far = 1e30;
  double usual = 0;
  std::vector<double> distance(n * n, far);
  for (size_t v = 0; v < n; ++v) distance[v * n + v] = 0;
  for (const LayoutEdge& edge : edges) {
    double& there = distance[edge.a * n + edge.b];
    there = std::min(there, static_cast<double>(edge.length));
    distance[edge.b * n + edge.a] = there;
    usual += edge.length / static_cast<double>(edges.size());
  }
  if (usual <= 0) usual = 1;
  for (size_t k = 0; k < n; ++k) {
    for (size_t a = 0; a < n; ++a) {
      for (size_t b = 0; b < n; ++b)
        distance[a * n + b] = std::min(distance[a * n + b], distance[a * n + k] + distance[k * n + b]);
    }
  }
  // Parts without a path between them stand a little apart.
  for (double& d : distance) {
    if (d >= far) d = 2 * usual * std::sqrt(static_cast<double>(n));
  }
  for (uint32_t v = 0; v < vertices; ++v) {
    const double angle = 2 * std::numbers::pi * v / vertices;
    points[v] = {usual * std::cos(angle) * (1 + 0.1 * unevenness(v)),
                 usual * std::sin(angle) * (1 + 0.1 * unevenness(v + 31))};
  }
  for (int round = 0; round < 300; ++round) {
    for (size_t a = 0; a < n; ++a) {
      double x = 0, y = 0, weights = 0;
      for (size_t b = 0; b < n; ++b) {
        if (a == b) continue;
        const double wanted = distance[a * n + b], weight = 1 / (wanted * wanted);
        const double dx = points[a].x - points[b].x, dy = points[a].y - points[b].y;
        const double now = std::max(1e-9, std::hypot(dx, dy));
        x += weight * (points[b].x + wanted * dx / now);
        y += weight * (points[b].y + wanted * dy / now);
        weights += weight;
      }
      if (weights > 0) points[a] = {x / weights, y / weights};
    }
  }
  return points;
}

Result<std::vector<LayoutPoint>> placeLargeGraph(uint32_t vertices, const std::vector<LayoutEdge>& edges,
                                                 std::stop_token stop) {
  std::vector<LayoutPoint> points(vertices);
  if (vertices < 3) {
    for (uint32_t v = 0; v < vertices; ++v) points[v] = {vertices == 1 ? 0.5 : static_cast<double>(v), 0.5};
    return points;
  }
  const Adjacency graph = adjacencyOf(vertices, edges);
  std::vector<uint32_t> part;
  const uint32_t parts = partsOf(graph, part);
  const uint32_t count = std::min<uint32_t>(vertices, 40);
  std::vector<uint32_t> distance(vertices), nearest(vertices, unreached), queue;
  Columns columns;
  uint32_t pivot = walk(graph, 0, distance, queue);
  for (uint32_t p = 0; p < count; ++p) {
    if (stop.stop_requested()) return cancelledError();
    walk(graph, pivot, distance, queue);
    const double farthest = distance[queue.back()] + 1.0;
    std::vector<double> column(vertices);
    for (uint32_t v = 0; v < vertices; ++v) {
      column[v] = distance[v] == unreached ? 1.5 * farthest : distance[v];
      nearest[v] = std::min(nearest[v], distance[v] == unreached ? unreached - 1 : distance[v]);
    }
    columns.push_back(std::move(column));
    // The next one is as far as can be from all before it.
    for (uint32_t v = 0; v < vertices; ++v) {
      if (nearest[v] > nearest[pivot]) pivot = v;
    }
    if (nearest[pivot] == 0) break;
  }
  center(columns);
  const auto directions = mainDirections(columns);
  for (uint32_t v = 0; v < vertices; ++v) {
    for (size_t p = 0; p < columns.size(); ++p) {
      points[v].x += columns[p][v] * directions[0][p];
      points[v].y += columns[p][v] * directions[1][p];
    }
    // Vertices with the same distances to all pivots would lie on one point.
    points[v].x += unevenness(v) * 1e-6;
    points[v].y += unevenness(v + 17) * 1e-6;
  }
  if (parts == 1) turnUpright(points);
  intoUnitSquare(points);
  if (!spaceEvenly(points, edges, graph, stop)) return cancelledError();
  intoUnitSquare(points);
  return points;
}

}  // namespace warpwright
