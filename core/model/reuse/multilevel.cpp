#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/reuse/levels.h"
#include "core/model/reuse/stages.h"

// Multilevel partitioning for graphs without hubs, in which few tasks lie between blocks: every object belongs to one
// block. Objects are clustered level by level, the coarsest level is cut by halves, and on the way back each level's
// objects change blocks where that leaves fewer tasks between them. Then each task follows its objects.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Moves objects of one level between blocks.
class Shifting {
 public:
  Shifting(const Level& level, std::vector<uint32_t>& owner, const std::vector<uint32_t>& share, uint64_t most)
      : level_(level),
        owner_(owner),
        most_(share.size()),
        weight_(share.size(), 0),
        votes_(static_cast<uint32_t>(share.size())),
        waiting_(level.size, 0) {
    for (uint32_t part = 0; part < share.size(); ++part) most_[part] = most * share[part];
    for (uint32_t v = 0; v < level.size; ++v) weight_[owner[v]] += level.weight[v];
  }
  /// The same on a finer level, whose objects belong where their clusters do.
  Shifting(const Level& level, std::vector<uint32_t>& owner, const Shifting& coarse)
      : level_(level),
        owner_(owner),
        most_(coarse.most_),
        weight_(coarse.weight_),
        votes_(static_cast<uint32_t>(most_.size())),
        waiting_(level.size, 0) {}
  /// Which objects have neighbours in other parts.
  std::vector<char> border() const {
    std::vector<char> border(level_.size);
    for (uint32_t v = 0; v < level_.size; ++v) border[v] = onBorder(v);
    return border;
  }

  /// `candidate`: which objects to begin with, those of them that are on a border.
  template <typename Candidate>
  void run(Candidate candidate, std::stop_token stop) {
    for (uint32_t v = 0; v < level_.size; ++v) {
      if (candidate(v) && onBorder(v)) enqueue(v);
    }
    even();
    uint64_t left = uint64_t{8} * queue_.size() + 64;
    for (size_t head = 0; head < queue_.size() && left > 0; ++head, --left) {
      const uint32_t v = queue_[head];
      waiting_[v] = 0;
      if ((head & 1023) == 0 && stop.stop_requested()) return;
      if (!vote(v)) continue;
      for (uint32_t i = level_.start[v]; i < level_.start[v + 1ull]; ++i) enqueue(level_.neighbour[i]);
    }
    even();
  }

 private:
  void enqueue(uint32_t v) {
    if (waiting_[v]) return;
    waiting_[v] = 1;
    queue_.push_back(v);
  }
  bool onBorder(uint32_t v) const {
    for (uint32_t i = level_.start[v]; i < level_.start[v + 1ull]; ++i) {
      if (owner_[level_.neighbour[i]] != owner_[v]) return true;
    }
    return false;
  }

  void count(uint32_t v) {
    for (uint32_t i = level_.start[v]; i < level_.start[v + 1ull]; ++i)
      votes_.add(owner_[level_.neighbour[i]], level_.tasksOf(i));
  }
  void give(uint32_t v, uint32_t to) {
    weight_[owner_[v]] -= level_.weight[v];
    weight_[to] += level_.weight[v];
    owner_[v] = to;
  }

  /// Moves v to the block that most of its tasks lead to, if that has room. True if it moved.
  bool vote(uint32_t v) {
    const uint32_t mine = owner_[v], weight = level_.weight[v];
    count(v);
    uint32_t best = mine, most = votes_[mine];
    for (const uint32_t block : votes_.seen()) {
      if (block == mine || weight_[block] + weight > most_[block]) continue;
      const bool lighter = best == mine ? weight_[block] + weight < weight_[mine] : weight_[block] < weight_[best];
      if (votes_[block] > most || (votes_[block] == most && lighter)) {
        most = votes_[block];
        best = block;
      }
    }
    votes_.clear();
    if (best == mine) return false;
    give(v, best);
    return true;
  }

  /// Where an object that has to leave its block may go, and how many more tasks are then between blocks.
  struct Offer {
    uint32_t object = none, to = none;
    int64_t loss = 0;
    double key = 0;  // the loss by weight
    bool operator<(const Offer& other) const { return key != other.key ? key > other.key : object > other.object; }
  };
  int64_t room(uint32_t block) const {
    return static_cast<int64_t>(most_[block]) - static_cast<int64_t>(weight_[block]);
  }

  /// The block with most room, near enough.
  uint32_t emptiest() {
    while (!byRoom_.empty()) {
      const auto [was, block] = byRoom_.front();
      if (was == room(block)) return block;
      std::pop_heap(byRoom_.begin(), byRoom_.end());
      byRoom_.back() = {room(block), block};
      std::push_heap(byRoom_.begin(), byRoom_.end());
    }
    return none;
  }

  Offer offerOf(uint32_t v) {
    const uint32_t mine = owner_[v];
    const int64_t weight = level_.weight[v];
    Offer offer;
    offer.object = v;
    count(v);
    int64_t least = INT64_MAX;
    for (const uint32_t block : votes_.seen()) {
      if (block == mine) continue;
      // Into a full block only if that one is less over the limit then: it has to pass something on.
      const bool fits = weight <= room(block);
      if (!fits && room(block) - weight <= room(mine)) continue;
      const int64_t loss = int64_t{votes_[mine]} - votes_[block], worth = fits ? loss : loss + votes_[mine];
      if (worth < least) least = worth, offer.to = block, offer.loss = loss;
    }
    if (const uint32_t far = emptiest();
        far != none && far != mine && weight <= room(far) && int64_t{votes_[mine]} < least) {
      offer.to = far;
      offer.loss = votes_[mine];
    }
    votes_.clear();
    offer.key = offer.loss > 0 ? static_cast<double>(offer.loss) / std::max<int64_t>(1, weight)
                               : static_cast<double>(offer.loss) * static_cast<double>(weight);
    return offer;
  }

  /// Takes objects out of blocks that are over the limit, those first that lose least for their weight.
  void even() {
    bool any = false;
    for (uint32_t block = 0; block < weight_.size(); ++block) any |= room(block) < 0;
    if (!any) return;
    byRoom_.clear();
    for (uint32_t block = 0; block < weight_.size(); ++block) {
      if (most_[block] > 0) byRoom_.push_back({room(block), block});
    }
    std::make_heap(byRoom_.begin(), byRoom_.end());
    std::vector<Offer> offers;
    for (uint32_t v = 0; v < level_.size; ++v) {
      if (room(owner_[v]) >= 0) continue;
      if (const Offer offer = offerOf(v); offer.to != none) offers.push_back(offer);
    }
    std::make_heap(offers.begin(), offers.end());
    const auto push = [&](const Offer& offer) {
      offers.push_back(offer);
      std::push_heap(offers.begin(), offers.end());
    };
    for (uint64_t left = uint64_t{4} * level_.size; !offers.empty() && left > 0; --left) {
      std::pop_heap(offers.begin(), offers.end());
      const Offer next = offers.back();
      offers.pop_back();
      const uint32_t v = next.object;
      if (room(owner_[v]) >= 0) continue;
      const Offer now = offerOf(v);
      if (now.to == none) continue;
      if (now.key > next.key) {
        push(now);
        continue;
      }
      give(v, now.to);
      enqueue(v);
      for (uint32_t i = level_.start[v]; i < level_.start[v + 1ull]; ++i) {
        const uint32_t w = level_.neighbour[i];
        enqueue(w);
        if (room(owner_[w]) >= 0) continue;
        if (const Offer offer = offerOf(w); offer.to != none) push(offer);
      }
    }
  }

  const Level& level_;
  std::vector<uint32_t>& owner_;
  std::vector<uint64_t> most_, weight_;
  std::vector<std::pair<int64_t, uint32_t>> byRoom_;  // a heap; rooms may have changed since
  Votes votes_;
  std::vector<char> waiting_;
  std::vector<uint32_t> queue_;
};

class Multilevel {
 public:
  Multilevel(const TaskGraph& graph, uint32_t cap, uint32_t blocks, const Degrees& degrees)
      : graph_(graph),
        cap_(cap),
        blocks_(blocks),
        dense_(haveEvenDegrees(degrees) && degrees.mean >= 7),
        tries_(dense_ || degrees.objects > 1500.0 * blocks ? 8 : 4),
        pins_(graph.pins().data()) {
    levels_.push_back(finestLevel(graph, degrees.of));
  }

  void coarsen() {
    constexpr uint64_t atFirst = 20;    // clusters a block: fewer, and blocks cannot be filled evenly
    constexpr uint64_t unevenness = 4;  // how many times the mean a cluster may weigh, later
    constexpr uint64_t coarsest = 2 * clustersPerPart;
    const uint64_t ends = graph_.pinCount(), light = std::max<uint64_t>(2, ends / (atFirst * blocks_));
    while (levels_.back().size > coarsest * 3 / 2) {
      const Level& level = levels_.back();
      const uint64_t most = std::min(std::max(light, unevenness * ends / level.size), 3 * ends / (2 * coarsest));
      Level coarse = levels_.size() == 1 ? clusterNeighbourhoods(level, static_cast<uint32_t>(light), dense_)
                                         : clusterPairs(level, static_cast<uint32_t>(most));
      if (coarse.size > 0.9 * level.size) break;
      levels_.push_back(std::move(coarse));
    }
  }

  /// The share of the tasks that lie between the clusters of the coarsest level.
  double between() const {
    const Level& level = levels_.back();
    uint64_t ends = 0;
    for (uint32_t i = 0; i < level.start[level.size]; ++i) ends += i < level.start[0] ? 0 : level.tasksOf(i);
    return static_cast<double>(ends) / static_cast<double>(graph_.pinCount());
  }

  /// Cuts the coarsest level, and improves the cuts level by level. Parts are cut further as soon as they have the
  /// objects.
  void cut(std::stop_token stop) {
    const uint64_t most =
        2 * uint64_t{cap_};  // each block takes twice its cap in ends of tasks; then the tasks inside it fit
    std::vector<uint32_t> share(blocks_, 0);
    share[0] = blocks_;
    owner_.assign(levels_.back().size, 0);
    for (size_t i = levels_.size(); i-- > 0;) {
      const Level& level = levels_[i];
      splitParts(level, owner_, share, static_cast<double>(most), i == 0 ? 1 : clustersPerPart, tries_);
      Shifting shifting(level, owner_, share, most);
      shifting.run([](uint32_t) { return true; }, stop);
      if (i == 0) return;
      const std::vector<uint32_t>& clusterOf = level.clusterOf;
      std::vector<uint32_t> finer(levels_[i - 1].size);
      for (uint32_t v = 0; v < finer.size(); ++v) finer[v] = owner_[clusterOf[v]];
      const bool allCut = std::all_of(share.begin(), share.end(), [](uint32_t blocks) { return blocks < 2; });
      if (i == 1 && allCut) {
        // Most of the time goes to the finest level: only what is in clusters at a border is looked at.
        const std::vector<char> border = shifting.border();
        owner_ = std::move(finer);
        Shifting(levels_[0], owner_, shifting).run([&](uint32_t v) { return border[clusterOf[v]] != 0; }, stop);
        return;
      }
      owner_ = std::move(finer);
    }
  }

  /// Gives each task a block: that of its objects where it is one, and else one of the two, for the least exact cost
  /// that is found along the borders. The cost that results.
  uint64_t assignTasks(Partition& partition, const PartitionOptions& options, std::stop_token stop) {
    const uint64_t tasks = graph_.taskCount();
    std::vector<uint32_t>& blockOf = partition.blockOfTask;
    std::vector<uint32_t> load(blocks_, 0);
    std::vector<char> near(graph_.dataCount(), 0);
    blockOf.resize(tasks);
    for (uint32_t task = 0; task < tasks; ++task) {
      const uint32_t x = pins_[2ull * task], y = pins_[2ull * task + 1], a = owner_[x];
      if (a == owner_[y] && load[a] < cap_) {
        blockOf[task] = a;
        ++load[a];
      } else {
        blockOf[task] = none;
        near[x] = near[y] = 1;
      }
    }
    return settleBorder(near, std::move(load), blockOf, options, stop);
  }

 private:
  /// The part of the graph that is near a border: all tasks of the objects that have tasks in several blocks.
  struct Border {
    TaskGraph graph;
    std::vector<uint32_t> taskOf, objectOf;
    Surroundings around;
  };
  Border borderOf(const std::vector<char>& near, std::vector<uint32_t> load, const std::vector<uint32_t>& blockOf,
                  Partition& part) const {
    Border border;
    border.around.load = std::move(load);
    // Objects by block, and tasks by object: what is worked on together lies together, however scattered the graph is.
    std::vector<uint32_t> first(blocks_ + 1ull, 0);
    for (uint32_t v = 0; v < near.size(); ++v) {
      if (near[v]) ++first[owner_[v] + 1ull];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    const uint32_t nearObjects = first[blocks_];
    border.objectOf.resize(nearObjects);
    Buffer<uint32_t> number(graph_.dataCount());
    for (uint32_t v = 0; v < near.size(); ++v) {
      number[v] = near[v] ? first[owner_[v]]++ : none;
      if (near[v]) border.objectOf[number[v]] = v;
    }
    const uint32_t tasks = static_cast<uint32_t>(graph_.taskCount());
    Buffer<uint32_t> found(tasks + 1ull);
    uint32_t count = 0;
    for (uint32_t task = 0; task < tasks; ++task) {
      found[count] = task;
      count += near[pins_[2ull * task]] | near[pins_[2ull * task + 1]];
    }
    std::vector<uint32_t> start(blocks_ + 1ull, 0);
    for (uint32_t i = 0; i < count; ++i) ++start[owner_[pins_[2ull * found[i]]] + 1ull];
    std::partial_sum(start.begin(), start.end(), start.begin());
    border.taskOf.resize(count);
    for (uint32_t i = 0; i < count; ++i) border.taskOf[start[owner_[pins_[2ull * found[i]]]]++] = found[i];
    border.around.block.reserve(2ull * nearObjects);
    border.around.tasks.reserve(2ull * nearObjects);
    for (const uint32_t v : border.objectOf) {
      border.around.block.push_back(owner_[v]);
      border.around.tasks.push_back(levels_.front().weight[v]);
    }
    std::vector<uint32_t> pins;
    pins.reserve(2ull * count);
    part.blockOfTask.reserve(count);
    const auto numberOf = [&](uint32_t v) {
      if (number[v] == none) {
        number[v] = static_cast<uint32_t>(border.objectOf.size());
        border.objectOf.push_back(v);
        border.around.block.push_back(owner_[v]);
        border.around.tasks.push_back(levels_.front().weight[v]);
      }
      --border.around.tasks[number[v]];
      return number[v];
    };
    for (const uint32_t task : border.taskOf) {
      pins.push_back(numberOf(pins_[2ull * task]));
      pins.push_back(numberOf(pins_[2ull * task + 1]));
      part.blockOfTask.push_back(blockOf[task]);
    }
    border.graph = TaskGraph::fromPairs(std::move(pins), static_cast<uint32_t>(border.objectOf.size()));
    return border;
  }

  /// Gives the tasks between blocks one of them, and refines those near a border; the others are not looked at.
  uint64_t settleBorder(const std::vector<char>& near, std::vector<uint32_t> load, std::vector<uint32_t>& blockOf,
                        const PartitionOptions& options, std::stop_token stop) {
    Partition part;
    part.blocks = blocks_;
    Border border = borderOf(near, std::move(load), blockOf, part);
    const Incidence incidence = incidenceOf(border.graph);
    const uint32_t* const pins = border.graph.pins().data();
    const std::vector<uint32_t>& owner = border.around.block;
    const auto tasksWith = [&](uint32_t v, uint32_t block) {
      uint32_t count = 0;
      for (uint64_t i = incidence.start[v]; i < incidence.start[v + 1ull]; ++i) {
        const uint32_t task = incidence.tasks[i];
        count += owner[pins[2ull * task] ^ pins[2ull * task + 1] ^ v] == block;
      }
      return count;
    };
    std::vector<uint32_t>& loads = border.around.load;
    uint32_t spare = 0;
    for (uint32_t task = 0; task < part.blockOfTask.size(); ++task) {
      if (part.blockOfTask[task] != none) continue;
      const uint32_t x = pins[2ull * task], y = pins[2ull * task + 1], a = owner[x], b = owner[y];
      // In a, y is a copy that serves all tasks which y has with a; in b, x likewise: the copy that serves more is
      // made.
      const uint32_t servesInA = tasksWith(y, a), servesInB = tasksWith(x, b);
      uint32_t to = servesInA > servesInB || (servesInA == servesInB && loads[a] < loads[b]) ? a : b;
      if (loads[to] == cap_) to = to == a ? b : a;
      if (loads[to] == cap_) {
        while (loads[spare] == cap_) ++spare;
        to = spare;
      }
      part.blockOfTask[task] = to;
      ++loads[to];
    }
    const uint64_t cost = refine(border.graph, part, options, stop, &border.around);
    for (uint32_t i = 0; i < border.taskOf.size(); ++i) blockOf[border.taskOf[i]] = part.blockOfTask[i];
    return cost;
  }

  static constexpr uint32_t clustersPerPart = 8;

  const TaskGraph& graph_;
  const uint32_t cap_, blocks_;
  const bool dense_;      // likely to be of dense groups of objects
  const uint32_t tries_;  // to cut a part; more where that takes little of the time
  const uint32_t* const pins_;
  std::vector<Level> levels_;
  std::vector<uint32_t> owner_;
};

}  // namespace

Result<std::optional<PricedPartition>> multilevel(const TaskGraph& graph, const PartitionOptions& options,
                                                  const Degrees& degrees, double mostBetween, std::stop_token stop) {
  const uint32_t target = std::max<uint32_t>(1, static_cast<uint32_t>(options.tasksPerBlock / (1 + roomToMove)));
  const uint32_t blocks = static_cast<uint32_t>((graph.taskCount() + target - 1) / target);
  Multilevel levels(graph, options.tasksPerBlock, blocks, degrees);
  levels.coarsen();
  if (levels.between() > mostBetween) return std::optional<PricedPartition>();
  levels.cut(stop);
  PricedPartition made{
      {{}, blocks, PartitionMethod::automatic, "in levels: clusters of objects first, then the objects"}, 0};
  made.cost = levels.assignTasks(made.partition, options, stop);
  if (stop.stop_requested()) return cancelledError();
  return std::optional(std::move(made));
}

}  // namespace warpwright
