#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <type_traits>

#include "core/model/reuse/stages.h"

// Neighbourhood expansion (Zhang et al., KDD'17), made for blocks of about a thousand tasks:
//   Buckets    the queue of objects that may be taken in next, by unassigned tasks, first in first out
//   Expansion  the partitioner; `Pairs` is the case that every task has two objects, which is quicker
namespace warpwright {
namespace {

/// A bucket queue whose entries may be stale; the caller checks. First in, first out inside a bucket: a round block
/// needs that (last in, first out costs 13 to 45 % on meshes).
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
  /// Blocks are filled up to `target` tasks, at most the cap.
  Expansion(const TaskGraph& graph, const PartitionOptions& options, uint32_t target)
      : graph_(graph), options_(options), pins_(graph.pins().data()) {
    const uint32_t objects = graph.dataCount();
    listTasks();
    if (options.maxDataPerBlock != 0) holds_.assign(objects, none);
    left_ = graph.taskCount();
    blockOf_.assign(left_, none);
    const double mean = static_cast<double>(graph.pinCount()) / 2 / std::max<uint32_t>(1, objects);
    hub_ = std::max<uint32_t>(8, static_cast<uint32_t>(4 * mean));
    blocks_ = static_cast<uint32_t>((left_ + target - 1) / target);
  }

  Result<PricedPartition> run(std::stop_token stop) {
    const uint64_t touched =
        static_cast<uint64_t>(std::count_if(length_.begin(), length_.end(), [](uint32_t n) { return n > 0; }));
    while (left_ > 0) {
      if (stop.stop_requested()) return cancelledError();
      growBlock();
    }
    PricedPartition result{{std::move(blockOf_), block_, PartitionMethod::expansion, {}}, loads_ - touched};
    return result;
  }

 private:
  static constexpr uint32_t none = UINT32_MAX;
  static constexpr std::array<uint32_t, 3> grains{1, 3, 10};

  /// A task in an object's list. Of a pair the other object stands beside it, which saves a cache miss a visit.
  struct PairEntry {
    uint32_t task, other;
  };
  using Entry = std::conditional_t<Pairs, PairEntry, uint32_t>;

  /// What is asked of an object at each visit lies together, apart from where its list is: on an irregular graph each
  /// object is a cache miss, and more of them fit.
  struct Object {
    uint32_t remaining = 0;  // unassigned tasks
    uint32_t mark = none;    // 2 * block in whose reach it is, plus 1 once it is taken in whole
  };

  bool isMarked(uint32_t v) const { return objects_[v].mark >> 1 == block_; }      // in this block's reach
  bool isCore(uint32_t v) const { return objects_[v].mark == (block_ << 1 | 1); }  // taken in whole
  bool full() const { return full_ || size_ >= cap_; }

  /// Fills the objects and their task lists.
  void listTasks() {
    const uint32_t objects = graph_.dataCount();
    objects_.resize(objects);
    length_.assign(objects, 0);
    if constexpr (Pairs) {
      start_.assign(uint64_t{objects} + 1, 0);
      const uint64_t tasks = graph_.taskCount();
      for (uint64_t task = 0; task < tasks; ++task) {
        const uint32_t a = pins_[2 * task], b = pins_[2 * task + 1];
        ++length_[a];
        if (a != b) ++length_[b];
      }
      for (uint32_t v = 0; v < objects; ++v) start_[v + 1] = start_[v] + length_[v];
      entries_ = std::make_unique_for_overwrite<Entry[]>(start_[objects]);
      const uint64_t far = graph_.isLarge() ? 24 : tasks, near = 8;
      for (uint64_t task = 0; task < tasks; ++task) {
        // Two random places a task: on a large graph both are asked for ahead of time, the list after where it ends.
        if (task + far < tasks) {
          __builtin_prefetch(&start_[pins_[2 * (task + far)]], 1);
          __builtin_prefetch(&start_[pins_[2 * (task + far) + 1]], 1);
          __builtin_prefetch(&entries_[start_[pins_[2 * (task + near)]]], 1);
          __builtin_prefetch(&entries_[start_[pins_[2 * (task + near) + 1]]], 1);
        }
        const uint32_t a = pins_[2 * task], b = pins_[2 * task + 1];
        entries_[start_[a]++] = {static_cast<uint32_t>(task), b};
        if (a != b) entries_[start_[b]++] = {static_cast<uint32_t>(task), a};
      }
      for (uint32_t v = 0; v < objects; ++v) start_[v] -= length_[v];
    } else {
      Incidence incidence = incidenceOf(graph_);
      start_ = std::move(incidence.start);
      entries_ = std::make_unique_for_overwrite<Entry[]>(incidence.tasks.size());
      std::copy(incidence.tasks.begin(), incidence.tasks.end(), entries_.get());
      for (uint32_t v = 0; v < objects; ++v) length_[v] = static_cast<uint32_t>(start_[v + 1] - start_[v]);
    }
    for (uint32_t v = 0; v < objects; ++v) {
      objects_[v].remaining = length_[v];
      mostTasks_ = std::max(mostTasks_, length_[v]);
    }
  }

  static uint32_t taskOf(Entry entry) {
    if constexpr (Pairs)
      return entry.task;
    else
      return entry;
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

  uint32_t keyOf(uint32_t tasks) const {
    return std::min(grain_ == 1 ? tasks : (tasks + grain_ - 1) / grain_, Buckets::last);  // a division costs, here
  }
  void queue(uint32_t v) { buckets_.push(v, keyOf(objects_[v].remaining)); }

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

  /// Puts a task of `taking`'s list into the block; `taking` is being scanned and queues itself later.
  bool assign(Entry entry, uint32_t taking) {
    const uint32_t task = taskOf(entry);
    if (!takeData(task)) return false;
    blockOf_[task] = block_;
    ++size_;
    --left_;
    const auto drop = [&](uint32_t v) {
      --objects_[v].remaining;
      if (v == taking || !isMarked(v) || isCore(v)) return;
      if (objects_[v].remaining > 0 && objects_[v].remaining <= hub_ && objects_[v].remaining < Buckets::last) queue(v);
    };
    if constexpr (Pairs) {
      drop(taking);
      if (entry.other != taking) drop(entry.other);
    } else {
      const auto objects = graph_.dataOf(task);
      for (size_t i = 0; i < objects.size(); ++i) {
        if (std::find(objects.begin(), objects.begin() + i, objects[i]) == objects.begin() + i) drop(objects[i]);
      }
    }
    return true;
  }

  /// Brings an object into reach and assigns those of its tasks whose other objects are in reach. A list longer than a
  /// block is not read here: its tasks are met from their other side when that is taken in.
  void reach(uint32_t w) {
    objects_[w].mark = block_ << 1;
    boundary_.push_back({w, objects_[w].remaining});
    if (objects_[w].remaining <= std::max(hub_, options_.tasksPerBlock)) {
      Entry* const list = entries_.get() + start_[w];
      uint32_t kept = 0;
      for (uint32_t i = 0; i < length_[w]; ++i) {
        const Entry entry = list[i];
        // Whether it is assigned already is asked last: the answer is another cache miss.
        if (full() || !othersMarked(entry)) {
          list[kept++] = entry;
        } else if (blockOf_[taskOf(entry)] == none && !assign(entry, w)) {
          list[kept++] = entry;
        }
      }
      length_[w] = kept;
    }
    if (objects_[w].remaining > 0) queue(w);
  }

  /// On a graph without locality the partitioner waits for memory: asks for what taking in v will touch, one level of
  /// indirection at a time, so that the misses of all neighbours overlap.
  void prefetchAround(uint32_t v) const {
    const Entry* const list = entries_.get() + start_[v];
    const uint32_t count = std::min<uint32_t>(length_[v], 16);
    for (uint32_t i = 0; i < count; ++i) __builtin_prefetch(&blockOf_[taskOf(list[i])]);
    const auto forNeighbours = [&](auto&& visit) {
      for (uint32_t i = 0; i < count; ++i) forOthers(list[i], v, visit);
    };
    forNeighbours([&](uint32_t w) { __builtin_prefetch(entries_.get() + start_[w]); });
    forNeighbours([&](uint32_t w) {
      const Entry* const next = entries_.get() + start_[w];
      for (uint32_t i = 0; i < std::min<uint32_t>(length_[w], 8); ++i) {
        if constexpr (Pairs) __builtin_prefetch(&objects_[next[i].other]);
      }
    });
  }

  /// Takes an object in whole: all its tasks, and so all their objects.
  void takeIn(uint32_t v) {
    if (graph_.isLarge()) prefetchAround(v);
    objects_[v].mark = block_ << 1 | 1;
    const Entry* const list = entries_.get() + start_[v];
    for (uint32_t i = 0; i < length_[v] && !full(); ++i) {
      const uint32_t task = taskOf(list[i]);
      if (blockOf_[task] != none) continue;
      forOthers(list[i], v, [&](uint32_t w) {
        if (!isMarked(w)) reach(w);
      });
      if (blockOf_[task] == none && !full()) assign(list[i], v);
    }
    if (objects_[v].remaining > 0) objects_[v].mark = block_ << 1;  // cut short
  }

  /// Of a hub, only one task at a time: the one whose other objects have the fewest tasks left among the next eight.
  void takeOneOf(uint32_t v) {
    Entry* const list = entries_.get() + start_[v];
    Entry best{};
    uint32_t bestLeft = none, seen = 0;
    for (uint32_t i = length_[v]; i-- > 0 && seen < 8;) {
      if (blockOf_[taskOf(list[i])] != none) {
        list[i] = list[--length_[v]];
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
    if (blockOf_[taskOf(best)] == none && !full()) assign(best, v);
    if (objects_[v].remaining > 0) queue(v);
  }

  /// Where a block (or a block's next part, if the graph falls apart) starts: on the rim of earlier blocks, at the
  /// object with the fewest tasks left among the next 64; else at the next object that has tasks.
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
        // A hub stands in the queue once, under the key it had then.
        const uint32_t left = objects_[v].remaining;
        if (left > 0 && !isCore(v) && (left > hub_ || keyOf(left) == key)) break;
        v = none;
      }
      if (v == none) {
        v = seed();
        if (v == none) break;  // what is left touches this block's objects only: the next block takes it
        reach(v);
        if (objects_[v].remaining == 0) continue;
        if (full()) break;
        if (objects_[v].remaining <= hub_)
          takeIn(v);
        else
          takeOneOf(v);
        continue;
      }
      if (objects_[v].remaining > hub_)
        takeOneOf(v);
      else
        takeIn(v);
    }
    uint64_t touched = 0;
    for (const auto& [v, before] : boundary_) {
      touched += objects_[v].remaining < before;
      if (objects_[v].remaining > 0) rim_.push_back(v);
    }
    loads_ += touched;
    chooseGrain(touched);
    if (size_ > 0)
      ++block_;
    else
      for (Object& object : objects_) object.mark = none;
  }

  /// How coarse the queue's order is decides the shape of a block, and which shape is best depends on the graph: the
  /// first blocks try the grains in turn, and another one than the finest is kept where its blocks load clearly less
  /// per task. Graphs with hubs are too uneven for the first blocks to speak for the rest.
  void chooseGrain(uint64_t touched) {
    constexpr double clearly = 0.98;
    const uint32_t trials = static_cast<uint32_t>(grains.size()) * std::min(8u, blocks_ / 12);
    if (block_ >= trials || mostTasks_ > 2 * hub_) return;
    trialLoads_[block_ % grains.size()] +=
        static_cast<double>(touched) / static_cast<double>(std::max<uint64_t>(1, size_));
    grain_ = grains[(block_ + 1) % grains.size()];
    if (block_ + 1 < trials) return;
    const auto best = std::min_element(trialLoads_.begin(), trialLoads_.end());
    grain_ = *best < clearly * trialLoads_[0] ? grains[static_cast<size_t>(best - trialLoads_.begin())] : grains[0];
  }

  const TaskGraph& graph_;
  const PartitionOptions& options_;
  std::unique_ptr<Entry[]> entries_;  // the lists; they shrink as tasks are assigned
  const uint32_t* pins_;
  std::vector<Object> objects_;
  std::vector<uint64_t> start_;   // of each object's list
  std::vector<uint32_t> length_;  // of the list, as far as it is not yet known to be assigned
  std::vector<uint32_t> holds_;   // last block with a task of this object; only with an object limit
  std::vector<uint32_t> blockOf_;
  std::vector<std::pair<uint32_t, uint32_t>> boundary_;  // objects in reach, and their unassigned tasks before that
  std::vector<uint32_t> rim_;
  size_t rimHead_ = 0;
  uint32_t scan_ = 0;
  Buckets buckets_;
  uint64_t left_ = 0, size_ = 0, cap_ = 0;
  uint32_t block_ = 0, blocks_ = 0, data_ = 0, hub_ = 0, mostTasks_ = 0;
  uint32_t grain_ = grains[0];
  std::array<double, grains.size()> trialLoads_{};
  uint64_t loads_ = 0;  // distinct objects of each block, summed
  bool full_ = false;
};

bool hasIdleTasks(const TaskGraph& graph) {
  if (graph.onlyPairs()) return false;
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    if (graph.dataOf(task).empty()) return true;
  }
  return false;
}

/// Tasks that touch no object are reached from none: the others are partitioned, and these fill up blocks, then new
/// ones.
Result<PricedPartition> expandBusy(const TaskGraph& graph, const PartitionOptions& options, double room,
                                   std::stop_token stop) {
  std::vector<uint64_t> start{0};
  std::vector<uint32_t> busy;
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    if (graph.dataOf(task).empty()) continue;
    busy.push_back(static_cast<uint32_t>(task));
    start.push_back(start.back() + graph.dataOf(task).size());
  }
  PricedPartition made;
  if (!busy.empty()) {
    Result<PricedPartition> expanded =
        expand(TaskGraph::fromLists(std::move(start), graph.pins(), graph.dataCount()), options, room, stop);
    if (!expanded.ok()) return expanded;
    made = *std::move(expanded);
  }
  std::vector<uint32_t> blockOf(graph.taskCount(), UINT32_MAX), size(made.partition.blocks, 0);
  for (size_t i = 0; i < busy.size(); ++i) {
    blockOf[busy[i]] = made.partition.blockOfTask[i];
    ++size[blockOf[busy[i]]];
  }
  uint32_t block = 0;
  for (uint32_t& one : blockOf) {
    if (one != UINT32_MAX) continue;
    while (block < size.size() && size[block] >= options.tasksPerBlock) ++block;
    if (block == size.size()) size.push_back(0);
    one = block;
    ++size[block];
  }
  made.partition.blockOfTask = std::move(blockOf);
  made.partition.blocks = static_cast<uint32_t>(size.size());
  made.partition.method = PartitionMethod::expansion;
  return made;
}

}  // namespace

Result<PricedPartition> expand(const TaskGraph& graph, const PartitionOptions& options, double room,
                               std::stop_token stop) {
  if (hasIdleTasks(graph)) return expandBusy(graph, options, room, stop);
  const uint32_t target = std::max<uint32_t>(1, static_cast<uint32_t>(options.tasksPerBlock / (1 + room)));
  if (graph.onlyPairs()) return Expansion<true>(graph, options, target).run(stop);
  return Expansion<false>(graph, options, target).run(stop);
}

Result<Partition> expansionPartition(const TaskGraph& graph, const PartitionOptions& options, std::stop_token stop) {
  Result<PricedPartition> expanded = expand(graph, options, 0, stop);
  if (!expanded.ok()) return expanded.error();
  return std::move(expanded->partition);
}

}  // namespace warpwright
