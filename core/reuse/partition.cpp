#include "core/reuse/partition.h"

#include <algorithm>
#include <array>
#include <cmath>

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

struct Degrees {
  double mean = 0, deviation = 0;  // of the objects that have tasks
};
Degrees degreesOf(const TaskGraph& graph) {
  std::vector<uint32_t> degree(graph.dataCount(), 0);
  for (const uint32_t object : graph.pins()) ++degree[object];
  double count = 0, sum = 0, squares = 0;
  for (const uint32_t d : degree) {
    if (d == 0) continue;
    ++count;
    sum += d;
    squares += double(d) * d;
  }
  if (count == 0) return {};
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

/// Expansion, and refinement where it pays: on meshes of even degree expansion leaves next to nothing to gain.
Result<Partition> expandAndRefine(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options,
                                  std::stop_token stop) {
  constexpr double evenDegrees = 0.15;
  Result<Partition> partition = expansionPartition(graph, options, stop);
  if (!partition.ok() || !options.refine || graph.taskCount() > options.refineLimit) return partition;
  if (degrees.deviation > evenDegrees * degrees.mean) refinePartition(graph, *partition, options, stop);
  if (stop.stop_requested()) return cancelledError();
  return partition;
}

Result<Partition> choose(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  const Degrees degrees = degreesOf(graph);
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
  // On small graphs looking twice costs nothing, and tiles of a small clique can be beaten.
  constexpr uint64_t smallGraph = 100'000;
  const auto preset = presetPartition(graph, options);
  const uint64_t presetCost = preset ? measure(graph, *preset).cost : UINT64_MAX;
  if (preset && presetCost <= before.cost && graph.taskCount() > smallGraph) return *preset;
  Result<Partition> expanded = expandAndRefine(graph, degrees, options, stop);
  if (!expanded.ok()) return expanded;
  const uint64_t cost = measure(graph, *expanded).cost;
  if (presetCost <= before.cost && presetCost <= cost) return *preset;
  if (fits && cost >= before.cost) {
    order.note = "the default order is best: expansion costs as much or more";
    return order;
  }
  return expanded;
}

}  // namespace

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

Result<Partition> partitionTasks(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
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
  switch (options.method) {
    case PartitionMethod::automatic: return choose(graph, options, stop);
    case PartitionMethod::expansion: return expandAndRefine(graph, degreesOf(graph), options, stop);
    case PartitionMethod::metis: return metisPartition(graph, options);
    case PartitionMethod::defaultOrder: return defaultPartition(graph, options.tasksPerBlock);
    case PartitionMethod::random: return randomPartition(graph, options.tasksPerBlock, 1);
    case PartitionMethod::greedy: return greedyPartition(graph, options.tasksPerBlock);
  }
  return inputError("Unknown method.");
}

}  // namespace warpwright
