#include "core/model/reuse/levels.h"

#include <algorithm>

namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// The objects of `level` cluster by cluster; those of cluster c start at first[c], which is filled in.
Buffer<uint32_t> membersOf(const Level& level, const std::vector<uint32_t>& clusterOf, uint32_t clusters,
                           std::vector<uint32_t>& first) {
  first.assign(clusters + 2ull, 0);
  for (const uint32_t c : clusterOf) ++first[c + 2];
  for (uint32_t c = 0; c < clusters; ++c) first[c + 2ull] += first[c + 1ull];
  Buffer<uint32_t> members(level.size);
  for (uint32_t v = 0; v < level.size; ++v) members[first[clusterOf[v] + 1ull]++] = v;
  return members;
}

/// On a large level without locality every list is a cache miss; the lists behind member `m` are asked for ahead of
/// time.
inline void fetchAhead(const Level& level, const Buffer<uint32_t>& members, uint32_t m) {
  if (m + 8 < level.size) __builtin_prefetch(&level.start[members[m + 8]]);
  if (m + 4 < level.size) {
    const uint32_t* const list = level.neighbour.begin() + level.start[members[m + 4]];
    __builtin_prefetch(list);
    __builtin_prefetch(list + 16);
  }
}

/// The level whose objects are the given clusters. `Ones`: each entry is one task.
template <bool Ones>
Level contractAs(const Level& level, std::vector<uint32_t> clusterOf, uint32_t clusters) {
  Level coarse;
  coarse.size = clusters;
  std::vector<uint32_t> first;
  const Buffer<uint32_t> members = membersOf(level, clusterOf, clusters, first);

  const uint32_t entries = level.start[level.size];
  coarse.neighbour = Buffer<uint32_t>(entries + 3ull);  // what is never written takes no memory
  coarse.tasks = Buffer<uint32_t>(entries + 3ull);
  coarse.start = Buffer<uint32_t>(clusters + 1ull);
  coarse.weight = Buffer<uint32_t>(clusters);
  uint32_t* const neighbour = coarse.neighbour.begin();
  uint32_t* const tasks = coarse.tasks.begin();
  std::vector<uint32_t> slot(clusters, 0);
  uint32_t mostDegree = 0;
  for (uint32_t v = 0; v < level.size; ++v) mostDegree = std::max(mostDegree, level.start[v + 1ull] - level.start[v]);
  constexpr uint32_t mostOutside = 1024;
  Buffer<uint32_t> leading(mostOutside + mostDegree + 1ull), leadingTasks(Ones ? 0 : mostOutside + mostDegree + 1ull);
  uint32_t end = 1;  // entry 0 stands for none
  tasks[end] = 0;
  for (uint32_t c = 0; c < clusters; ++c) {
    const uint32_t begin = end;
    coarse.start[c] = begin;
    uint32_t weight = 0, outside = 0;
    for (uint32_t m = first[c]; m < first[c + 1ull]; ++m) {
      const uint32_t v = members[m];
      fetchAhead(level, members, m);
      weight += level.weight[v];
      // Nothing below branches on what an entry is: half the branches would be guessed wrongly. What leads outside is
      // written always and kept by counting it.
      for (uint32_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
        const uint32_t d = clusterOf[level.neighbour[i]];
        leading[outside] = d;
        if constexpr (!Ones) leadingTasks[outside] = level.tasks[i];
        outside += d != c;
      }
      if (outside < mostOutside && m + 1 < first[c + 1ull]) continue;
      for (uint32_t i = 0; i < outside; ++i) {
        const uint32_t d = leading[i];
        uint32_t at = slot[d];
        const bool fresh = at < begin;
        at = fresh ? end : at;
        slot[d] = at;
        neighbour[end] = d;
        tasks[at] += Ones ? 1 : leadingTasks[i];
        end += fresh;
        tasks[end] = 0;
      }
      outside = 0;
    }
    coarse.weight[c] = weight;
  }
  coarse.start[clusters] = end;
  coarse.clusterOf = std::move(clusterOf);
  return coarse;
}

Level contract(const Level& level, std::vector<uint32_t> clusterOf, uint32_t clusters) {
  return level.tasks.empty() ? contractAs<true>(level, std::move(clusterOf), clusters)
                             : contractAs<false>(level, std::move(clusterOf), clusters);
}

/// Clusters in the making.
struct Clusters {
  std::vector<uint32_t> of, weight;
  uint32_t mostWeight, loose = none;  // loose: takes objects without neighbours

  Clusters(uint32_t objects, uint32_t most) : of(objects, none), mostWeight(most) { weight.reserve(objects / 4 + 1); }
  uint32_t make(uint32_t v, uint32_t w) {
    of[v] = static_cast<uint32_t>(weight.size());
    weight.push_back(w);
    return of[v];
  }
  bool fits(uint32_t c, uint32_t w) const { return weight[c] + w <= mostWeight; }
  void join(uint32_t v, uint32_t c, uint32_t w) {
    of[v] = c;
    weight[c] += w;
  }
  /// Closes the gaps that clusters without objects leave. How many there are.
  uint32_t renumber() {
    const bool full = std::find(weight.begin(), weight.end(), 0u) == weight.end();
    if (full) return static_cast<uint32_t>(weight.size());
    std::vector<uint32_t> number(weight.size(), none);
    uint32_t count = 0;
    for (uint32_t& c : of) {
      if (number[c] == none) number[c] = count++;
      c = number[c];
    }
    return count;
  }
  void setLoose(uint32_t v, uint32_t w) {
    if (loose == none || !fits(loose, w))
      loose = make(v, w);
    else
      join(v, loose, w);
  }
};

/// Each object goes over to the cluster that it has most tasks with.
void improveOnce(const Level& level, Clusters& clusters, Votes& votes) {
  for (uint32_t v = 0; v < level.size; ++v) {
    const uint32_t mine = clusters.of[v], weight = level.weight[v];
    for (uint32_t i = level.start[v]; i < level.start[v + 1ull]; ++i)
      votes.add(clusters.of[level.neighbour[i]], level.tasksOf(i));
    uint32_t best = mine;
    for (const uint32_t c : votes.seen()) {
      if (votes[c] > votes[best] && clusters.fits(c, weight)) best = c;
    }
    votes.clear();
    if (best == mine) continue;
    clusters.weight[mine] -= weight;
    clusters.join(v, best, weight);
  }
}

}  // namespace

Level finestLevel(const TaskGraph& graph, const std::vector<uint32_t>& degree) {
  Level level;
  const uint32_t objects = graph.dataCount();
  const uint64_t pins = graph.pinCount();
  level.size = objects;
  level.start = Buffer<uint32_t>(objects + 1ull);
  level.weight = Buffer<uint32_t>(objects);
  level.neighbour = Buffer<uint32_t>(pins);
  uint32_t sum = 0;
  for (uint32_t v = 0; v < objects; ++v) {
    sum += degree[v];
    level.start[v] = sum;
    level.weight[v] = degree[v];
  }
  level.start[objects] = sum;
  // Two random places a task: on a large graph both are asked for ahead of time, the list after where it ends.
  const uint32_t* const pin = graph.pins().data();
  const uint64_t far = graph.isLarge() ? 48 : pins, near = 16;
  for (uint64_t i = pins; i > 0; i -= 2) {
    if (i > far) {
      __builtin_prefetch(&level.start[pin[i - far]], 1);
      __builtin_prefetch(&level.start[pin[i - far + 1]], 1);
      __builtin_prefetch(&level.neighbour[level.start[pin[i - near]] - 1], 1);
      __builtin_prefetch(&level.neighbour[level.start[pin[i - near + 1]] - 1], 1);
    }
    level.neighbour[--level.start[pin[i - 2]]] = pin[i - 1];
    level.neighbour[--level.start[pin[i - 1]]] = pin[i - 2];
  }
  return level;
}

Level clusterNeighbourhoods(const Level& level, uint32_t mostWeight, bool twice) {
  Clusters clusters(level.size, mostWeight);
  for (uint32_t v = 0; v < level.size; ++v) {
    if (clusters.of[v] != none) continue;
    const uint32_t begin = level.start[v], end = level.start[v + 1ull];
    uint32_t free = 0;
    for (uint32_t i = begin; i < end; ++i) free += clusters.of[level.neighbour[i]] == none;
    if (3 * free < end - begin || begin == end) continue;
    const uint32_t c = clusters.make(v, level.weight[v]);
    for (uint32_t i = begin; i < end; ++i) {
      const uint32_t w = level.neighbour[i];
      if (clusters.of[w] == none && clusters.fits(c, level.weight[w])) clusters.join(w, c, level.weight[w]);
    }
  }
  Votes votes(level.size);
  for (uint32_t v = 0; v < level.size; ++v) {
    if (clusters.of[v] != none) continue;
    if (level.start[v] == level.start[v + 1ull]) {
      clusters.setLoose(v, level.weight[v]);
      continue;
    }
    for (uint32_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
      const uint32_t c = clusters.of[level.neighbour[i]];
      if (c != none) votes.add(c, level.tasksOf(i));
    }
    uint32_t best = none;
    for (const uint32_t c : votes.seen()) {
      if (!clusters.fits(c, level.weight[v])) continue;
      if (best == none || votes[c] > votes[best] ||
          (votes[c] == votes[best] && clusters.weight[c] < clusters.weight[best]))
        best = c;
    }
    votes.clear();
    if (best == none)
      clusters.make(v, level.weight[v]);
    else
      clusters.join(v, best, level.weight[v]);
  }
  if (twice) improveOnce(level, clusters, votes);
  const uint32_t count = clusters.renumber();
  return contract(level, std::move(clusters.of), count);
}

Level clusterPairs(const Level& level, uint32_t mostWeight) {
  Clusters clusters(level.size, mostWeight);
  for (uint32_t v = 0; v < level.size; ++v) {
    if (clusters.of[v] != none) continue;
    const uint32_t weight = level.weight[v];
    if (level.start[v] == level.start[v + 1ull]) {
      clusters.setLoose(v, weight);
      continue;
    }
    uint32_t best = none;
    double most = 0;
    for (uint32_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
      const uint32_t w = level.neighbour[i], c = clusters.of[w];
      const uint32_t there = c == none ? level.weight[w] : clusters.weight[c];
      if (w == v || there + weight > mostWeight) continue;
      const double rating = static_cast<double>(level.tasksOf(i)) / there;
      if (rating > most) most = rating, best = w;
    }
    if (best == none)
      clusters.make(v, weight);
    else if (clusters.of[best] == none)
      clusters.join(v, clusters.make(best, level.weight[best]), weight);
    else
      clusters.join(v, clusters.of[best], weight);
  }
  const uint32_t count = static_cast<uint32_t>(clusters.weight.size());
  return contract(level, std::move(clusters.of), count);
}

}  // namespace warpwright
