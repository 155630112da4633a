#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/reuse/partition.h"

// The stages that partitionTasks() is composed of, for that and for tests; everyone else calls partitionTasks().
namespace warpwright {

/// A partition and its cost (Definition 2), which most stages know without counting it again.
struct PricedPartition {
  Partition partition;
  uint64_t cost = 0;
};

/// Errors: tasksPerBlock is 0; no tasks or too many; an object limit smaller than one task needs.
Status checkPartitionInput(const TaskGraph& graph, const PartitionOptions& options);

/// PartitionMethod::automatic and PartitionMethod::expansion.
Result<Partition> automaticPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);
Result<Partition> refinedExpansion(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);

/// How many tasks the objects have; those without any are left out.
struct DegreeSummary {
  uint32_t objects = 0, least = UINT32_MAX, most = 0;
  uint32_t ofTwo = 0;              ///< objects with two tasks
  double mean = 0, deviation = 0;
};
DegreeSummary summarizeDegrees(const TaskGraph& graph);

/// presetPartition() with its cost, for a caller that has counted the degrees already: on most graphs they rule every shape out.
std::optional<PricedPartition> preset(const TaskGraph& graph, const DegreeSummary& degrees, const PartitionOptions& options);

/// expansionPartition() with its cost. `room` (0.03: 3 %) leaves that share of every block empty, so that later stages can
/// move tasks between blocks.
Result<PricedPartition> expand(const TaskGraph& graph, const PartitionOptions& options, double room, std::stop_token stop);

/// refinePartition() with the cost that results. Returns early, with what was reached, when asked to stop.
uint64_t refine(const TaskGraph& graph, Partition& partition, const PartitionOptions& options, std::stop_token stop);

/// The same graph with objects numbered and tasks ordered by a breadth-first walk, so that what is near in the graph is near
/// in memory: on an input without locality every stage waits for memory otherwise. Only tasks of two objects.
struct LocalGraph {
  TaskGraph graph;
  std::vector<uint32_t> taskOf;  ///< by new task: its number in the graph given
};
LocalGraph orderByWalk(const TaskGraph& graph);

/// Straightens the borders between blocks: every object belongs to one block, and goes over to a neighbouring one that holds
/// more of its neighbours, as long as there is room; then each task follows its objects. On graphs of uneven degree (random
/// geometric, Delaunay) expansion leaves ragged borders, which single moves of refinement cannot straighten. The cap is kept;
/// the cost may rise. Requires: tasks of two objects, no object limit, no hubs (an object is looked at task by task).
/// False, and the partition as it was, if the tasks did not fit.
bool straighten(const TaskGraph& graph, Partition& partition, uint32_t tasksPerBlock, std::stop_token stop);

}  // namespace warpwright
