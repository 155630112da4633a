#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/model/reuse/partition.h"

// The stages that partitionTasks() is composed of, for that and for tests; everyone else calls partitionTasks().
namespace warpwright {

/// A partition and its cost (Definition 2), which most stages know without counting it again.
struct PricedPartition {
  Partition partition;
  uint64_t cost = 0;
};

/// Room that is left in every block for tasks to move, and so how many more blocks there are. METIS takes as much.
constexpr double roomToMove = 0.03;

/// Errors: tasksPerBlock is 0; no tasks or too many; an object limit smaller than one task needs.
Status checkPartitionInput(const TaskGraph& graph, const PartitionOptions& options);

/// PartitionMethod::automatic and PartitionMethod::expansion.
Result<Partition> automaticPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);
Result<Partition> refinedExpansion(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);

/// How many tasks the objects have, counted in one pass; those without any are left out.
struct Degrees {
  std::vector<uint32_t> of;  ///< by object: how often tasks name it
  uint32_t objects = 0, least = UINT32_MAX, most = 0;
  uint32_t ofTwo = 0, ofMost = 0;  ///< objects with two tasks, and with the most
  double mean = 0, deviation = 0;
  uint64_t costInOrder = 0;      ///< of the default order
  uint64_t mostDataInOrder = 0;  ///< of any of its blocks
};
Degrees countDegrees(const TaskGraph& graph, uint32_t tasksPerBlock);
/// As those of regular meshes are.
bool haveEvenDegrees(const Degrees& degrees);

/// presetPartition() with its cost, for a caller that has counted the degrees already: on most graphs they rule every
/// shape out.
std::optional<PricedPartition> preset(const TaskGraph& graph, const Degrees& degrees, const PartitionOptions& options);

/// Of a rectangular grid, which is verified task by task: square tiles turned by 45 degrees, or upright ones where
/// blocks are few. Requires: tasks of two objects.
std::optional<PricedPartition> gridPreset(const TaskGraph& graph, const Degrees& degrees, uint32_t tasksPerBlock);

/// expansionPartition() with its cost. `room` (roomToMove, or 0) leaves that share of every block empty, so that later
/// stages can move tasks between blocks.
Result<PricedPartition> expand(const TaskGraph& graph, const PartitionOptions& options, double room,
                               std::stop_token stop);

/// Where only a part of the tasks is refined: what the others are.
struct Surroundings {
  std::vector<uint32_t> block, tasks;  ///< by object: its tasks that are not among those refined, and their only block
  std::vector<uint32_t> load;          ///< by block: tasks of both kinds
};

/// refinePartition() with the cost that results. Returns early, with what was reached, when asked to stop.
uint64_t refine(const TaskGraph& graph, Partition& partition, const PartitionOptions& options, std::stop_token stop,
                Surroundings* around = nullptr);

/// Multilevel partitioning: every object belongs to one block, and a task follows its objects. Where few tasks lie
/// between blocks and degrees are uneven (random geometric, Delaunay, trees) its blocks cost less than those that
/// expansion grows. Requires: tasks of two objects, fewer than 2^30 of them; no object limit; no hubs (an object is not
/// split over more blocks than its neighbours are in). Nothing where more than `mostBetween` (0.4: 40 %) of the tasks
/// lie between the clusters of the coarsest level, some dozens: nothing belongs together there.
Result<std::optional<PricedPartition>> multilevel(const TaskGraph& graph, const PartitionOptions& options,
                                                  const Degrees& degrees, double mostBetween, std::stop_token stop);

/// The same graph with objects numbered and tasks ordered by a breadth-first walk, so that what is near in the graph is
/// near in memory: on an input without locality every stage waits for memory otherwise. Only tasks of two objects.
struct LocalGraph {
  TaskGraph graph;
  std::vector<uint32_t> taskOf;  ///< by new task: its number in the graph given
};
LocalGraph orderByWalk(const TaskGraph& graph);

}  // namespace warpwright
