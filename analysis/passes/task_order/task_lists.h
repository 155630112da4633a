#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/passes/task_order/launch_tasks.h"
#include "core/model/reuse/task_graph.h"

namespace warpwright::reuse {

/// The objects that tasks pick, task by task in launch order.
class TaskLists {
 public:
  void pick(uint64_t object) { objects_.push_back(static_cast<uint32_t>(object)); }
  /// The task has picked all it picks; what it picks twice counts once.
  void endTask() {
    const auto first = objects_.begin() + static_cast<ptrdiff_t>(start_.back());
    std::sort(first, objects_.end());
    objects_.erase(std::unique(first, objects_.end()), objects_.end());
    start_.push_back(objects_.size());
  }
  bool isEmpty() const { return objects_.empty(); }
  bool isTooLarge() const { return start_.size() >= UINT32_MAX || objects_.size() > mostPicks; }
  size_t taskCount() const { return start_.size() - 1; }

  /// The graph over so many objects, and this is empty. Threads behind the last task are there because blocks are full:
  /// they are no tasks.
  TaskGraph take(uint64_t objectCount) {
    while (start_.size() > 1 && start_[start_.size() - 2] == start_.back()) start_.pop_back();
    return TaskGraph::fromLists(std::exchange(start_, {0}), std::exchange(objects_, {}),
                                static_cast<uint32_t>(objectCount));
  }

 private:
  std::vector<uint64_t> start_{0};
  std::vector<uint32_t> objects_;
};

}  // namespace warpwright::reuse
