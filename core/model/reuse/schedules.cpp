#include <algorithm>
#include <numeric>

#include "core/model/reuse/partition.h"

namespace warpwright {
namespace {

uint32_t blocksFor(uint64_t tasks, uint32_t tasksPerBlock) {
  return static_cast<uint32_t>((tasks + tasksPerBlock - 1) / tasksPerBlock);
}

/// Counter-based mixing (SplitMix64): the same numbers on every machine, unlike std::shuffle.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

Partition defaultPartition(const TaskGraph& graph, uint32_t tasksPerBlock) {
  Partition partition;
  partition.method = PartitionMethod::defaultOrder;
  partition.blocks = blocksFor(graph.taskCount(), tasksPerBlock);
  partition.blockOfTask.resize(graph.taskCount());
  for (uint32_t block = 0; block < partition.blocks; ++block) {
    const uint64_t first = uint64_t{block} * tasksPerBlock;
    std::fill_n(partition.blockOfTask.begin() + static_cast<int64_t>(first),
                std::min<uint64_t>(tasksPerBlock, graph.taskCount() - first), block);
  }
  return partition;
}

Partition randomPartition(const TaskGraph& graph, uint32_t tasksPerBlock, uint32_t seed) {
  Partition partition = defaultPartition(graph, tasksPerBlock);
  partition.method = PartitionMethod::random;
  for (uint64_t i = graph.taskCount(); i > 1; --i) {
    std::swap(partition.blockOfTask[i - 1], partition.blockOfTask[mix(i * 0x10001 + seed) % i]);
  }
  return partition;
}

Partition greedyPartition(const TaskGraph& graph, uint32_t tasksPerBlock) {
  Partition partition;
  partition.method = PartitionMethod::greedy;
  partition.blocks = blocksFor(graph.taskCount(), tasksPerBlock);
  partition.blockOfTask.resize(graph.taskCount());
  std::vector<uint32_t> load(partition.blocks, 0), seenAt(partition.blocks, 0);
  std::vector<uint64_t> stamp(partition.blocks, UINT64_MAX);
  std::vector<std::vector<uint32_t>> blocksOf(graph.dataCount());
  uint32_t emptiest = 0;  // the first block that may still have the lowest load

  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    // Blocks that hold most of the task's objects come first, then the less loaded one.
    uint32_t best = UINT32_MAX, bestShared = 0;
    for (const uint32_t object : graph.dataOf(task)) {
      for (const uint32_t block : blocksOf[object]) {
        if (load[block] >= tasksPerBlock) continue;
        if (stamp[block] != task) stamp[block] = task, seenAt[block] = 0;
        const uint32_t shared = ++seenAt[block];
        if (best == UINT32_MAX || shared > bestShared || (shared == bestShared && load[block] < load[best])) {
          best = block;
          bestShared = shared;
        }
      }
    }
    if (best == UINT32_MAX) {
      // Round robin over blocks with room is the least loaded one, near enough, in constant time.
      while (load[emptiest] >= tasksPerBlock) emptiest = (emptiest + 1) % partition.blocks;
      best = emptiest;
      emptiest = (emptiest + 1) % partition.blocks;
    }
    partition.blockOfTask[task] = best;
    ++load[best];
    for (const uint32_t object : graph.dataOf(task)) {
      auto& list = blocksOf[object];
      if (std::find(list.begin(), list.end(), best) == list.end()) list.push_back(best);
    }
  }
  return partition;
}

PartitionQuality measure(const TaskGraph& graph, const Partition& partition) {
  PartitionQuality quality;
  // Tasks sorted by block; then each object is counted once for each block that touches it.
  std::vector<uint64_t> start(uint64_t{partition.blocks} + 1, 0);
  for (const uint32_t block : partition.blockOfTask) ++start[block + 1];
  for (uint32_t block = 0; block < partition.blocks; ++block) {
    quality.maxTasks = std::max(quality.maxTasks, start[block + 1]);
    start[block + 1] += start[block];
  }
  std::vector<uint32_t> order;
  if (!std::is_sorted(partition.blockOfTask.begin(), partition.blockOfTask.end())) {
    order.resize(graph.taskCount());
    std::vector<uint64_t> next(start.begin(), start.end() - 1);
    for (uint64_t task = 0; task < graph.taskCount(); ++task) {
      order[next[partition.blockOfTask[task]]++] = static_cast<uint32_t>(task);
    }
  }
  std::vector<uint32_t> lastBlock(graph.dataCount(), UINT32_MAX);
  uint64_t loads = 0, touched = 0;
  for (uint32_t block = 0; block < partition.blocks; ++block) {
    uint64_t distinct = 0;
    for (uint64_t i = start[block]; i < start[block + 1]; ++i) {
      for (const uint32_t object : graph.dataOf(order.empty() ? i : order[i])) {
        if (lastBlock[object] == block) continue;
        touched += lastBlock[object] == UINT32_MAX;
        lastBlock[object] = block;
        ++distinct;
      }
    }
    loads += distinct;
    quality.maxData = std::max(quality.maxData, distinct);
  }
  quality.cost = loads - touched;
  if (loads > 0) quality.redundantLoads = static_cast<double>(quality.cost) / static_cast<double>(loads);
  if (graph.taskCount() > 0 && partition.blocks > 0) {
    quality.balance = static_cast<double>(quality.maxTasks) * partition.blocks / static_cast<double>(graph.taskCount());
  }
  return quality;
}

}  // namespace warpwright
