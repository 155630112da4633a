#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "core/model/reuse/layout.h"
#include "core/model/reuse/stages.h"

// Local search on the exact cost. The unit of change is a replica: all tasks that one object has in one block. Moving
// them to another block that holds the object saves one load of it, saves a load of each other object that had no other
// task there, and costs one for each that is new over there.
namespace warpwright {
namespace {

// Objects with more tasks than this are hubs: they cannot be gathered in one block, and looking at them costs most.
// They are counted, not moved.
constexpr uint32_t mostTasks = 96;

/// Tasks by (object, block), for hubs: a list of their blocks would be searched too often.
class HubCounts {
 public:
  HubCounts() { resize(1024); }
  uint32_t at(uint32_t v, uint32_t block) const { return counts_[find(keyOf(v, block))]; }
  uint32_t& operator()(uint32_t v, uint32_t block) {
    const uint64_t key = keyOf(v, block);
    size_t slot = find(key);
    if (keys_[slot] == free) {
      if (2 * ++used_ > keys_.size()) {
        grow();
        slot = find(key);
      }
      keys_[slot] = key;
    }
    return counts_[slot];
  }

 private:
  static constexpr uint64_t free = UINT64_MAX;
  static uint64_t keyOf(uint32_t v, uint32_t block) { return uint64_t{v} << 32 | block; }
  size_t find(uint64_t key) const {
    size_t slot = (key ^ key >> 29) * 0x9e3779b97f4a7c15u >> shift_;
    while (keys_[slot] != free && keys_[slot] != key) slot = (slot + 1) & (keys_.size() - 1);
    return slot;
  }
  void resize(size_t size) {
    keys_.assign(size, free);
    counts_.assign(size, 0);
    shift_ = 64 - std::countr_zero(size);
  }
  void grow() {
    const std::vector<uint64_t> keys = std::move(keys_);
    const std::vector<uint32_t> counts = std::move(counts_);
    resize(2 * keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == free) continue;
      const size_t slot = find(keys[i]);
      keys_[slot] = keys[i];
      counts_[slot] = counts[i];
    }
  }
  std::vector<uint64_t> keys_;  // a power of two of them, at most half used
  std::vector<uint32_t> counts_;
  size_t used_ = 0;
  int shift_ = 0;
};

/// For each object, the blocks that touch it and how many of its tasks each holds.
class Replicas {
 public:
  Replicas(const TaskGraph& graph, const Incidence& incidence, const std::vector<uint32_t>& blockOfTask,
           const Surroundings* around)
      : start_(incidence.start) {
    const uint64_t slots = incidence.tasks.size() + graph.dataCount();  // one more each, for the tasks around
    block_ = std::make_unique_for_overwrite<uint32_t[]>(slots);
    count_ = std::make_unique_for_overwrite<uint32_t[]>(slots);
    length_.assign(graph.dataCount(), 0);
    for (uint32_t v = 0; v < graph.dataCount(); ++v) {
      if (around && around->tasks[v] > 0) addMany(v, around->block[v], around->tasks[v]);
      for (uint64_t i = start_[v]; i < start_[v + 1]; ++i) add(v, blockOfTask[incidence.tasks[i]]);
      if (length_[v] > 1) cost_ += length_[v] - 1;
    }
  }
  /// Of the partition that was given.
  uint64_t costAtFirst() const { return cost_; }
  uint32_t length(uint32_t v) const { return length_[v]; }
  /// Requires: not a hub.
  uint32_t block(uint32_t v, uint32_t i) const { return block_[slotOf(v) + i]; }
  uint32_t count(uint32_t v, uint32_t i) const { return count_[slotOf(v) + i]; }
  /// Tasks of v in `block`; 0 where it has none.
  uint32_t tasksIn(uint32_t v, uint32_t block) const {
    if (isHub(v)) return hubs_.at(v, block);
    const uint64_t at = find(v, block);
    return at == slotOf(v) + length_[v] ? 0 : count_[at];
  }
  /// True if it is the first one there.
  bool add(uint32_t v, uint32_t block) {
    if (isHub(v)) {
      const bool first = hubs_(v, block)++ == 0;
      length_[v] += first;
      return first;
    }
    const uint64_t at = find(v, block);
    const bool first = at == slotOf(v) + length_[v];
    if (first) {
      block_[at] = block;
      count_[at] = 1;
      ++length_[v];
    } else {
      ++count_[at];
    }
    return first;
  }
  /// True if it was the last one there.
  bool remove(uint32_t v, uint32_t block) {
    if (isHub(v)) {
      const bool last = --hubs_(v, block) == 0;
      length_[v] -= last;
      return last;
    }
    const uint64_t at = find(v, block);
    if (--count_[at] > 0) return false;
    const uint64_t last = slotOf(v) + --length_[v];
    block_[at] = block_[last];
    count_[at] = count_[last];
    return true;
  }

 private:
  bool isHub(uint32_t v) const { return start_[v + 1] - start_[v] > mostTasks; }
  uint64_t slotOf(uint32_t v) const { return start_[v] + v; }
  void addMany(uint32_t v, uint32_t block, uint32_t tasks) {
    length_[v] = 1;
    if (isHub(v)) {
      hubs_(v, block) = tasks;
    } else {
      block_[slotOf(v)] = block;
      count_[slotOf(v)] = tasks;
    }
  }
  uint64_t find(uint32_t v, uint32_t block) const {
    const uint64_t end = slotOf(v) + length_[v];
    uint64_t at = slotOf(v);
    while (at != end && block_[at] != block) ++at;
    return at;
  }
  const std::vector<uint64_t>& start_;
  std::unique_ptr<uint32_t[]> block_, count_;  // of v from slotOf(v); written as far as length_[v]
  std::vector<uint32_t> length_;
  HubCounts hubs_;
  uint64_t cost_ = 0;
};

class Refinement {
 public:
  Refinement(const TaskGraph& graph, Partition& partition, const PartitionOptions& options, Surroundings* around)
      : graph_(graph),
        options_(options),
        around_(around),
        blockOf_(partition.blockOfTask),
        incidence_(incidenceOf(graph)),
        replicas_(graph, incidence_, partition.blockOfTask, around),
        load_(partition.blocks, 0),
        data_(partition.blocks, 0) {
    if (around)
      load_ = around->load;
    else
      for (const uint32_t block : blockOf_) ++load_[block];
    if (options.maxDataPerBlock != 0) countData();
    moving_.assign(graph.dataCount(), 0);
  }

  uint64_t costAtFirst() const { return replicas_.costAtFirst(); }
  /// The cost that results.
  uint64_t run(std::stop_token stop) { return replicas_.costAtFirst() - improveAll(stop); }

 private:
  uint64_t improveAll(std::stop_token stop) {
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

  void countData() {
    std::vector<uint32_t> last(graph_.dataCount(), UINT32_MAX);
    Partition partition;
    partition.blockOfTask = blockOf_;
    partition.blocks = static_cast<uint32_t>(load_.size());
    const TaskOrder order = orderByBlock(partition);
    for (uint32_t block = 0; block < partition.blocks; ++block) {
      for (uint64_t i = order.start[block]; i < order.start[block + 1ull]; ++i) {
        for (const uint32_t v : graph_.dataOf(order.order[i])) data_[block] += std::exchange(last[v], block) != block;
      }
    }
  }

  static constexpr uint32_t mostReplicas = 8;

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
        data_[move.from] -= replicas_.remove(w, move.from);
        data_[move.to] += replicas_.add(w, move.to);
        next[w] = 1;
      }
    });
    load_[move.from] -= move.tasks;
    load_[move.to] += move.tasks;
  }

  uint64_t improve(uint32_t v, std::vector<char>& next) {
    uint64_t saved = 0;
    if (incidence_.start[v + 1] - incidence_.start[v] > mostTasks) return 0;
    if (around_ && around_->tasks[v] > 0) return 0;
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
  const Surroundings* const around_;
  std::vector<uint32_t>& blockOf_;
  Incidence incidence_;
  Replicas replicas_;
  std::vector<uint32_t> load_, data_;  // tasks and distinct objects of each block
  std::vector<uint32_t> moving_, others_;
};

}  // namespace

uint64_t refine(const TaskGraph& graph, Partition& partition, const PartitionOptions& options, std::stop_token stop,
                Surroundings* around) {
  return Refinement(graph, partition, options, around).run(stop);
}

uint64_t refinePartition(const TaskGraph& graph, Partition& partition, const PartitionOptions& options,
                         std::stop_token stop) {
  if (partition.blocks < 2) return 0;
  Refinement refinement(graph, partition, options, nullptr);
  return refinement.costAtFirst() - refinement.run(stop);
}

}  // namespace warpwright
