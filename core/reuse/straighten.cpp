#include <algorithm>
#include <numeric>

#include "core/reuse/stages.h"

// Label propagation with a limit on size: a majority vote of neighbours works on a border as surface tension does. Where
// blocks are large, clusters of objects vote before single objects do.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Objects, or clusters of them, with the tasks between them. Two ends of a task inside a cluster count for its weight only.
struct Level {
  std::vector<uint64_t> start;
  std::vector<uint32_t> neighbour;
  std::vector<uint32_t> tasks;      // by neighbour: tasks between the two; empty: one each
  std::vector<uint32_t> weight;     // by object: ends of tasks
  uint32_t size() const { return static_cast<uint32_t>(weight.size()); }
  uint32_t tasksOf(uint64_t i) const { return tasks.empty() ? 1 : tasks[i]; }
};

class Straightening {
 public:
  Straightening(const TaskGraph& graph, const Partition& partition, uint32_t cap)
      : graph_(graph), blocks_(partition.blocks), cap_(cap), pins_(graph.pins().data()) {
    listNeighbours();
    chooseOwners(partition.blockOfTask);
    weight_.assign(blocks_, 0);
    for (uint32_t v = 0; v < graph.dataCount(); ++v) {
      if (owner_[v] != none) weight_[owner_[v]] += finest_.weight[v];
    }
    votes_.assign(blocks_, 0);
  }

  /// Large blocks have borders too long for single objects to straighten: clusters of objects move first.
  void run(std::stop_token stop) {
    constexpr double largeBlock = 1000;  // objects; on smaller ones clusters gain less than they take
    constexpr int levels = 6;
    const double objectsPerBlock = static_cast<double>(graph_.dataCount()) / blocks_;
    descend(finest_, owner_, objectsPerBlock > largeBlock ? levels : 0, stop);
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
  template <typename Visit>
  void forNeighbours(uint32_t v, Visit visit) const {
    for (uint64_t i = finest_.start[v]; i < finest_.start[v + 1ull]; ++i) visit(finest_.neighbour[i]);
  }
  uint32_t tasksWith(uint32_t v, uint32_t block) const {
    uint32_t count = 0;
    forNeighbours(v, [&](uint32_t w) { count += owner_[w] == block; });
    return count;
  }

  void listNeighbours() {
    const uint64_t pins = graph_.pinCount();
    std::vector<uint64_t>& start = finest_.start;
    start.assign(uint64_t{graph_.dataCount()} + 2, 0);
    for (uint64_t i = 0; i < pins; ++i) ++start[pins_[i] + 2ull];
    finest_.weight.resize(graph_.dataCount());
    for (uint32_t v = 0; v < graph_.dataCount(); ++v) finest_.weight[v] = static_cast<uint32_t>(start[v + 2ull]);
    std::partial_sum(start.begin(), start.end(), start.begin());
    finest_.neighbour.resize(pins);
    for (uint64_t i = 0; i < pins; ++i) finest_.neighbour[start[pins_[i] + 1ull]++] = pins_[i ^ 1];
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

  /// Votes among clusters first, `depth` levels down, then among the objects of this level.
  void descend(const Level& level, std::vector<uint32_t>& owner, int depth, std::stop_token stop) {
    if (depth > 0) {
      std::vector<uint32_t> clusterOf;
      const Level coarse = coarser(level, owner, clusterOf);
      if (coarse.size() < 0.8 * level.size()) {
        std::vector<uint32_t> coarseOwner(coarse.size());
        for (uint32_t v = 0; v < level.size(); ++v) coarseOwner[clusterOf[v]] = owner[v];
        descend(coarse, coarseOwner, depth - 1, stop);
        for (uint32_t v = 0; v < level.size(); ++v) owner[v] = coarseOwner[clusterOf[v]];
      }
    }
    propagate(level, owner, stop);
  }

  /// Pairs of objects of one block that have most tasks between them, as clusters.
  static Level coarser(const Level& level, const std::vector<uint32_t>& owner, std::vector<uint32_t>& clusterOf) {
    const uint32_t size = level.size();
    clusterOf.assign(size, none);
    std::vector<uint32_t> first, second;
    for (uint32_t v = 0; v < size; ++v) {
      if (clusterOf[v] != none) continue;
      uint32_t best = none, most = 0;
      for (uint64_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
        const uint32_t w = level.neighbour[i];
        if (w == v || clusterOf[w] != none || owner[w] != owner[v]) continue;
        const uint32_t tasks = level.tasksOf(i);
        if (tasks > most || (tasks == most && level.weight[w] < level.weight[best])) most = tasks, best = w;
      }
      clusterOf[v] = static_cast<uint32_t>(first.size());
      if (best != none) clusterOf[best] = clusterOf[v];
      first.push_back(v);
      second.push_back(best);
    }
    Level coarse;
    const uint32_t clusters = static_cast<uint32_t>(first.size());
    coarse.start.reserve(clusters + 1ull);
    coarse.weight.reserve(clusters);
    coarse.neighbour.reserve(level.neighbour.size());
    coarse.tasks.reserve(level.neighbour.size());
    std::vector<uint64_t> slot(clusters, UINT64_MAX);
    for (uint32_t c = 0; c < clusters; ++c) {
      const uint64_t begin = coarse.neighbour.size();
      coarse.start.push_back(begin);
      uint32_t weight = 0;
      for (const uint32_t v : {first[c], second[c]}) {
        if (v == none) continue;
        weight += level.weight[v];
        for (uint64_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
          const uint32_t d = clusterOf[level.neighbour[i]];
          if (d == c) continue;
          if (slot[d] == UINT64_MAX || slot[d] < begin) {
            slot[d] = coarse.neighbour.size();
            coarse.neighbour.push_back(d);
            coarse.tasks.push_back(0);
          }
          coarse.tasks[slot[d]] += level.tasksOf(i);
        }
      }
      coarse.weight.push_back(weight);
    }
    coarse.start.push_back(coarse.neighbour.size());
    return coarse;
  }

  void propagate(const Level& level, std::vector<uint32_t>& owner, std::stop_token stop) {
    constexpr int mostRounds = 60;
    const uint32_t size = level.size();
    std::vector<char> active(size, 1);
    for (int round = 0; round < mostRounds && !stop.stop_requested(); ++round) {
      uint64_t moved = 0;
      for (uint32_t v = 0; v < size; ++v) {
        if (!active[v]) continue;
        active[v] = 0;
        if (!vote(level, owner, v)) continue;
        ++moved;
        for (uint64_t i = level.start[v]; i < level.start[v + 1ull]; ++i) active[level.neighbour[i]] = 1;
      }
      if (moved <= size / 20000) break;
    }
  }

  /// Moves v to the block that most of its tasks lead to, if that has room. True if it moved.
  bool vote(const Level& level, std::vector<uint32_t>& owner, uint32_t v) {
    const uint32_t mine = owner[v], weight = level.weight[v];
    seen_.clear();
    for (uint64_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
      const uint32_t block = owner[level.neighbour[i]];
      if (votes_[block] == 0) seen_.push_back(block);
      votes_[block] += level.tasksOf(i);
    }
    // Each block takes twice its cap in ends of tasks; then the tasks inside it fit.
    uint32_t best = mine, most = seen_.empty() ? 0 : votes_[mine];
    for (const uint32_t block : seen_) {
      if (block == mine || weight_[block] + weight > 2 * uint64_t{cap_}) continue;
      const bool lighter = best == mine ? weight_[block] + weight < weight_[mine] : weight_[block] < weight_[best];
      if (votes_[block] > most || (votes_[block] == most && lighter)) {
        most = votes_[block];
        best = block;
      }
    }
    for (const uint32_t block : seen_) votes_[block] = 0;
    if (best == mine) return false;
    owner[v] = best;
    weight_[mine] -= weight;
    weight_[best] += weight;
    return true;
  }

  const TaskGraph& graph_;
  const uint32_t blocks_, cap_;
  const uint32_t* const pins_;
  Level finest_;
  std::vector<uint64_t> weight_;              // by block: ends of tasks of its objects
  std::vector<uint32_t> owner_, votes_, seen_;
};

}  // namespace

bool straighten(const TaskGraph& graph, Partition& partition, uint32_t tasksPerBlock, std::stop_token stop) {
  if (partition.blocks < 2) return true;
  Straightening straightening(graph, partition, tasksPerBlock);
  straightening.run(stop);
  std::vector<uint32_t> blockOf = straightening.assignTasks();
  if (blockOf.empty()) return false;
  partition.blockOfTask = std::move(blockOf);
  return true;
}

}  // namespace warpwright
