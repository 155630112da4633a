#include "core/model/reuse/layout.h"

#include <algorithm>
#include <numeric>

namespace warpwright {

TaskOrder orderByBlock(const Partition& partition) {
  TaskOrder tasks;
  tasks.start.assign(uint64_t{partition.blocks} + 1, 0);
  for (const uint32_t block : partition.blockOfTask) ++tasks.start[block + 1];
  std::partial_sum(tasks.start.begin(), tasks.start.end(), tasks.start.begin());
  tasks.order.resize(partition.blockOfTask.size());
  std::vector<uint64_t> next(tasks.start.begin(), tasks.start.end() - 1);
  for (uint64_t task = 0; task < partition.blockOfTask.size(); ++task) {
    tasks.order[next[partition.blockOfTask[task]]++] = static_cast<uint32_t>(task);
  }
  return tasks;
}

void walkBlocks(const TaskGraph& graph, TaskOrder& tasks) {
  std::vector<uint32_t> slot(graph.dataCount(), UINT32_MAX), objects, start, next, users, walked;
  std::vector<bool> seen;
  for (size_t block = 0; block + 1 < tasks.start.size(); ++block) {
    uint32_t* const own = tasks.order.data() + tasks.start[block];
    const auto count = static_cast<uint32_t>(tasks.start[block + 1] - tasks.start[block]);
    // Which of the block's tasks use each of its objects.
    objects.clear();
    start.assign(1, 0);
    for (uint32_t i = 0; i < count; ++i) {
      for (const uint32_t object : graph.dataOf(own[i])) {
        if (slot[object] == UINT32_MAX) {
          slot[object] = static_cast<uint32_t>(objects.size());
          objects.push_back(object);
          start.push_back(0);
        }
        ++start[slot[object] + 1];
      }
    }
    std::partial_sum(start.begin(), start.end(), start.begin());
    next.assign(start.begin(), start.end() - 1);
    users.resize(start.back());
    for (uint32_t i = 0; i < count; ++i) {
      for (const uint32_t object : graph.dataOf(own[i])) users[next[slot[object]]++] = i;
    }
    seen.assign(count, false);
    walked.clear();
    for (uint32_t first = 0; first < count; ++first) {
      if (seen[first]) continue;
      seen[first] = true;
      walked.push_back(first);
      for (size_t head = walked.size() - 1; head < walked.size(); ++head) {
        for (const uint32_t object : graph.dataOf(own[walked[head]])) {
          uint32_t& at = start[slot[object]];
          for (; at < next[slot[object]]; ++at) {  // each list is gone through once
            if (seen[users[at]]) continue;
            seen[users[at]] = true;
            walked.push_back(users[at]);
          }
        }
      }
    }
    for (uint32_t& one : walked) one = own[one];
    std::copy(walked.begin(), walked.end(), own);
    for (const uint32_t object : objects) slot[object] = UINT32_MAX;
  }
}

DataOrder cpack(const TaskGraph& graph, const TaskOrder& tasks) {
  return cpackRange(graph, tasks, 0, graph.dataCount());
}

DataOrder cpackRange(const TaskGraph& graph, const TaskOrder& tasks, uint32_t first, uint32_t last) {
  DataOrder data;
  data.newIndexOf.assign(last - first, UINT32_MAX);
  data.oldIndexOf.reserve(last - first);
  const auto place = [&](uint32_t object) {
    if (data.newIndexOf[object] != UINT32_MAX) return;
    data.newIndexOf[object] = static_cast<uint32_t>(data.oldIndexOf.size());
    data.oldIndexOf.push_back(object);
  };
  for (const uint32_t task : tasks.order) {
    for (const uint32_t object : graph.dataOf(task)) {
      if (object >= first && object < last) place(object - first);
    }
  }
  for (uint32_t object = 0; object < last - first; ++object) place(object);
  return data;
}

BlockData blockData(const TaskGraph& graph, const TaskOrder& tasks) {
  BlockData result;
  result.start.push_back(0);
  result.slotOfPin.reserve(graph.pinCount());
  std::vector<uint32_t> seenBy(graph.dataCount(), UINT32_MAX), slot(graph.dataCount(), 0);
  for (uint32_t block = 0; block + 1 < tasks.start.size(); ++block) {
    for (uint64_t i = tasks.start[block]; i < tasks.start[block + 1]; ++i) {
      for (const uint32_t object : graph.dataOf(tasks.order[i])) {
        if (seenBy[object] != block) {
          seenBy[object] = block;
          slot[object] = static_cast<uint32_t>(result.objects.size() - result.start.back());
          result.objects.push_back(object);
        }
        result.slotOfPin.push_back(slot[object]);
      }
    }
    result.start.push_back(result.objects.size());
  }
  return result;
}

}  // namespace warpwright
