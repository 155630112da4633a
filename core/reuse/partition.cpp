#include "core/reuse/partition.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/reuse/stages.h"

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

/// What to do with a graph, read off its degrees.
struct Plan {
  bool refine = false;       // on meshes of even degree expansion leaves next to nothing to gain
  bool straighten = false;
};
Plan planFor(const TaskGraph& graph, const DegreeSummary& degrees, const PartitionOptions& options) {
  constexpr double evenDegrees = 0.15, mostOverMean = 8;
  Plan plan;
  plan.refine = options.refine && graph.taskCount() <= options.refineLimit &&
                degrees.deviation > evenDegrees * degrees.mean;
  plan.straighten = plan.refine && graph.onlyPairs() && options.maxDataPerBlock == 0 &&
                    degrees.most <= mostOverMean * degrees.mean;
  return plan;
}

/// Room that is left in every block for tasks to move, and so how many more blocks there are. METIS takes as much.
constexpr double roomToMove = 0.03;

/// A cost below this share of the objects is not looked at again: all of it would not be noticed.
constexpr double negligible = 0.002;

/// Expansion, and what follows it where that pays.
Result<PricedPartition> expandAndRefine(const TaskGraph& graph, const DegreeSummary& degrees,
                                        const PartitionOptions& options, std::stop_token stop) {
  const Plan plan = planFor(graph, degrees, options);
  Result<PricedPartition> expanded = expand(graph, options, plan.refine ? roomToMove : 0, stop);
  if (!expanded.ok() || expanded->partition.blocks < 2) return expanded;
  // Where an object lies in several blocks on average, borders are everywhere and have no shape.
  if (plan.straighten && expanded->cost < degrees.objects / 2) {
    PricedPartition straight{expanded->partition, 0};
    if (straighten(graph, straight.partition, options.tasksPerBlock, stop)) {
      straight.cost = refine(graph, straight.partition, options, stop);
      if (straight.cost < expanded->cost) return straight;
    }
  }
  const bool worthIt = static_cast<double>(expanded->cost) > negligible * degrees.objects;
  if (plan.refine && worthIt) expanded->cost = refine(graph, expanded->partition, options, stop);
  if (stop.stop_requested()) return cancelledError();
  return expanded;
}

/// The best that is known of a preset and expansion.
Result<PricedPartition> bestOf(const TaskGraph& graph, const DegreeSummary& degrees, const PartitionOptions& options,
                               std::stop_token stop) {
  // On small graphs looking twice costs nothing, and tiles of a small clique can be beaten.
  constexpr uint64_t smallGraph = 100'000;
  auto known = preset(graph, degrees, options);
  if (known && graph.taskCount() > smallGraph) return *std::move(known);
  Result<PricedPartition> expanded = expandAndRefine(graph, degrees, options, stop);
  if (expanded.ok() && known && known->cost <= expanded->cost) return *std::move(known);
  return expanded;
}

/// The same for a graph in which nothing that belongs together lies together: on a copy in an order of its own.
template <typename Make>
Result<PricedPartition> inOrderOfWalk(const TaskGraph& graph, Make make) {
  const LocalGraph local = orderByWalk(graph);
  Result<PricedPartition> made = make(local.graph);
  if (!made.ok()) return made;
  std::vector<uint32_t> blockOf(graph.taskCount());
  for (uint64_t task = 0; task < blockOf.size(); ++task) blockOf[local.taskOf[task]] = made->partition.blockOfTask[task];
  made->partition.blockOfTask = std::move(blockOf);
  return made;
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
  const DegreeSummary degrees = summarizeDegrees(graph);
  Partition order = defaultPartition(graph, options.tasksPerBlock);
  const PartitionQuality before = measure(graph, order);
  const bool fits = options.maxDataPerBlock == 0 || before.maxData <= options.maxDataPerBlock;
  if (fits && degrees.mean <= 1.05) {
    order.note = "not worth it: hardly any object is used by two tasks";
    return order;
  }
  if (fits && before.redundantLoads < 0.01) {
    order.note = "not worth it: the default order loads less than 1 % twice";
    return order;
  }
  const auto make = [&](const TaskGraph& g) { return bestOf(g, degrees, options, stop); };
  // A small graph lies in the cache however it is ordered.
  constexpr uint64_t smallGraph = 100'000;
  const double loadsPerPin = static_cast<double>(before.cost + degrees.objects) / static_cast<double>(graph.pinCount());
  const bool scattered = graph.onlyPairs() && graph.taskCount() > smallGraph && loadsPerPin > 0.7;
  Result<PricedPartition> best = scattered ? inOrderOfWalk(graph, make) : make(graph);
  if (!best.ok()) return best.error();
  if (fits && best->cost >= before.cost) {
    order.note = "the default order is best: expansion costs as much or more";
    return order;
  }
  dropEmptyBlocks(best->partition);
  return std::move(best->partition);
}

}  // namespace

DegreeSummary summarizeDegrees(const TaskGraph& graph) {
  std::vector<uint32_t> degree(graph.dataCount(), 0);
  for (const uint32_t object : graph.pins()) ++degree[object];
  DegreeSummary summary;
  double sum = 0, squares = 0;
  for (const uint32_t d : degree) {
    if (d == 0) continue;
    ++summary.objects;
    summary.least = std::min(summary.least, d);
    summary.most = std::max(summary.most, d);
    summary.ofTwo += d == 2;
    sum += d;
    squares += double(d) * d;
  }
  if (summary.objects == 0) return summary;
  summary.mean = sum / summary.objects;
  summary.deviation = std::sqrt(std::max(0.0, squares / summary.objects - summary.mean * summary.mean));
  return summary;
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
  if (graph.taskCount() >= UINT32_MAX) return inputError("The graph has more than 4 billion tasks; that is not supported.");
  if (options.maxDataPerBlock != 0) {
    for (uint64_t task = 0; task < graph.taskCount(); ++task) {
      if (graph.dataOf(task).size() > options.maxDataPerBlock) {
        return inputError("Task " + std::to_string(task) + " alone touches more objects than a block may. Raise the limit.");
      }
    }
  }
  return {};
}

Result<Partition> refinedExpansion(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  Result<PricedPartition> made = expandAndRefine(graph, summarizeDegrees(graph), options, stop);
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
