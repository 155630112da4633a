#include "core/model/reuse/partition.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/reuse/stages.h"

namespace warpwright {
namespace {

constexpr std::array<std::pair<PartitionMethod, std::string_view>, 6> methodNames{{
    {PartitionMethod::automatic, "auto"},
    {PartitionMethod::expansion, "expansion"},
    {PartitionMethod::metis, "metis"},
    {PartitionMethod::defaultOrder, "default"},
    {PartitionMethod::random, "random"},
    {PartitionMethod::greedy, "greedy"},
}};

/// On meshes of even degree refinement finds next to nothing to gain, and the blocks that expansion grows are the best
/// known.
bool pays(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options) {
  return options.refine && graph.taskCount() <= options.refineLimit && !haveEvenDegrees(degrees);
}
/// Whether to partition in levels. Objects that most blocks would want have to lie in several: hubs are for expansion.
/// So are meshes of even degree, unless objects have many neighbours, or blocks are large and the mesh is flat, where
/// expansion takes longer.
bool suitsLevels(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options) {
  constexpr double mostOverMean = 8, dense = 40, fewTasks = 48, manyNeighbours = 7, someNeighbours = 5.5,
                   largeBlock = 1500;
  if (!graph.onlyPairs() || options.maxDataPerBlock != 0 || !options.refine) return false;
  if (graph.taskCount() > options.refineLimit || graph.pinCount() > UINT32_MAX) return false;
  if (degrees.most > std::max(mostOverMean * degrees.mean, fewTasks)) return false;
  if (degrees.mean > dense && 2.0 * options.tasksPerBlock / degrees.mean < largeBlock) return false;
  if (pays(graph, degrees, options) || degrees.mean >= manyNeighbours) return true;
  // The rim of a flat mesh has about as many objects as the square root of all; that of a solid one many more.
  const double rim = degrees.objects - degrees.ofMost;
  const bool flat = rim < 2 * std::pow(static_cast<double>(degrees.objects), 2.0 / 3);
  return flat && degrees.mean >= someNeighbours && 2.0 * options.tasksPerBlock / degrees.mean > largeBlock;
}

Result<PricedPartition> expandAndRefine(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options,
                                        std::stop_token stop) {
  // A cost below this share of the objects is not looked at again: all of it would not be noticed.
  constexpr double negligible = 0.002, largeBlock = 1500;
  const bool refined = pays(graph, degrees, options);
  Result<PricedPartition> expanded = expand(graph, options, refined ? roomToMove : 0, stop);
  if (!expanded.ok() || expanded->partition.blocks < 2) return expanded;
  const double objects = degrees.objects, cost = static_cast<double>(expanded->cost);
  // Of large blocks most is inside, and of the little at the border expansion leaves one in a hundred to save.
  const bool shortBorders =
      graph.onlyPairs() && objects > largeBlock * expanded->partition.blocks && cost < 0.05 * objects;
  const bool worthIt = cost > negligible * objects && !shortBorders;
  if (refined && worthIt) expanded->cost = refine(graph, expanded->partition, options, stop);
  if (stop.stop_requested()) return cancelledError();
  return expanded;
}

/// The same for a graph in which nothing that belongs together lies together: on a copy in an order of its own.
Result<PricedPartition> expandInOrderOfWalk(const TaskGraph& graph, const Degrees& degrees,
                                            const PartitionOptions& options, std::stop_token stop) {
  const LocalGraph local = orderByWalk(graph);
  Result<PricedPartition> made = expandAndRefine(local.graph, degrees, options, stop);
  if (!made.ok()) return made;
  std::vector<uint32_t> blockOf(graph.taskCount());
  for (uint64_t task = 0; task < blockOf.size(); ++task) {
    if (task + 16 < blockOf.size()) __builtin_prefetch(&blockOf[local.taskOf[task + 16]], 1);
    blockOf[local.taskOf[task]] = made->partition.blockOfTask[task];
  }
  made->partition.blockOfTask = std::move(blockOf);
  return made;
}

/// The best that is known of a preset, multilevel partitioning and expansion.
Result<PricedPartition> bestOf(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options,
                               std::stop_token stop) {
  // On small graphs looking twice costs nothing, and tiles of a small clique can be beaten; and they lie in the cache
  // however they are ordered.
  constexpr uint64_t smallGraph = 100'000;
  if (graph.onlyPairs() && options.maxDataPerBlock == 0) {
    if (auto grid = gridPreset(graph, degrees, options.tasksPerBlock)) return *std::move(grid);
  }
  std::optional<PricedPartition> known = preset(graph, degrees, options);
  if (known && graph.taskCount() > smallGraph) return *std::move(known);
  if (!known && suitsLevels(graph, degrees, options)) {
    constexpr double mostBetween = 0.4;
    Result<std::optional<PricedPartition>> levels = multilevel(graph, options, degrees, mostBetween, stop);
    if (!levels.ok()) return levels.error();
    // Where an object lies in several blocks on average expansion may do better.
    if (*levels && 2 * (*levels)->cost < degrees.objects) return **std::move(levels);
    known = *std::move(levels);
  }
  const bool scattered =
      graph.onlyPairs() && graph.taskCount() > smallGraph &&
      static_cast<double>(degrees.costInOrder + degrees.objects) > 0.7 * static_cast<double>(graph.pinCount());
  Result<PricedPartition> expanded =
      scattered ? expandInOrderOfWalk(graph, degrees, options, stop) : expandAndRefine(graph, degrees, options, stop);
  if (expanded.ok() && known && known->cost <= expanded->cost) return *std::move(known);
  return expanded;
}

/// Takes out blocks without tasks.
void dropEmptyBlocks(Partition& partition) {
  std::vector<uint32_t> number(partition.blocks, 0);
  for (const uint32_t block : partition.blockOfTask) number[block] = 1;
  uint32_t blocks = 0;
  for (uint32_t& n : number) n = n ? blocks++ : 0;
  if (blocks == partition.blocks) return;
  for (uint32_t& block : partition.blockOfTask) block = number[block];
  partition.blocks = blocks;
}

Result<Partition> choose(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  const Degrees degrees = countDegrees(graph, options.tasksPerBlock);
  const bool fits = options.maxDataPerBlock == 0 || degrees.mostDataInOrder <= options.maxDataPerBlock;
  const auto inOrder = [&](std::string note) {
    Partition order = defaultPartition(graph, options.tasksPerBlock);
    order.note = std::move(note);
    return order;
  };
  const double loads = static_cast<double>(degrees.costInOrder + degrees.objects);
  if (fits && degrees.mean <= 1.05) return inOrder("not worth it: hardly any object is used by two tasks");
  if (fits && static_cast<double>(degrees.costInOrder) < 0.01 * loads) {
    return inOrder("not worth it: the default order loads less than 1 % twice");
  }
  Result<PricedPartition> best = bestOf(graph, degrees, options, stop);
  if (!best.ok()) return best.error();
  if (fits && best->cost >= degrees.costInOrder) {
    return inOrder("the default order is best: no other that was tried costs less");
  }
  dropEmptyBlocks(best->partition);
  return std::move(best->partition);
}

}  // namespace

Degrees countDegrees(const TaskGraph& graph, uint32_t tasksPerBlock) {
  struct Seen {
    uint32_t times = 0, block = UINT32_MAX;
  };
  std::vector<Seen> seen(graph.dataCount());
  Degrees degrees;
  uint64_t loads = 0;
  const uint64_t tasks = graph.taskCount();
  const int64_t ahead = graph.isLarge() ? 16 : INT64_MAX;
  const uint32_t* pin = graph.pins().data();
  uint32_t block = 0;
  for (uint64_t first = 0; first < tasks; first += tasksPerBlock, ++block) {
    const uint64_t last = std::min(tasks, first + tasksPerBlock) - 1;
    const uint32_t* const end = graph.dataOf(last).data() + graph.dataOf(last).size();
    uint64_t distinct = 0;
    for (; pin != end; ++pin) {
      if (end - pin > ahead) __builtin_prefetch(&seen[pin[ahead]]);
      Seen& object = seen[*pin];
      ++object.times;
      distinct += object.block != block;
      object.block = block;
    }
    loads += distinct;
    degrees.mostDataInOrder = std::max(degrees.mostDataInOrder, distinct);
  }
  degrees.of.resize(graph.dataCount());
  double squares = 0;
  for (uint32_t v = 0; v < graph.dataCount(); ++v) {
    const uint32_t d = degrees.of[v] = seen[v].times;
    degrees.objects += d != 0;
    degrees.ofTwo += d == 2;
    if (d > degrees.most) degrees.most = d, degrees.ofMost = 0;
    degrees.ofMost += d == degrees.most;
    degrees.least = std::min(degrees.least, d - 1);
    squares += double(d) * d;
  }
  ++degrees.least;
  degrees.costInOrder = loads - degrees.objects;
  if (degrees.objects == 0) return degrees;
  degrees.mean = static_cast<double>(graph.pinCount()) / degrees.objects;
  degrees.deviation = std::sqrt(std::max(0.0, squares / degrees.objects - degrees.mean * degrees.mean));
  return degrees;
}

bool haveEvenDegrees(const Degrees& degrees) {
  constexpr double evenDegrees = 0.15;
  return degrees.deviation <= evenDegrees * degrees.mean;
}

Result<Partition> automaticPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  if (Status fits = checkPartitionInput(graph, options); !fits.ok()) return fits.error();
  return choose(graph, options, stop);
}

Status checkPartitionInput(const TaskGraph& graph, const PartitionOptions& options) {
  if (options.tasksPerBlock == 0) {
    return Error{ErrorKind::input, "A block of 0 tasks holds nothing. Give --tasks-per-block a number from 1 up.", {}};
  }
  if (graph.taskCount() == 0) return inputError("The graph has no tasks: there is nothing to partition.");
  if (graph.taskCount() >= UINT32_MAX)
    return inputError("The graph has more than 4 billion tasks; that is not supported.");
  if (options.maxDataPerBlock != 0) {
    for (uint64_t task = 0; task < graph.taskCount(); ++task) {
      if (graph.dataOf(task).size() > options.maxDataPerBlock) {
        return inputError("Task " + std::to_string(task) +
                          " alone touches more objects than a block may. Raise the limit.");
      }
    }
  }
  return {};
}

Result<Partition> refinedExpansion(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  Result<PricedPartition> made = expandAndRefine(graph, countDegrees(graph, options.tasksPerBlock), options, stop);
  if (!made.ok()) return made.error();
  dropEmptyBlocks(made->partition);
  return std::move(made->partition);
}

std::optional<PartitionMethod> partitionMethodFromText(std::string_view text) {
  for (const auto& [method, name] : methodNames) {
    if (name == text) return method;
  }
  return std::nullopt;
}

std::string toString(PartitionMethod method) {
  for (const auto& [known, name] : methodNames) {
    if (known == method) return std::string(name);
  }
  return {};
}

}  // namespace warpwright
