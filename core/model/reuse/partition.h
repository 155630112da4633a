#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/reuse/task_graph.h"

namespace warpwright {

enum class PartitionMethod {
  automatic,     ///< degree check, presets, then levels or expansion, as the degrees suit; never worse than the default
                 ///< order
  expansion,     ///< neighbourhood expansion with the hub rule, then exact-cost refinement
  metis,         ///< the paper's clone-and-connect on METIS, repaired to the exact cap
  defaultOrder,  ///< consecutive tasks
  random,        ///< a seeded shuffle
  greedy,        ///< PowerGraph's rule, with a cap
};

std::optional<PartitionMethod> partitionMethodFromText(std::string_view text);
std::string toString(PartitionMethod method);

struct PartitionOptions {
  uint32_t tasksPerBlock = 1024;  ///< never exceeded
  uint32_t maxDataPerBlock = 0;   ///< distinct objects a block may touch (shared memory); 0: no limit
  PartitionMethod method = PartitionMethod::automatic;
  bool refine = true;
  /// Above this many tasks refinement is left out: its tables would take as much memory as the graph.
  uint64_t refineLimit = 16'000'000;
};

/// How good a partition is.
struct PartitionQuality {
  uint64_t cost = 0;          ///< Definition 2: over all objects, blocks that touch it minus one
  uint64_t maxTasks = 0;      ///< tasks of the largest block
  uint64_t maxData = 0;       ///< distinct objects of the block that touches most
  double balance = 1;         ///< maxTasks over the mean
  double redundantLoads = 0;  ///< cost / (touched objects + cost): the share of loads that another block made already
};

struct Partition {
  std::vector<uint32_t> blockOfTask;  ///< in task order
  uint32_t blocks = 0;
  PartitionMethod method = PartitionMethod::defaultOrder;  ///< which one made it
  std::string note;  ///< why this method: "a path: consecutive tasks are best", "too little reuse: …"
};

/// Partitions the tasks into blocks. The same input gives the same answer on every run and machine.
/// Errors: tasksPerBlock is 0; an object limit smaller than one task needs; cancelled.
Result<Partition> partitionTasks(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);

PartitionQuality measure(const TaskGraph& graph, const Partition& partition);

/// Consecutive tasks, `tasksPerBlock` a block: the schedule a kernel has without any partition.
Partition defaultPartition(const TaskGraph& graph, uint32_t tasksPerBlock);
Partition randomPartition(const TaskGraph& graph, uint32_t tasksPerBlock, uint32_t seed);
/// PowerGraph's greedy rule, each block capped at `tasksPerBlock` (without a cap it collapses into one block).
Partition greedyPartition(const TaskGraph& graph, uint32_t tasksPerBlock);

/// Neighbourhood expansion: a block grows from a seed by taking in the object with the fewest unassigned tasks, first
/// in first out among equals, until it is full to the task. An object with many more tasks than the mean (a hub) is
/// never taken in whole. Blocks are consecutive in the order they grew, so that neighbours share L2.
Result<Partition> expansionPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop);

/// Lowers the cost by moving all tasks that an object has in one block to another block that holds it, as long as this
/// gains and no cap is passed. Gives the cost saved.
uint64_t refinePartition(const TaskGraph& graph, Partition& partition, const PartitionOptions& options,
                         std::stop_token stop);

/// The paper's method: tasks become vertices, joined along each object's task list, partitioned by METIS for volume,
/// blocks that came out too large repaired to the cap. Only tasks of two objects.
Result<Partition> metisPartition(const TaskGraph& graph, const PartitionOptions& options);

/// A schedule known to be best, or near it, where the graph is a path or ring, a star, a clique or a complete bipartite
/// graph; found by degrees and then verified task by task.
std::optional<Partition> presetPartition(const TaskGraph& graph, const PartitionOptions& options);

}  // namespace warpwright
