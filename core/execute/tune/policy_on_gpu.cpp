#include "core/execute/tune/policy_on_gpu.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpwright {
namespace {

using memsim::CacheOperator;
using nlohmann::json;
using Operators = std::vector<CacheOperator>;

constexpr const char* accessed = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* found = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum";
constexpr const char* fromL2 = "l1tex__m_xbar2l1tex_read_sectors_mem_lg_op_ld.sum";

class Characterizing {
 public:
  Characterizing(const PtxVariants& variants, const CharacterizeOptions& options, const CountPolicies& count,
                 const std::function<void(const std::string&)>& progress, std::stop_token stop)
      : variants_(variants), options_(options), count_(count), progress_(progress), stop_(std::move(stop)) {}

  Result<GpuCharacter> run() {
    const size_t loads = variants_.candidates();
    GpuCharacter character;
    std::vector<PtxPolicy> policies{{Operators(loads, CacheOperator::normal), CacheOperator::normal}, onlyCached({})};
    std::vector<size_t> whose;
    for (size_t i = 0; i < loads; ++i) {
      character.counted.push_back(variants_.has(i));
      if (!variants_.has(i)) continue;
      policies.push_back(onlyCached({i}));
      whose.push_back(i);
    }
    if (whose.empty())
      return inputError("None of the kernel's loads was found again in the code that nvcc makes of it.");
    const Result<std::vector<PolicyCounts>> single = countAll(policies, "loads");
    if (!single.ok()) return single.error();
    character.plain = (*single)[0];
    character.bypassed = (*single)[1];
    character.hits.resize(loads);
    character.saved.resize(loads);
    for (size_t k = 0; k < whose.size(); ++k) {
      character.hits[whose[k]] = (*single)[k + 2].hits;
      character.saved[whose[k]] = savedBy(character, (*single)[k + 2]);
    }
    if (Status paired = countPairs(character, whose); !paired.ok()) return paired.error();
    return character;
  }

 private:
  PtxPolicy onlyCached(const std::vector<size_t>& cached) const {
    PtxPolicy policy{Operators(variants_.candidates(), CacheOperator::bypassL1), CacheOperator::bypassL1};
    for (const size_t load : cached) policy.operators[load] = CacheOperator::normal;
    return policy;
  }

  static double savedBy(const GpuCharacter& character, const PolicyCounts& counts) {
    return (character.bypassed.l2Sectors - counts.l2Sectors) * memsim::sectorBytes;
  }

  Status countPairs(GpuCharacter& character, const std::vector<size_t>& whose) {
    const size_t loads = variants_.candidates();
    std::vector<PtxPolicy> policies;
    for (size_t x = 0; x < whose.size(); ++x) {
      for (size_t y = x + 1; y < whose.size(); ++y) {
        const size_t a = whose[x], b = whose[y];
        const bool touching = options_.touching.empty() || options_.touching[a * loads + b];
        if (!touching && character.hits[a] <= 0 && character.hits[b] <= 0) {
          ++character.pruned;
          continue;
        }
        character.pairs.push_back({static_cast<uint32_t>(a), static_cast<uint32_t>(b), 0, 0});
        policies.push_back(onlyCached({a, b}));
      }
    }
    const Result<std::vector<PolicyCounts>> counts = countAll(policies, "pairs");
    if (!counts.ok()) return counts.error();
    for (size_t k = 0; k < policies.size(); ++k) {
      character.pairs[k].hits = (*counts)[k].hits;
      character.pairs[k].saved = savedBy(character, (*counts)[k]);
    }
    return {};
  }

  Result<std::vector<PolicyCounts>> countAll(const std::vector<PtxPolicy>& policies, const char* what) {
    std::vector<PolicyCounts> all;
    while (all.size() < policies.size()) {
      progress_("counting " + std::string(what) + " on the GPU, " + std::to_string(all.size()) + " of " +
                std::to_string(policies.size()));
      const auto from = policies.begin() + static_cast<ptrdiff_t>(all.size());
      const auto many =
          std::min<ptrdiff_t>(static_cast<ptrdiff_t>(std::max<size_t>(1, options_.atOnce)), policies.end() - from);
      Result<std::vector<PolicyCounts>> some = count_({from, from + many}, stop_);
      if (!some.ok()) return some;
      all.insert(all.end(), some->begin(), some->end());
    }
    return all;
  }

  const PtxVariants& variants_;
  const CharacterizeOptions& options_;
  const CountPolicies& count_;
  const std::function<void(const std::string&)>& progress_;
  std::stop_token stop_;
};

/// Loads that were not counted have no weight.
TrafficGraph graphOf(const GpuCharacter& character, const PolicyChoice& choice) {
  TrafficGraph graph;
  for (size_t i = 0; i < choice.loads.size(); ++i)
    graph.loads.push_back({choice.names[i], character.saved[i], choice.loads[i].at});
  for (const GpuCharacter::Pair& pair : character.pairs) {
    const double weight = pair.saved - character.saved[pair.a] - character.saved[pair.b];
    if (weight != 0) graph.pairs.push_back({pair.a, pair.b, weight});
  }
  return graph;
}

json countsJson(const PolicyCounts& counts) {
  return {{"access", counts.accesses}, {"hit", counts.hits}, {"l2_bytes", counts.l2Sectors * memsim::sectorBytes}};
}

json timedJson(const TimedPolicy& policy, const PolicyChoice& choice) {
  json changed = json::object();
  for (size_t i = 0; i < policy.operators.size(); ++i) {
    if (policy.operators[i] != CacheOperator::normal) changed[choice.names[i]] = toString(policy.operators[i]);
  }
  json object = {{"name", policy.name},
                 {"operators", std::move(changed)},
                 {"result", toString(policy.replay.replay.verdict())},
                 {"message", policy.replay.message()}};
  if (policy.replay.gpu.times) object["times"] = *policy.replay.gpu.times;
  return object;
}

}  // namespace

std::string PtxVariants::text(const PtxPolicy& policy) const {
  std::map<size_t, CacheOperator> operators;
  for (const PtxLoad& load : loads_) {
    if (load.written == CacheOperator::normal && policy.others != CacheOperator::normal)
      operators[load.line] = policy.others;
  }
  for (size_t i = 0; i < joined_.size(); ++i) {
    for (const size_t line : joined_[i].lines) operators[line] = policy.operators[i];
  }
  std::vector<PtxChange> changes;
  for (const auto& [line, cacheOperator] : operators) {
    // A plain load stays as nvcc wrote it.
    if (cacheOperator != CacheOperator::normal) changes.push_back({line, cacheOperator});
  }
  return withOperators(ptx_, changes);
}

size_t PtxVariants::others() const {
  size_t count = 0;
  for (const PtxLoad& load : loads_) count += load.written == CacheOperator::normal ? 1 : 0;
  for (const JoinedLoad& joined : joined_) count -= joined.lines.size();
  return count;
}

const std::vector<std::string>& policyCounters() {
  static const std::vector<std::string> names = {accessed, found, fromL2};
  return names;
}

Result<PolicyCounts> policyCountsOf(const GpuRun& run, const std::map<std::string, double>& counters) {
  if (run.run.failure) return *run.run.failure;
  if (!run.whyNoCounters.empty()) return Error{ErrorKind::worker, run.whyNoCounters, std::nullopt};
  for (const BufferComparison& buffer : run.run.buffers) {
    if (!buffer.same())
      return inputError("With other cache operators the kernel computes something else: " + buffer.message());
  }
  PolicyCounts counts;
  for (const auto& [name, value] :
       {std::pair{accessed, &counts.accesses}, {found, &counts.hits}, {fromL2, &counts.l2Sectors}}) {
    const auto counter = counters.find(name);
    if (counter == counters.end())
      return Error{ErrorKind::worker, std::string("The GPU gave no value for ") + name + ".", std::nullopt};
    *value = counter->second;
  }
  return counts;
}

Result<GpuCharacter> characterizeOnGpu(const PtxVariants& variants, const PolicyChoice& choice,
                                       const CharacterizeOptions& options, const CountPolicies& count,
                                       const std::function<void(const std::string&)>& progress, std::stop_token stop) {
  Result<GpuCharacter> character = Characterizing(variants, options, count, progress, stop).run();
  if (!character.ok()) return character;
  character->graph = graphOf(*character, choice);
  Result<CachePolicy> exact = solveExactly(character->graph, {}, stop);
  if (!exact.ok()) return exact.error();
  character->exact = std::move(exact.value());
  character->heuristic = solveHeuristically(character->graph);
  return character;
}

std::vector<TimedPolicy> policiesToTime(const PolicyChoice& choice, const GpuCharacter& character) {
  std::vector<TimedPolicy> list;
  const Operators plain(choice.loads.size(), CacheOperator::normal);
  const auto add = [&](const std::string& name, const Operators& operators) {
    const auto same = [&](const TimedPolicy& policy) { return policy.operators == operators; };
    if (operators != plain && std::none_of(list.begin(), list.end(), same)) list.push_back({name, operators, {}});
  };
  add(choice.best().name, choice.best().operators);
  for (const TriedPolicy& tried : choice.tried) {
    if (tried.name != "bypass all") add(tried.name, tried.operators);
  }
  for (const auto& [name, policy] :
       {std::pair{"measured graph", &character.exact}, {"measured graph, heuristic", &character.heuristic}}) {
    if (!*policy) continue;
    Operators operators = plain;
    for (size_t i = 0; i < operators.size(); ++i) {
      if (character.counted[i] && !(*policy)->cached[i]) operators[i] = CacheOperator::bypassL1;
    }
    add(name, operators);
  }
  return list;
}

json toJson(const GpuCharacter& character, const PolicyChoice& choice, const std::vector<TimedPolicy>& timed) {
  json loads = json::array(), pairs = json::array(), times = json::array();
  for (size_t i = 0; i < choice.loads.size(); ++i) {
    json& row = loads.emplace_back(json{{"id", choice.names[i]}, {"counted", static_cast<bool>(character.counted[i])}});
    if (character.counted[i]) row["hit"] = character.hits[i], row["weight"] = character.saved[i];
  }
  for (const GpuCharacter::Pair& pair : character.pairs) {
    pairs.push_back({{"a", choice.names[pair.a]},
                     {"b", choice.names[pair.b]},
                     {"hit", pair.hits},
                     {"gain", pair.hits - character.hits[pair.a] - character.hits[pair.b]},
                     {"weight", pair.saved - character.saved[pair.a] - character.saved[pair.b]}});
  }
  for (const TimedPolicy& policy : timed) times.push_back(timedJson(policy, choice));
  json object = {{"plain", countsJson(character.plain)},
                 {"all_bypassed", countsJson(character.bypassed)},
                 {"loads", std::move(loads)},
                 {"pairs", std::move(pairs)},
                 {"pruned_pairs", character.pruned},
                 {"timed", std::move(times)}};
  if (character.exact) object["exact"] = toJson(character.graph, *character.exact);
  if (character.heuristic) object["heuristic"] = toJson(character.graph, *character.heuristic);
  return object;
}

}  // namespace warpwright
