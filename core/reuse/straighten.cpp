#include <algorithm>
#include <numeric>

#include "core/reuse/stages.h"

// Label propagation with a limit on size: a majority vote of neighbours works on a border as surface tension does.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

class Straightening {
 public:
  Straightening(const TaskGraph& graph, const Partition& partition, uint32_t cap)
      : graph_(graph), blocks_(partition.blocks), cap_(cap), pins_(graph.pins().data()) {
    listNeighbours();
    chooseOwners(partition.blockOfTask);
    weight_.assign(blocks_, 0);
    for (uint32_t v = 0; v < graph.dataCount(); ++v) {
      if (owner_[v] != none) weight_[owner_[v]] += degree(v);
    }
    votes_.assign(blocks_, 0);
  }

  void propagate(std::stop_token stop) {
    constexpr int mostRounds = 60;
    const uint32_t objects = graph_.dataCount();
    std::vector<char> active(objects, 1);
    for (int round = 0; round < mostRounds && !stop.stop_requested(); ++round) {
      uint64_t moved = 0;
      for (uint32_t v = 0; v < objects; ++v) {
        if (!active[v]) continue;
        active[v] = 0;
        if (!vote(v)) continue;
        ++moved;
        forNeighbours(v, [&](uint32_t w) { active[w] = 1; });
      }
      if (moved <= objects / 20000) break;
    }
  }

  /// The block of each task; empty if the tasks do not fit under the cap.
  std::vector<uint32_t> assignTasks() {
    const uint64_t tasks = graph_.taskCount();
    std::vector<uint32_t> blockOf(tasks, none), load(blocks_, 0);
    for (uint64_t task = 0; task < tasks; ++task) {
      const uint32_t a = owner_[pins_[2 * task]];
      if (a != owner_[pins_[2 * task + 1]]) continue;
      blockOf[task] = a;
      if (++load[a] > cap_) return {};
    }
    uint32_t spare = 0;
    for (uint64_t task = 0; task < tasks; ++task) {
      if (blockOf[task] != none) continue;
      const uint32_t x = pins_[2 * task], y = pins_[2 * task + 1], a = owner_[x], b = owner_[y];
      // In a, y is a copy that serves all tasks which y has with a; in b, x likewise: the copy that serves more is made.
      const uint32_t servesInA = tasksWith(y, a), servesInB = tasksWith(x, b);
      uint32_t to = servesInA > servesInB || (servesInA == servesInB && load[a] < load[b]) ? a : b;
      if (load[to] == cap_) to = to == a ? b : a;
      if (load[to] == cap_) {
        while (spare < blocks_ && load[spare] == cap_) ++spare;
        if (spare == blocks_) return {};
        to = spare;
      }
      blockOf[task] = to;
      ++load[to];
    }
    return blockOf;
  }

 private:
  uint32_t degree(uint32_t v) const { return static_cast<uint32_t>(start_[v + 1ull] - start_[v]); }
  template <typename Visit>
  void forNeighbours(uint32_t v, Visit visit) const {
    for (uint64_t i = start_[v]; i < start_[v + 1ull]; ++i) visit(neighbour_[i]);
  }
  uint32_t tasksWith(uint32_t v, uint32_t block) const {
    uint32_t count = 0;
    forNeighbours(v, [&](uint32_t w) { count += owner_[w] == block; });
    return count;
  }

  void listNeighbours() {
    const uint64_t pins = graph_.pinCount();
    start_.assign(uint64_t{graph_.dataCount()} + 2, 0);
    for (uint64_t i = 0; i < pins; ++i) ++start_[pins_[i] + 2ull];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    neighbour_.resize(pins);
    for (uint64_t i = 0; i < pins; ++i) neighbour_[start_[pins_[i] + 1ull]++] = pins_[i ^ 1];
  }

  /// The block with the majority of an object's tasks, by Boyer and Moore's vote: one pass, nothing counted. Where none has
  /// the majority any of them will do.
  void chooseOwners(const std::vector<uint32_t>& blockOf) {
    owner_.assign(graph_.dataCount(), none);
    std::vector<uint32_t> lead(graph_.dataCount(), 0);
    for (uint64_t i = 0; i < graph_.pinCount(); ++i) {
      const uint32_t v = pins_[i], block = blockOf[i / 2];
      if (lead[v] == 0) owner_[v] = block;
      if (owner_[v] == block) ++lead[v];
      else --lead[v];
    }
  }

  /// Moves v to the block that most of its neighbours belong to, if that has room. True if it moved.
  bool vote(uint32_t v) {
    const uint32_t mine = owner_[v], tasks = degree(v);
    seen_.clear();
    forNeighbours(v, [&](uint32_t w) {
      if (votes_[owner_[w]]++ == 0) seen_.push_back(owner_[w]);
    });
    // Each block takes twice its cap in ends of tasks; then the tasks inside it fit.
    uint32_t best = mine, most = seen_.empty() ? 0 : votes_[mine];
    for (const uint32_t block : seen_) {
      if (block == mine || weight_[block] + tasks > 2 * uint64_t{cap_}) continue;
      const bool lighter = best == mine ? weight_[block] + tasks < weight_[mine] : weight_[block] < weight_[best];
      if (votes_[block] > most || (votes_[block] == most && lighter)) {
        most = votes_[block];
        best = block;
      }
    }
    for (const uint32_t block : seen_) votes_[block] = 0;
    if (best == mine) return false;
    owner_[v] = best;
    weight_[mine] -= tasks;
    weight_[best] += tasks;
    return true;
  }

  const TaskGraph& graph_;
  const uint32_t blocks_, cap_;
  const uint32_t* const pins_;
  std::vector<uint64_t> start_, weight_;      // weight: ends of tasks of a block's objects
  std::vector<uint32_t> neighbour_, owner_, votes_, seen_;
};

}  // namespace

bool straighten(const TaskGraph& graph, Partition& partition, uint32_t tasksPerBlock, std::stop_token stop) {
  if (partition.blocks < 2) return true;
  Straightening straightening(graph, partition, tasksPerBlock);
  straightening.propagate(stop);
  std::vector<uint32_t> blockOf = straightening.assignTasks();
  if (blockOf.empty()) return false;
  partition.blockOfTask = std::move(blockOf);
  return true;
}

}  // namespace warpwright
