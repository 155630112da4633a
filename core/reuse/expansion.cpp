#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "core/reuse/partition.h"

// Neighbourhood expansion (Zhang et al., KDD'17), made for blocks of about a thousand tasks:
//   Buckets    the queue of objects that may be taken in next, by unassigned tasks, first in first out
//   Expansion  the partitioner; `Pairs` is the case that every task has two objects, which is quicker
namespace warpwright {
namespace {

/// A bucket queue whose entries may be stale; the caller checks. First in, first out inside a bucket: a round block needs
/// that (last in, first out costs 13 to 45 % on meshes).
class Buckets {
 public:
  static constexpr uint32_t last = 511;

  void clear() {
    for (uint32_t i = 0; i <= last; ++i) {
      if (entries_[i].empty()) continue;
      entries_[i].clear();
      head_[i] = 0;
    }
    waiting_.fill(0);
  }
  static uint32_t keyOf(uint32_t tasks) { return std::min(tasks, last); }
  void push(uint32_t object, uint32_t key) {
    entries_[key].push_back(object);
    waiting_[key / 64] |= uint64_t{1} << (key % 64);
  }
  /// The next entry and the key it was pushed with; false when none is left.
  bool pop(uint32_t& object, uint32_t& key) {
    for (uint32_t word = 0; word < waiting_.size(); ++word) {
      if (waiting_[word] == 0) continue;
      key = word * 64 + static_cast<uint32_t>(std::countr_zero(waiting_[word]));
      object = entries_[key][head_[key]++];
      if (head_[key] == entries_[key].size()) {
        entries_[key].clear();
        head_[key] = 0;
        waiting_[word] &= waiting_[word] - 1;
      }
      return true;
    }
    return false;
  }

 private:
  std::array<std::vector<uint32_t>, last + 1> entries_;
  std::array<size_t, last + 1> head_{};
  std::array<uint64_t, (last + 1) / 64> waiting_{};  // one bit a bucket that has entries
};

template <bool Pairs>
class Expansion {
 public:
  Expansion(const TaskGraph& graph, const PartitionOptions& options)
      : graph_(graph), options_(options), pins_(graph.pins().data()) {
    const uint32_t objects = graph.dataCount();
    listTasks();
    if (options.maxDataPerBlock != 0) holds_.assign(objects, none);
    left_ = graph.taskCount();
    blockOf_.assign(left_, none);
    const double mean = static_cast<double>(graph.pinCount()) / 2 / std::max<uint32_t>(1, objects);
    hub_ = std::max<uint32_t>(8, static_cast<uint32_t>(4 * mean));
    blocks_ = static_cast<uint32_t>((left_ + options.tasksPerBlock - 1) / options.tasksPerBlock);
  }

  Result<Partition> run(std::stop_token stop) {
    while (left_ > 0) {
      if (stop.stop_requested()) return cancelledError();
      growBlock();
    }
    Partition partition;
    partition.method = PartitionMethod::expansion;
    partition.blocks = block_;
    partition.blockOfTask = std::move(blockOf_);
    return partition;
  }

 private:
  static constexpr uint32_t none = UINT32_MAX;

  /// A task in an object's list. Of a pair the other object stands beside it, which saves a cache miss a visit.
  struct PairEntry {
    uint32_t task, other;
  };
  using Entry = std::conditional_t<Pairs, PairEntry, uint32_t>;

  /// What is asked of an object lies together: on an irregular graph each object is a cache miss.
  struct Object {
    uint64_t start = 0;       // its task list
    uint32_t length = 0;      // of the list, as far as it is not yet known to be assigned
    uint32_t remaining = 0;   // unassigned tasks
    uint32_t mark = none;     // 2 * block in whose reach it is, plus 1 once it is taken in whole
  };

  bool isMarked(uint32_t v) const { return objects_[v].mark >> 1 == block_; }       // in this block's reach
  bool isCore(uint32_t v) const { return objects_[v].mark == (block_ << 1 | 1); }   // taken in whole
  bool full() const { return full_ || size_ >= cap_; }

  /// Fills the objects and their task lists.
  void listTasks() {
    Incidence incidence = incidenceOf(graph_);
    objects_.resize(graph_.dataCount());
    for (uint32_t v = 0; v < graph_.dataCount(); ++v) {
      const uint32_t tasks = static_cast<uint32_t>(incidence.start[v + 1] - incidence.start[v]);
      objects_[v] = {incidence.start[v], tasks, tasks, none};
    }
    if constexpr (Pairs) {
      entries_.resize(incidence.tasks.size());
      for (uint32_t v = 0; v < graph_.dataCount(); ++v) {
        for (uint64_t i = incidence.start[v]; i < incidence.start[v + 1]; ++i) {
          const uint64_t task = incidence.tasks[i];
          entries_[i] = {static_cast<uint32_t>(task), pins_[2 * task] ^ pins_[2 * task + 1] ^ v};
        }
      }
    } else {
      entries_ = std::move(incidence.tasks);
    }
  }

  static uint32_t taskOf(Entry entry) {
    if constexpr (Pairs) return entry.task;
    else return entry;
  }
  template <typename Visit>
  void forOthers(Entry entry, uint32_t v, Visit visit) const {
    if constexpr (Pairs) {
      visit(entry.other);
    } else {
      for (const uint32_t w : graph_.dataOf(entry)) {
        if (w != v) visit(w);
      }
    }
  }
  bool othersMarked(Entry entry) const {
    if constexpr (Pairs) {
      return isMarked(entry.other);
    } else {
      for (const uint32_t w : graph_.dataOf(entry)) {
        if (!isMarked(w)) return false;
      }
      return true;
    }
  }

  void queue(uint32_t v) { buckets_.push(v, Buckets::keyOf(objects_[v].remaining)); }

  /// True if the objects of the task still fit under the limit of distinct objects; then counts them.
  bool takeData(uint32_t task) {
    if (options_.maxDataPerBlock == 0) return true;
    uint32_t fresh = 0;
    const auto objects = graph_.dataOf(task);
    for (size_t i = 0; i < objects.size(); ++i) {
      const bool repeated = std::find(objects.begin(), objects.begin() + i, objects[i]) != objects.begin() + i;
      fresh += !repeated && holds_[objects[i]] != block_;
    }
    if (data_ + fresh > options_.maxDataPerBlock) {
      full_ = true;
      return false;
    }
    data_ += fresh;
    for (const uint32_t v : objects) holds_[v] = block_;
    return true;
  }

  /// Puts a task into the block; `taking` is the object that is being scanned, which queues itself later.
  bool assign(uint32_t task, uint32_t taking) {
    if (!takeData(task)) return false;
    blockOf_[task] = block_;
    ++size_;
    --left_;
    const auto drop = [&](uint32_t v) {
      --objects_[v].remaining;
      if (v != taking && objects_[v].remaining > 0 && objects_[v].remaining < Buckets::last && isMarked(v) && !isCore(v)) queue(v);
    };
    if constexpr (Pairs) {
      const uint32_t a = pins_[2 * uint64_t{task}], b = pins_[2 * uint64_t{task} + 1];
      drop(a);
      if (a != b) drop(b);
    } else {
      const auto objects = graph_.dataOf(task);
      for (size_t i = 0; i < objects.size(); ++i) {
        if (std::find(objects.begin(), objects.begin() + i, objects[i]) == objects.begin() + i) drop(objects[i]);
      }
    }
    return true;
  }

  /// Brings an object into reach and assigns those of its tasks whose other objects are in reach. A list longer than a block is
  /// not read here: its tasks are met from their other side when that is taken in.
  void reach(uint32_t w) {
    objects_[w].mark = block_ << 1;
    boundary_.push_back(w);
    if (objects_[w].remaining <= std::max(hub_, options_.tasksPerBlock)) {
      Entry* const list = entries_.data() + objects_[w].start;
      uint32_t kept = 0;
      for (uint32_t i = 0; i < objects_[w].length; ++i) {
        const Entry entry = list[i];
        // Whether it is assigned already is asked last: the answer is another cache miss.
        if (full() || !othersMarked(entry)) {
          list[kept++] = entry;
        } else if (blockOf_[taskOf(entry)] == none && !assign(taskOf(entry), w)) {
          list[kept++] = entry;
        }
      }
      objects_[w].length = kept;
    }
    if (objects_[w].remaining > 0) queue(w);
  }

  /// On a graph without locality the partitioner waits for memory: asks for what taking in v will touch, one level of
  /// indirection at a time, so that the misses of all neighbours overlap.
  void prefetchAround(uint32_t v) const {
    const Entry* const list = entries_.data() + objects_[v].start;
    const uint32_t count = std::min<uint32_t>(objects_[v].length, 16);
    for (uint32_t i = 0; i < count; ++i) __builtin_prefetch(&blockOf_[taskOf(list[i])]);
    const auto forNeighbours = [&](auto&& visit) {
      for (uint32_t i = 0; i < count; ++i) forOthers(list[i], v, visit);
    };
    forNeighbours([&](uint32_t w) { __builtin_prefetch(entries_.data() + objects_[w].start); });
    forNeighbours([&](uint32_t w) {
      const Entry* const next = entries_.data() + objects_[w].start;
      for (uint32_t i = 0; i < std::min<uint32_t>(objects_[w].length, 8); ++i) {
        if constexpr (Pairs) __builtin_prefetch(&objects_[next[i].other]);
      }
    });
  }

  /// Takes an object in whole: all its tasks, and so all their objects.
  void takeIn(uint32_t v) {
    prefetchAround(v);
    objects_[v].mark = block_ << 1 | 1;
    const Entry* const list = entries_.data() + objects_[v].start;
    for (uint32_t i = 0; i < objects_[v].length && !full(); ++i) {
      const uint32_t task = taskOf(list[i]);
      if (blockOf_[task] != none) continue;
      forOthers(list[i], v, [&](uint32_t w) {
        if (!isMarked(w)) reach(w);
      });
      if (blockOf_[task] == none && !full()) assign(task, v);
    }
    if (objects_[v].remaining > 0) objects_[v].mark = block_ << 1;  // cut short
  }

  /// Of a hub, only one task at a time: the one whose other objects have the fewest tasks left among the next eight.
  void takeOneOf(uint32_t v) {
    Entry* const list = entries_.data() + objects_[v].start;
    Entry best{};
    uint32_t bestLeft = none, seen = 0;
    for (uint32_t i = objects_[v].length; i-- > 0 && seen < 8;) {
      if (blockOf_[taskOf(list[i])] != none) {
        list[i] = list[--objects_[v].length];
        continue;
      }
      ++seen;
      uint32_t left = 0;
      forOthers(list[i], v, [&](uint32_t w) {
        if (!isMarked(w)) left = std::max(left, objects_[w].remaining);
      });
      if (left < bestLeft) {
        bestLeft = left;
        best = list[i];
      }
      if (left == 0) break;
    }
    if (seen == 0) return;
    forOthers(best, v, [&](uint32_t w) {
      if (!isMarked(w)) reach(w);
    });
    if (blockOf_[taskOf(best)] == none && !full()) assign(taskOf(best), v);
    if (objects_[v].remaining > 0) queue(v);
  }

  /// Where a block (or a block's next part, if the graph falls apart) starts: on the rim of earlier blocks, at the object
  /// with the fewest tasks left among the next 64; else at the next object that has tasks.
  uint32_t seed() {
    const auto usable = [&](uint32_t v) { return objects_[v].remaining > 0 && !isMarked(v); };
    while (rimHead_ < rim_.size() && objects_[rim_[rimHead_]].remaining == 0) ++rimHead_;
    uint32_t best = none;
    const auto consider = [&](uint32_t v) {
      if (usable(v) && (best == none || objects_[v].remaining < objects_[best].remaining)) best = v;
    };
    for (size_t i = rimHead_; i < std::min(rim_.size(), rimHead_ + 64); ++i) consider(rim_[i]);
    if (best != none) return best;
    while (scan_ < graph_.dataCount() && objects_[scan_].remaining == 0) ++scan_;
    for (uint32_t v = scan_; v < std::min<uint64_t>(graph_.dataCount(), uint64_t{scan_} + 256); ++v) consider(v);
    for (uint32_t v = scan_; best == none && v < graph_.dataCount(); ++v) consider(v);
    return best;
  }

  void growBlock() {
    // Spread what is left evenly, unless an object limit makes the number of blocks unknown.
    cap_ = options_.tasksPerBlock;
    if (options_.maxDataPerBlock == 0 && block_ < blocks_) {
      cap_ = std::min<uint64_t>(cap_, (left_ + blocks_ - block_ - 1) / (blocks_ - block_));
    }
    size_ = 0;
    data_ = 0;
    full_ = false;
    buckets_.clear();
    boundary_.clear();
    while (!full() && left_ > 0) {
      uint32_t v = none, key = 0;
      while (buckets_.pop(v, key)) {
        if (objects_[v].remaining > 0 && !isCore(v) && Buckets::keyOf(objects_[v].remaining) == key) break;
        v = none;
      }
      if (v == none) {
        v = seed();
        if (v == none) break;  // what is left touches this block's objects only: the next block takes it
        reach(v);
        if (objects_[v].remaining == 0) continue;
        if (full()) break;
        if (objects_[v].remaining <= hub_) takeIn(v);
        else takeOneOf(v);
        continue;
      }
      if (objects_[v].remaining > hub_) takeOneOf(v);
      else takeIn(v);
    }
    for (const uint32_t v : boundary_) {
      if (objects_[v].remaining > 0) rim_.push_back(v);
    }
    if (size_ > 0) ++block_;
    else for (Object& object : objects_) object.mark = none;
  }

  const TaskGraph& graph_;
  const PartitionOptions& options_;
  std::vector<Entry> entries_;         // the lists; they shrink as tasks are assigned
  const uint32_t* pins_;
  std::vector<Object> objects_;
  std::vector<uint32_t> holds_;        // last block with a task of this object; only with an object limit
  std::vector<uint32_t> blockOf_;
  std::vector<uint32_t> boundary_, rim_;
  size_t rimHead_ = 0;
  uint32_t scan_ = 0;
  Buckets buckets_;
  uint64_t left_ = 0, size_ = 0, cap_ = 0;
  uint32_t block_ = 0, blocks_ = 0, data_ = 0, hub_ = 0;
  bool full_ = false;
};

}  // namespace

Result<Partition> expansionPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  if (graph.onlyPairs()) return Expansion<true>(graph, options).run(stop);
  return Expansion<false>(graph, options).run(stop);
}

}  // namespace warpwright
