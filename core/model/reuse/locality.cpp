#include <algorithm>
#include <memory>
#include <numeric>

#include "core/model/reuse/stages.h"

namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Each object's tasks with the object at their other end; a task on one object twice is listed once.
struct Links {
  struct Link {
    uint32_t task, other;
  };
  std::vector<uint64_t> start;
  std::unique_ptr<Link[]> links;

  explicit Links(const TaskGraph& graph) {
    const uint32_t* const pins = graph.pins().data();
    const uint64_t tasks = graph.taskCount();
    // Counted two places up and filled one place up, `start` ends in its place without a copy.
    start.assign(uint64_t{graph.dataCount()} + 2, 0);
    // Two random places a task: on a large graph both are asked for ahead of time, the list after where it ends.
    constexpr uint64_t far = 24, near = 8;
    for (uint64_t task = 0; task < tasks; ++task) {
      if (task + near < tasks) {
        __builtin_prefetch(&start[pins[2 * (task + near)] + 2ull], 1);
        __builtin_prefetch(&start[pins[2 * (task + near) + 1] + 2ull], 1);
      }
      const uint32_t a = pins[2 * task], b = pins[2 * task + 1];
      ++start[a + 2ull];
      if (a != b) ++start[b + 2ull];
    }
    std::partial_sum(start.begin(), start.end(), start.begin());
    links = std::make_unique_for_overwrite<Link[]>(start.back());
    for (uint64_t task = 0; task < tasks; ++task) {
      if (task + far < tasks) {
        __builtin_prefetch(&start[pins[2 * (task + far)] + 1ull], 1);
        __builtin_prefetch(&start[pins[2 * (task + far) + 1] + 1ull], 1);
        __builtin_prefetch(&links[start[pins[2 * (task + near)] + 1ull]], 1);
        __builtin_prefetch(&links[start[pins[2 * (task + near) + 1] + 1ull]], 1);
      }
      const uint32_t a = pins[2 * task], b = pins[2 * task + 1];
      links[start[a + 1ull]++] = {static_cast<uint32_t>(task), b};
      if (a != b) links[start[b + 1ull]++] = {static_cast<uint32_t>(task), a};
    }
  }
};

/// The walk; everything it will touch soon is asked for ahead of time, one level of indirection after another.
class Walk {
 public:
  explicit Walk(const TaskGraph& graph) : links_(graph), number_(graph.dataCount(), none), order_(graph.dataCount()) {
    pins_.reserve(graph.pinCount());
    taskOf_.reserve(graph.taskCount());
  }
  LocalGraph run() {
    const uint32_t objects = static_cast<uint32_t>(number_.size());
    for (uint32_t v = 0; v < objects; ++v) {
      if (number_[v] != none) continue;
      append(v);
      while (head_ < tail_) {
        prefetch();
        visit(order_[head_]);
        ++head_;
      }
    }
    return {TaskGraph::fromPairs(std::move(pins_), objects), std::move(taskOf_)};
  }

 private:
  void append(uint32_t v) {
    number_[v] = tail_;
    order_[tail_++] = v;
  }
  void visit(uint32_t v) {
    for (uint64_t i = links_.start[v]; i < links_.start[v + 1]; ++i) {
      const auto [task, other] = links_.links[i];
      if (number_[other] == none) append(other);
      if (number_[other] < head_) continue;  // listed from its other side
      pins_.push_back(head_);
      pins_.push_back(number_[other]);
      taskOf_.push_back(task);
    }
  }
  void prefetch() const {
    if (head_ + 8 < tail_) __builtin_prefetch(&links_.start[order_[head_ + 8]]);
    if (head_ + 4 < tail_) {
      const auto* const list = links_.links.get() + links_.start[order_[head_ + 4]];
      __builtin_prefetch(list);
      __builtin_prefetch(list + 8);
    }
    if (head_ + 2 < tail_) {
      const uint32_t v = order_[head_ + 2];
      const uint64_t end = std::min(links_.start[v + 1ull], links_.start[v] + 16);
      for (uint64_t i = links_.start[v]; i < end; ++i) __builtin_prefetch(&number_[links_.links[i].other]);
    }
  }

  const Links links_;
  std::vector<uint32_t> number_, order_, pins_, taskOf_;
  uint32_t head_ = 0, tail_ = 0;
};

}  // namespace

LocalGraph orderByWalk(const TaskGraph& graph) {
  return Walk(graph).run();
}

}  // namespace warpwright
