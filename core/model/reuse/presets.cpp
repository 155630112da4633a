#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_set>

#include "core/model/reuse/stages.h"

// Schedules for graphs of a known shape. Each shape is first suspected from counts and degrees and then verified task
// by task; only then is its schedule used.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Fills blocks in a given order of tasks, never over the cap; a group of tasks (a tile) is not split unless it is
/// larger than a block.
class BlockFiller {
 public:
  BlockFiller(uint64_t tasks, uint32_t cap) : cap_(cap) { partition_.blockOfTask.assign(tasks, none); }

  void group(const std::vector<uint32_t>& tasks) {
    if (load_ > 0 && load_ + tasks.size() > cap_) next();
    for (const uint32_t task : tasks) {
      if (load_ == cap_) next();
      partition_.blockOfTask[task] = block_;
      ++load_;
    }
  }
  Partition finish(std::string note) {
    partition_.blocks = load_ > 0 ? block_ + 1 : block_;
    partition_.method = PartitionMethod::automatic;
    partition_.note = std::move(note);
    return std::move(partition_);
  }

 private:
  void next() { ++block_, load_ = 0; }
  Partition partition_;
  uint32_t cap_, block_ = 0;
  uint64_t load_ = 0;
};

/// The graph with what every test of a shape asks for. Requires: tasks of two objects.
struct Shape {
  const TaskGraph& graph;
  uint32_t cap;
  Incidence incidence;
  uint32_t touched = 0, leastDegree = none, mostDegree = 0;

  Shape(const TaskGraph& g, uint32_t tasksPerBlock) : graph(g), cap(tasksPerBlock), incidence(incidenceOf(g)) {
    for (uint32_t v = 0; v < g.dataCount(); ++v) {
      const uint32_t d = degree(v);
      if (d == 0) continue;
      ++touched;
      leastDegree = std::min(leastDegree, d);
      mostDegree = std::max(mostDegree, d);
    }
  }
  uint32_t degree(uint32_t v) const { return static_cast<uint32_t>(incidence.start[v + 1] - incidence.start[v]); }
  uint32_t task(uint32_t v, uint32_t i) const { return incidence.tasks[incidence.start[v] + i]; }
  uint32_t other(uint32_t task, uint32_t v) const {
    const auto pair = graph.dataOf(task);
    return pair[0] == v ? pair[1] : pair[0];
  }
  uint32_t neighbour(uint32_t v, uint32_t i) const { return other(task(v, i), v); }
  bool hasLoopsOrParallelTasks() const {
    std::unordered_set<uint64_t> seen;
    seen.reserve(graph.taskCount());
    for (uint64_t t = 0; t < graph.taskCount(); ++t) {
      const auto pair = graph.dataOf(t);
      const uint64_t low = std::min(pair[0], pair[1]), high = std::max(pair[0], pair[1]);
      if (low == high || !seen.insert(low << 32 | high).second) return true;
    }
    return false;
  }
};

/// A path or ring: tasks in the order of a walk along it. Cost: one object a block.
std::optional<Partition> path(const Shape& shape) {
  const uint64_t tasks = shape.graph.taskCount();
  if (shape.mostDegree > 2 || (tasks != shape.touched && tasks + 1 != shape.touched)) return std::nullopt;
  uint32_t start = none;
  for (uint32_t v = 0; v < shape.graph.dataCount() && (start == none || shape.degree(start) != 1); ++v) {
    if (shape.degree(v) == 1 || (start == none && shape.degree(v) > 0)) start = v;
  }
  std::vector<uint32_t> walk;
  walk.reserve(tasks);
  uint32_t v = start, last = none;
  while (walk.size() < tasks) {
    uint32_t next = none;
    for (uint32_t i = 0; i < shape.degree(v) && next == none; ++i) {
      if (shape.task(v, i) != last) next = shape.task(v, i);
    }
    if (next == none || (!walk.empty() && next == walk.front())) return std::nullopt;  // several pieces
    walk.push_back(next);
    v = shape.other(next, v);
    last = next;
  }
  BlockFiller filler(tasks, shape.cap);
  for (const uint32_t task : walk) filler.group({task});
  return filler.finish(tasks == shape.touched ? "a ring: tasks in the order of a walk round it"
                                              : "a path: tasks in the order of a walk along it");
}

/// A star: every schedule costs the same, the centre once a block.
std::optional<Partition> star(const Shape& shape) {
  const uint64_t tasks = shape.graph.taskCount();
  if (tasks < 3 || shape.mostDegree != tasks || shape.touched != tasks + 1) return std::nullopt;
  // One object in every task, and as many others as tasks: each of those stands in exactly one.
  Partition partition = defaultPartition(shape.graph, shape.cap);
  partition.method = PartitionMethod::automatic;
  partition.note = "a star: every order costs the same";
  return partition;
}

/// Tasks of a rows-by-columns table, cut into tiles of the shape that costs least.
Partition tiles(const Shape& shape, uint32_t rows, uint32_t columns,
                const std::function<uint32_t(uint32_t row, uint32_t column)>& taskAt, std::string note) {
  uint32_t bestHeight = 1, bestWidth = std::min(columns, shape.cap);
  double bestCost = INFINITY;
  for (uint32_t height = 1; height <= std::min(rows, shape.cap); ++height) {
    const uint32_t width = std::min(columns, shape.cap / height);
    const double cost =
        rows * (std::ceil(double(columns) / width) - 1) + columns * (std::ceil(double(rows) / height) - 1);
    if (cost < bestCost) bestCost = cost, bestHeight = height, bestWidth = width;
  }
  BlockFiller filler(shape.graph.taskCount(), shape.cap);
  std::vector<uint32_t> tile;
  for (uint32_t top = 0; top < rows; top += bestHeight) {
    for (uint32_t left = 0; left < columns; left += bestWidth) {
      tile.clear();
      for (uint32_t row = top; row < std::min(rows, top + bestHeight); ++row) {
        for (uint32_t column = left; column < std::min(columns, left + bestWidth); ++column) {
          const uint32_t task = taskAt(row, column);
          if (task != none) tile.push_back(task);
        }
      }
      filler.group(tile);
    }
  }
  return filler.finish(std::move(note));
}

/// A complete bipartite graph (a dense matrix): tiles near square.
std::optional<Partition> completeBipartite(const Shape& shape) {
  const uint64_t tasks = shape.graph.taskCount();
  const uint64_t a = shape.leastDegree, b = shape.mostDegree;
  if (a < 2 || a * b != tasks || a + b != shape.touched || shape.hasLoopsOrParallelTasks()) return std::nullopt;
  // One side is what the first object is joined to; without parallel tasks, a·b tasks between the sides are all of
  // them.
  uint32_t first = 0;
  while (shape.degree(first) == 0) ++first;
  std::vector<uint32_t> side(shape.graph.dataCount(), none);  // index inside its side
  std::vector<char> isRight(shape.graph.dataCount(), 0);
  uint32_t right = 0, left = 0;
  for (uint32_t i = 0; i < shape.degree(first); ++i) isRight[shape.neighbour(first, i)] = 1;
  for (uint32_t v = 0; v < shape.graph.dataCount(); ++v) {
    if (shape.degree(v) > 0) side[v] = isRight[v] ? right++ : left++;
  }
  if (uint64_t{left} * right != tasks) return std::nullopt;
  std::vector<uint32_t> taskAt(tasks, none);
  for (uint64_t t = 0; t < tasks; ++t) {
    auto pair = shape.graph.dataOf(t);
    const uint32_t l = isRight[pair[0]] ? pair[1] : pair[0], r = isRight[pair[0]] ? pair[0] : pair[1];
    if (isRight[l] || !isRight[r]) return std::nullopt;
    taskAt[uint64_t{side[l]} * right + side[r]] = static_cast<uint32_t>(t);
  }
  return tiles(
      shape, left, right, [&](uint32_t row, uint32_t column) { return taskAt[uint64_t{row} * right + column]; },
      "a complete bipartite graph: tiles near square");
}

/// A clique: tiles of the upper triangle.
std::optional<Partition> clique(const Shape& shape) {
  const uint64_t n = shape.touched, tasks = shape.graph.taskCount();
  if (n < 4 || n > 1u << 20 || n * (n - 1) / 2 != tasks || shape.leastDegree != n - 1 || shape.mostDegree != n - 1 ||
      shape.hasLoopsOrParallelTasks()) {
    return std::nullopt;
  }
  std::vector<uint32_t> index(shape.graph.dataCount(), none);
  uint32_t next = 0;
  for (uint32_t v = 0; v < shape.graph.dataCount(); ++v) {
    if (shape.degree(v) > 0) index[v] = next++;
  }
  const auto position = [n](uint64_t low, uint64_t high) { return low * (2 * n - low - 1) / 2 + (high - low - 1); };
  std::vector<uint32_t> taskAt(tasks);
  for (uint64_t t = 0; t < tasks; ++t) {
    const auto pair = shape.graph.dataOf(t);
    const uint64_t i = index[pair[0]], j = index[pair[1]];
    taskAt[position(std::min(i, j), std::max(i, j))] = static_cast<uint32_t>(t);
  }
  const uint32_t width = std::max<uint32_t>(1, static_cast<uint32_t>(std::sqrt(double(shape.cap))));
  BlockFiller filler(tasks, shape.cap);
  std::vector<uint32_t> tile;
  for (uint64_t top = 0; top < n; top += width) {
    for (uint64_t left = top; left < n; left += width) {
      tile.clear();
      for (uint64_t i = top; i < std::min<uint64_t>(n, top + width); ++i) {
        for (uint64_t j = std::max(left, i + 1); j < std::min<uint64_t>(n, left + width); ++j) {
          tile.push_back(taskAt[position(i, j)]);
        }
      }
      if (!tile.empty()) filler.group(tile);
    }
  }
  return filler.finish("a clique: square tiles of the triangle of pairs");
}

/// False where the degrees alone rule every shape out.
bool mayBeAPreset(const Degrees& degrees, uint64_t tasks) {
  const uint64_t least = degrees.least, most = degrees.most, objects = degrees.objects;
  const bool path = most <= 2 && (tasks == objects || tasks + 1 == objects);
  const bool star = most == tasks && objects == tasks + 1;
  const bool bipartite = least * most == tasks && least + most == objects;
  const bool clique = least == most && least + 1 == objects;
  return path || star || bipartite || clique;
}

}  // namespace

std::optional<PricedPartition> preset(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options) {
  // An object limit asks for more than these schedules look at.
  if (!graph.onlyPairs() || options.maxDataPerBlock != 0 || !mayBeAPreset(degrees, graph.taskCount()))
    return std::nullopt;
  const Shape shape(graph, options.tasksPerBlock);
  for (const auto& known : {path, star, completeBipartite, clique}) {
    if (auto partition = known(shape)) {
      const uint64_t cost = measure(graph, *partition).cost;
      return PricedPartition{*std::move(partition), cost};
    }
  }
  return std::nullopt;
}

std::optional<Partition> presetPartition(const TaskGraph& graph, const PartitionOptions& options) {
  const Degrees degrees = countDegrees(graph, options.tasksPerBlock);
  auto known = preset(graph, degrees, options);
  if (!known && graph.onlyPairs() && options.maxDataPerBlock == 0)
    known = gridPreset(graph, degrees, options.tasksPerBlock);
  if (!known) return std::nullopt;
  return std::move(known->partition);
}

}  // namespace warpwright
