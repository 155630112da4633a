#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/reuse/task_graph.h"

// Coarser and coarser pictures of a task graph, for multilevel partitioning. Inside core/reuse only.
namespace warpwright {

/// An array that is written before it is read: nothing is spent on clearing it.
template <typename T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(size_t size) : data_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }

 private:
  std::unique_ptr<T[]> data_;
  size_t size_ = 0;
};

/// Sums tasks by cluster, or by block, over the few around one object.
class Votes {
 public:
  explicit Votes(uint32_t clusters) : votes_(clusters, 0) {}
  void add(uint32_t cluster, uint32_t count) {
    if (votes_[cluster] == 0) seen_.push_back(cluster);
    votes_[cluster] += count;
  }
  const std::vector<uint32_t>& seen() const { return seen_; }
  uint32_t operator[](uint32_t cluster) const { return votes_[cluster]; }
  void clear() {
    for (const uint32_t cluster : seen_) votes_[cluster] = 0;
    seen_.clear();
  }

 private:
  std::vector<uint32_t> votes_, seen_;
};

/// Objects, or clusters of them, with the tasks between them. Tasks inside a cluster count for its weight only.
struct Level {
  uint32_t size = 0;
  Buffer<uint32_t> start;  // by object, and one more
  Buffer<uint32_t> neighbour;
  Buffer<uint32_t> tasks;           // by neighbour: tasks between the two; empty: one each
  Buffer<uint32_t> weight;          // by object: ends of tasks
  std::vector<uint32_t> clusterOf;  // of the finer level's objects, here
  uint32_t tasksOf(uint32_t i) const { return tasks.empty() ? 1 : tasks[i]; }
};

/// The objects themselves. Requires: tasks of two objects, fewer than 2^31 of them.
Level finestLevel(const TaskGraph& graph, const std::vector<uint32_t>& degree);

/// Clusters of at most `mostWeight` ends of tasks: an object with its neighbours where few of them are taken yet, then
/// each of the others with the cluster that it has most tasks with. `twice`: then every object chooses once more, which
/// mends clusters that took objects of dense groups from each other.
Level clusterNeighbourhoods(const Level& level, uint32_t mostWeight, bool twice);

/// Clusters of objects with many tasks between them for their weight.
Level clusterPairs(const Level& level, uint32_t mostWeight);

/// Parts on their way to blocks: part p, if it has objects, holds what will be the blocks p … p + share[p] - 1. Splits
/// each part of several blocks into two of about equal shares with few tasks between them, and these again, as long as
/// each has `fewest` objects. No block is to have more than `most` ends of tasks. Each cut is the best of
/// several `tries`.
void splitParts(const Level& level, std::vector<uint32_t>& owner, std::vector<uint32_t>& share, double most,
                uint32_t fewest, uint32_t tries);

}  // namespace warpwright
