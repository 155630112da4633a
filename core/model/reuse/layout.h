#pragma once

#include <cstdint>
#include <vector>

#include "core/model/reuse/partition.h"
#include "core/model/reuse/task_graph.h"

namespace warpwright {

/// Tasks in block order, and where each block starts: tasks of block b at order[start[b] … start[b+1]), in default
/// order inside a block.
struct TaskOrder {
  std::vector<uint64_t> start;
  std::vector<uint32_t> order;
};
TaskOrder orderByBlock(const Partition& partition);

/// Orders the tasks inside each block so that those which share data stand side by side, as the lanes of a warp do: a
/// breadth-first walk from each block's first task. Blocks keep their tasks.
void walkBlocks(const TaskGraph& graph, TaskOrder& tasks);

/// Where data should lie (cpack, Ding and Kennedy, as the paper's §4.1 uses it): objects in the order in which the
/// tasks, block after block, first touch them, so that a block's data lies together.
struct DataOrder {
  std::vector<uint32_t> newIndexOf;  ///< by old index; untouched objects come last, in their old order
  std::vector<uint32_t> oldIndexOf;  ///< the inverse permutation
};
DataOrder cpack(const TaskGraph& graph, const TaskOrder& tasks);
/// The same for a part of the objects, [first, last): rows or columns of a matrix on their own. Indices are local to
/// it.
DataOrder cpackRange(const TaskGraph& graph, const TaskOrder& tasks, uint32_t first, uint32_t last);

/// What a block stages in shared memory (the paper's Figure 8): its distinct objects, ascending by first touch, and for
/// each task and each of its objects the slot in that list.
struct BlockData {
  std::vector<uint64_t> start;  ///< objects of block b at objects[start[b] … start[b+1])
  std::vector<uint32_t> objects;
  std::vector<uint32_t> slotOfPin;  ///< in task-order × the task's objects: parallel to the graph's pins, reordered
};
BlockData blockData(const TaskGraph& graph, const TaskOrder& tasks);

}  // namespace warpwright
