#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// The data-affinity graph of an irregular kernel (Li et al., Definition 1): tasks are edges over the data objects they
/// touch. A task may touch one object, two, or more; parallel tasks and tasks that name an object twice are allowed.
/// Tasks are kept in their default order, the schedule that a partition has to beat.
class TaskGraph {
 public:
  TaskGraph() = default;
  /// Tasks of exactly two objects, as pairs laid end to end. Requires: an even count, every id below `dataCount`.
  static TaskGraph fromPairs(std::vector<uint32_t> pairs, uint32_t dataCount);
  /// Tasks of any number of objects: task t touches data[start[t] … start[t+1]). Requires: start ascends from 0 to
  /// data.size(), every id below `dataCount`.
  static TaskGraph fromLists(std::vector<uint64_t> start, std::vector<uint32_t> data, uint32_t dataCount);

  uint64_t taskCount() const { return start_.empty() ? data_.size() / 2 : start_.size() - 1; }
  uint32_t dataCount() const { return dataCount_; }
  uint64_t pinCount() const { return data_.size(); }
  bool onlyPairs() const { return start_.empty(); }
  std::span<const uint32_t> dataOf(uint64_t task) const {
    if (start_.empty()) return {data_.data() + 2 * task, 2};
    return {data_.data() + start_[task], data_.data() + start_[task + 1]};
  }
  const std::vector<uint32_t>& pins() const { return data_; }
  /// What is kept for each task no longer fits a cache: asking for memory ahead of time pays.
  bool isLarge() const { return data_.size() > 400'000; }

 private:
  std::vector<uint64_t> start_;  // empty: every task has two objects
  std::vector<uint32_t> data_;
  uint32_t dataCount_ = 0;
};

/// What a graph file held besides the graph.
struct GraphFile {
  TaskGraph graph;
  std::string kind;  ///< "matrix", "edge list", "node lists" or "task lists"
  uint32_t rows = 0, columns = 0;
  std::string note;            ///< "symmetric pattern expanded to 1,643,420 non-zeros"
  uint32_t tasksPerBlock = 0;  ///< of task lists: what the launch has; 0: not known
};

/// Reads a Matrix Market file as SpMV tasks: one a non-zero a[i,j] in row-major order, which touches x[j] (object j)
/// and y[i] (object columns + i); symmetric files are expanded to both triangles. Otherwise reads an edge list: two
/// numbers a line, from 0, lines that start with # or % skipped. A first line of one number is taken for the graph file
/// of Rodinia's bfs: one task an edge, in the order of the nodes. A first line %%WarpwrightTasks begins what
/// writeTaskLists wrote. Files packed with gzip are read as they are. Errors: cannot be read, wrong header, indices out
/// of range, a file that ends early, no tasks.
Result<GraphFile> readGraph(const std::filesystem::path& file);

/// Writes a graph of any tasks: "%%WarpwrightTasks TASKS DATA TASKS_PER_BLOCK", then the objects of one task a line,
/// from 0; an empty line is a task of none. Errors: the file cannot be written.
Status writeTaskLists(const std::filesystem::path& file, const TaskGraph& graph, uint32_t tasksPerBlock);

/// Where each data object's tasks are: tasks of object v at tasks[start[v] … start[v+1]), ascending, each once.
struct Incidence {
  std::vector<uint64_t> start;
  std::vector<uint32_t> tasks;
};
Incidence incidenceOf(const TaskGraph& graph);

}  // namespace warpwright
