#include "core/model/cache_policy/solve.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/model/cache_policy/integer_program.h"

namespace warpwright {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

using Neighbours = std::vector<std::vector<std::pair<uint32_t, double>>>;

Neighbours neighboursOf(const TrafficGraph& graph) {
  Neighbours neighbours(graph.loads.size());
  for (const auto& pair : graph.pairs) {
    neighbours[pair.a].push_back({pair.b, pair.weight});
    neighbours[pair.b].push_back({pair.a, pair.weight});
  }
  return neighbours;
}

/// All choices in Gray-code order: one load changes from one to the next, so each costs one load's pairs.
CachePolicy enumerate(const TrafficGraph& graph) {
  const Neighbours neighbours = neighboursOf(graph);
  const uint32_t count = static_cast<uint32_t>(graph.loads.size());
  std::vector<bool> cached(count, false);
  double reduction = 0, best = 0;
  uint64_t bestChoice = 0;
  for (uint64_t i = 1; i < uint64_t{1} << count; ++i) {
    const uint32_t load = static_cast<uint32_t>(std::countr_zero(i));
    double change = graph.loads[load].weight;
    for (const auto& [other, weight] : neighbours[load]) {
      if (cached[other]) change += weight;
    }
    cached[load] = !cached[load];
    reduction += cached[load] ? change : -change;
    if (reduction > best) best = reduction, bestChoice = i ^ (i >> 1);
  }
  CachePolicy policy;
  policy.cached.resize(count);
  for (uint32_t i = 0; i < count; ++i) policy.cached[i] = bestChoice >> i & 1;
  policy.method = "enumeration";
  policy.provedBest = true;
  return policy;
}

/// Changes single loads as long as that gains: where the search starts from.
void climb(const TrafficGraph& graph, const Neighbours& neighbours, std::vector<bool>& cached) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < graph.loads.size(); ++i) {
      double value = graph.loads[i].weight;
      for (const auto& [other, weight] : neighbours[i]) {
        if (cached[other]) value += weight;
      }
      if ((value > 0) == cached[i] || value == 0) continue;
      cached[i] = !cached[i];
      changed = true;
    }
  }
}

/// What is left to decide once the loads are settled whose own weight outweighs all their pairs.
struct Reduced {
  TrafficGraph graph;
  std::vector<uint32_t> loadOf;  // index in the whole graph
  std::vector<bool> cached;      // decisions for the whole graph
};
Reduced settle(const TrafficGraph& graph) {
  enum class State : uint8_t { open, cached, bypassed };
  const Neighbours neighbours = neighboursOf(graph);
  const size_t count = graph.loads.size();
  std::vector<State> state(count, State::open);
  std::vector<double> weight(count);
  for (size_t i = 0; i < count; ++i) weight[i] = graph.loads[i].weight;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < count; ++i) {
      if (state[i] != State::open) continue;
      double helps = 0, harms = 0;
      for (const auto& [other, w] : neighbours[i]) {
        if (state[other] == State::open) (w > 0 ? helps : harms) += w;
      }
      if (weight[i] + helps <= 0)
        state[i] = State::bypassed;
      else if (weight[i] + harms >= 0)
        state[i] = State::cached;
      else
        continue;
      changed = true;
      if (state[i] == State::cached) {
        for (const auto& [other, w] : neighbours[i]) weight[other] += w;
      }
    }
  }
  Reduced reduced;
  reduced.cached.resize(count);
  std::vector<uint32_t> newIndex(count, UINT32_MAX);
  for (size_t i = 0; i < count; ++i) {
    reduced.cached[i] = state[i] == State::cached;
    if (state[i] != State::open) continue;
    newIndex[i] = static_cast<uint32_t>(reduced.loadOf.size());
    reduced.loadOf.push_back(static_cast<uint32_t>(i));
    reduced.graph.loads.push_back({graph.loads[i].id, weight[i]});
  }
  for (const auto& pair : graph.pairs) {
    if (newIndex[pair.a] == UINT32_MAX || newIndex[pair.b] == UINT32_MAX) continue;
    reduced.graph.pairs.push_back({newIndex[pair.a], newIndex[pair.b], pair.weight});
  }
  return reduced;
}

}  // namespace

CachePolicy solveHeuristically(const TrafficGraph& graph, std::vector<PolicyStep>* steps) {
  const auto begin = Clock::now();
  const Neighbours neighbours = neighboursOf(graph);
  const uint32_t count = static_cast<uint32_t>(graph.loads.size());
  // T_other of every load; it changes only when another load is bypassed.
  std::vector<double> others(count, 0);
  for (const auto& pair : graph.pairs) {
    others[pair.a] += pair.weight;
    others[pair.b] += pair.weight;
  }
  CachePolicy policy;
  policy.method = "heuristic";
  policy.cached.assign(count, false);
  std::vector<bool> decided(count, false);
  for (uint32_t round = 0; round < count; ++round) {
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i) {
      if (!decided[i] && (least == UINT32_MAX || others[i] <= others[least])) least = i;
    }
    decided[least] = true;
    policy.cached[least] = others[least] + graph.loads[least].weight > 0;
    if (steps) steps->push_back({least, policy.cached[least], others[least]});
    if (policy.cached[least]) continue;
    for (const auto& [other, weight] : neighbours[least]) others[other] -= weight;
  }
  climb(graph, neighbours, policy.cached);
  policy.reduction = trafficReduction(graph, policy.cached);
  policy.upperBound = std::numeric_limits<double>::infinity();
  policy.seconds = secondsSince(begin);
  return policy;
}

Result<CachePolicy> solveExactly(const TrafficGraph& graph, const ExactOptions& options, std::stop_token stop) {
  const auto begin = Clock::now();
  constexpr size_t mostToEnumerate = 20;
  CachePolicy policy;
  if (graph.loads.size() <= mostToEnumerate) {
    policy = enumerate(graph);
    policy.reduction = trafficReduction(graph, policy.cached);
    policy.upperBound = policy.reduction;
  } else {
    Reduced reduced = settle(graph);
    policy.method = "integer program";
    policy.cached = reduced.cached;
    policy.provedBest = true;
    double openBound = 0, openReduction = 0;
    if (!reduced.graph.loads.empty()) {
      std::vector<bool> start = solveHeuristically(reduced.graph).cached;
      climb(reduced.graph, neighboursOf(reduced.graph), start);
      Result<ProgramSolution> solved = solveIntegerProgram(reduced.graph, start, options.seconds, stop);
      if (!solved.ok()) return solved.error();
      for (size_t i = 0; i < reduced.loadOf.size(); ++i) policy.cached[reduced.loadOf[i]] = solved->cached[i];
      policy.provedBest = solved->provedBest;
      openBound = solved->upperBound;
      openReduction = trafficReduction(reduced.graph, solved->cached);
    }
    policy.reduction = trafficReduction(graph, policy.cached);
    policy.upperBound = policy.provedBest ? policy.reduction : policy.reduction + (openBound - openReduction);
  }
  policy.seconds = secondsSince(begin);
  return policy;
}

}  // namespace warpwright
