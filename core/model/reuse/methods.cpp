#include "core/model/reuse/partition.h"
#include "core/model/reuse/stages.h"

namespace warpwright {

// Apart from the methods themselves: user programs link those without METIS.
Result<Partition> partitionTasks(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  if (Status fits = checkPartitionInput(graph, options); !fits.ok()) return fits.error();
  switch (options.method) {
    case PartitionMethod::automatic:
      return automaticPartition(graph, options, stop);
    case PartitionMethod::expansion:
      return refinedExpansion(graph, options, stop);
    case PartitionMethod::metis:
      return metisPartition(graph, options);
    case PartitionMethod::defaultOrder:
      return defaultPartition(graph, options.tasksPerBlock);
    case PartitionMethod::random:
      return randomPartition(graph, options.tasksPerBlock, 1);
    case PartitionMethod::greedy:
      return greedyPartition(graph, options.tasksPerBlock);
  }
  return inputError("Unknown method.");
}

}  // namespace warpwright
