#include <algorithm>

#include "core/reuse/partition.h"

// Local search on the exact cost. The unit of change is a replica: all tasks that one object has in one block. Moving
// them to another block that holds the object saves one load of it, saves a load of each other object that had no other
// task there, and costs one for each that is new over there.
namespace warpwright {
namespace {

/// For each object, the blocks that touch it and how many of its tasks each holds.
class Replicas {
 public:
  Replicas(const TaskGraph& graph, const Incidence& incidence, const std::vector<uint32_t>& blockOfTask)
      : start_(incidence.start) {
    block_.resize(incidence.tasks.size());
    count_.resize(incidence.tasks.size());
    length_.assign(graph.dataCount(), 0);
    for (uint32_t v = 0; v < graph.dataCount(); ++v) {
      for (uint64_t i = start_[v]; i < start_[v + 1]; ++i) add(v, blockOfTask[incidence.tasks[i]]);
    }
  }
  uint32_t length(uint32_t v) const { return length_[v]; }
  uint32_t block(uint32_t v, uint32_t i) const { return block_[start_[v] + i]; }
  uint32_t count(uint32_t v, uint32_t i) const { return count_[start_[v] + i]; }
  /// Tasks of v in `block`; 0 where it has none.
  uint32_t tasksIn(uint32_t v, uint32_t block) const {
    const uint64_t at = find(v, block);
    return at == start_[v] + length_[v] ? 0 : count_[at];
  }
  void add(uint32_t v, uint32_t block) {
    const uint64_t at = find(v, block);
    if (at != start_[v] + length_[v]) {
      ++count_[at];
    } else {
      block_[at] = block;
      count_[at] = 1;
      ++length_[v];
    }
  }
  void remove(uint32_t v, uint32_t block) {
    const uint64_t at = find(v, block);
    if (--count_[at] > 0) return;
    const uint64_t last = start_[v] + --length_[v];
    block_[at] = block_[last];
    count_[at] = count_[last];
  }

 private:
  uint64_t find(uint32_t v, uint32_t block) const {
    const uint64_t end = start_[v] + length_[v];
    uint64_t at = start_[v];
    while (at != end && block_[at] != block) ++at;
    return at;
  }
  const std::vector<uint64_t>& start_;
  std::vector<uint32_t> block_, count_, length_;
};

class Refinement {
 public:
  Refinement(const TaskGraph& graph, Partition& partition, const PartitionOptions& options)
      : graph_(graph), options_(options), blockOf_(partition.blockOfTask), incidence_(incidenceOf(graph)),
        replicas_(graph, incidence_, partition.blockOfTask), load_(partition.blocks, 0), data_(partition.blocks, 0) {
    for (const uint32_t block : blockOf_) ++load_[block];
    for (uint32_t v = 0; v < graph.dataCount(); ++v) {
      for (uint32_t i = 0; i < replicas_.length(v); ++i) ++data_[replicas_.block(v, i)];
    }
    moving_.assign(graph.dataCount(), 0);
  }

  uint64_t run(std::stop_token stop) {
    uint64_t saved = 0;
    std::vector<char> active(graph_.dataCount(), 1), next(graph_.dataCount(), 0);
    for (int round = 0; round < 8; ++round) {
      uint64_t savedNow = 0;
      for (uint32_t v = 0; v < graph_.dataCount(); ++v) {
        if (!active[v]) continue;
        if ((v & 4095) == 0 && stop.stop_requested()) return saved + savedNow;
        savedNow += improve(v, next);
      }
      saved += savedNow;
      active.swap(next);
      std::fill(next.begin(), next.end(), 0);
      if (savedNow <= graph_.taskCount() / 20000) break;
    }
    return saved;
  }

 private:
  // Larger ones are hubs: they cannot be gathered in one block, and looking at them costs most.
  static constexpr uint32_t mostReplicas = 8, mostTasks = 96;

  struct Move {
    int gain = -1;
    uint32_t from = 0, to = 0, tasks = 0;
  };

  template <typename Visit>
  void forMoved(uint32_t v, uint32_t from, Visit visit) const {
    for (uint64_t i = incidence_.start[v]; i < incidence_.start[v + 1]; ++i) {
      const uint32_t task = incidence_.tasks[i];
      if (blockOf_[task] == from) visit(task);
    }
  }

  /// The other objects of v's tasks in `from`, each once, with how many of those tasks name it in moving_.
  void gatherOthers(uint32_t v, uint32_t from) {
    others_.clear();
    forMoved(v, from, [&](uint32_t task) {
      const auto objects = graph_.dataOf(task);
      for (size_t i = 0; i < objects.size(); ++i) {
        const uint32_t w = objects[i];
        if (w == v || std::find(objects.begin(), objects.begin() + i, w) != objects.begin() + i) continue;
        if (moving_[w]++ == 0) others_.push_back(w);
      }
    });
  }
  void forgetOthers() {
    for (const uint32_t w : others_) moving_[w] = 0;
  }

  Move bestMove(uint32_t v) {
    Move best;
    const uint32_t count = replicas_.length(v);
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t from = replicas_.block(v, i), tasks = replicas_.count(v, i);
      gatherOthers(v, from);
      int kept = 1;
      for (const uint32_t w : others_) kept += replicas_.tasksIn(w, from) == moving_[w];
      for (uint32_t j = 0; j < count; ++j) {
        const uint32_t to = replicas_.block(v, j);
        if (j == i || load_[to] + tasks > options_.tasksPerBlock || kept < best.gain) continue;
        int gain = kept;
        uint32_t fresh = 0;
        for (const uint32_t w : others_) {
          if (replicas_.tasksIn(w, to) == 0) --gain, ++fresh;
          if (gain < best.gain) break;
        }
        if (options_.maxDataPerBlock != 0 && data_[to] + fresh > options_.maxDataPerBlock) continue;
        // A move that gains nothing is still made if it evens the load: it opens room for others.
        const bool better = gain > best.gain || (gain == best.gain && best.gain > 0 && load_[to] < load_[best.to]);
        if (better && (gain > 0 || load_[to] + tasks < load_[from])) best = {gain, from, to, tasks};
      }
      forgetOthers();
    }
    return best;
  }

  void carryOut(uint32_t v, const Move& move, std::vector<char>& next) {
    forMoved(v, move.from, [&](uint32_t task) {
      blockOf_[task] = move.to;
      const auto objects = graph_.dataOf(task);
      for (size_t i = 0; i < objects.size(); ++i) {
        const uint32_t w = objects[i];
        if (std::find(objects.begin(), objects.begin() + i, w) != objects.begin() + i) continue;
        const uint32_t before = replicas_.length(w);
        replicas_.remove(w, move.from);
        data_[move.from] -= replicas_.length(w) < before;
        const uint32_t between = replicas_.length(w);
        replicas_.add(w, move.to);
        data_[move.to] += replicas_.length(w) > between;
        next[w] = 1;
      }
    });
    load_[move.from] -= move.tasks;
    load_[move.to] += move.tasks;
  }

  uint64_t improve(uint32_t v, std::vector<char>& next) {
    uint64_t saved = 0;
    if (incidence_.start[v + 1] - incidence_.start[v] > mostTasks) return 0;
    for (int step = 0; step < 8; ++step) {
      if (replicas_.length(v) < 2 || replicas_.length(v) > mostReplicas) break;
      const Move move = bestMove(v);
      if (move.gain < 0) break;
      carryOut(v, move, next);
      saved += static_cast<uint64_t>(move.gain);
      if (move.gain == 0) break;
    }
    return saved;
  }

  const TaskGraph& graph_;
  const PartitionOptions& options_;
  std::vector<uint32_t>& blockOf_;
  Incidence incidence_;
  Replicas replicas_;
  std::vector<uint32_t> load_, data_;   // tasks and distinct objects of each block
  std::vector<uint32_t> moving_, others_;
};

}  // namespace

uint64_t refinePartition(const TaskGraph& graph, Partition& partition, const PartitionOptions& options,
                         std::stop_token stop) {
  if (partition.blocks < 2) return 0;
  return Refinement(graph, partition, options).run(stop);
}

}  // namespace warpwright
