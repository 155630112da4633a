#include "core/model/cache_policy/choose_policy.h"

#include <algorithm>

#include "core/base/json_fields.h"
#include "core/base/number_text.h"

namespace warpwright {
namespace {

using memsim::CacheOperator;
using nlohmann::json;
using Operators = std::vector<CacheOperator>;

/// Of the traffic of the source as it is: what a change of one load has to take off, and what the whole policy has to.
constexpr double worthOneLoad = 0.001, worthAll = 0.01;
/// Of all requests: a load that makes fewer is not searched.
constexpr double worthSearching = 0.01;

std::string megabytes(double bytes) {
  return bytes < 1e5 ? fixedText(bytes / 1e3, 1) + " kB" : fixedText(bytes / 1e6, 2) + " MB";
}

class Choosing {
 public:
  Choosing(const PolicyModel& model, const ChooseOptions& options,
           const std::function<void(const std::string&)>& progress, std::stop_token stop)
      : model_(model), options_(options), progress_(progress), stop_(std::move(stop)) {}

  Result<PolicyChoice> run(std::vector<std::string> names) {
    choice_.loads = model_.loads();
    choice_.others = model_.others();
    choice_.names = std::move(names);
    choice_.conditions = model_.conditions();
    if (Status tried = add("as written", Operators(choice_.loads.size(), CacheOperator::normal)); !tried.ok())
      return tried.error();
    if (choice_.loads.empty()) {
      choice_.nothingToDo = "the kernel has no plain load from global memory";
      return std::move(choice_);
    }
    if (Status solved = solve(); !solved.ok()) return solved.error();
    for (size_t i = 1; i < choice_.tried.size(); ++i) {
      if (isPossible(choice_.tried[i].operators)) prefer(i);
    }
    if (options_.search) {
      if (Status searched = search(); !searched.ok()) return searched.error();
    }
    if (Status kept = keepWhatMatters(); !kept.ok()) return kept.error();
    explain();
    return std::move(choice_);
  }

 private:
  bool mayChange(size_t load) const { return options_.mayChange.empty() || options_.mayChange[load]; }
  bool isPossible(const Operators& operators) const {
    for (size_t i = 0; i < operators.size(); ++i) {
      if (operators[i] != CacheOperator::normal && !mayChange(i)) return false;
    }
    return true;
  }

  double written() const { return choice_.tried[0].traffic.mean; }

  Result<PolicyTraffic> evaluate(const Operators& operators) { return model_.traffic(operators, stop_); }

  Status add(std::string name, Operators operators) {
    const Result<PolicyTraffic> traffic = evaluate(operators);
    if (!traffic.ok()) return traffic.error();
    choice_.tried.push_back({std::move(name), std::move(operators), *traffic});
    return {};
  }

  void prefer(size_t index) {
    if (choice_.tried[index].traffic.mean < choice_.best().traffic.mean) choice_.chosen = index;
  }

  Status solve() {
    progress_("weighing " + std::to_string(choice_.loads.size()) + " loads");
    Result<Characterization> character = model_.characterize(stop_);
    if (!character.ok()) return character.error();
    choice_.character = std::move(character.value());
    choice_.graph = model_.graph(choice_.character, choice_.names);
    if (options_.exact) {
      Result<CachePolicy> exact = solveExactly(choice_.graph, {.seconds = options_.solverSeconds}, stop_);
      if (!exact.ok()) return exact.error();
      choice_.exact = std::move(exact.value());
    }
    if (options_.heuristic) choice_.heuristic = solveHeuristically(choice_.graph);
    progress_("trying the solutions");
    if (Status tried = add("bypass all", Operators(choice_.loads.size(), CacheOperator::bypassL1)); !tried.ok())
      return tried;
    for (const auto& [name, policy] : {std::pair{"exact", &choice_.exact}, {"heuristic", &choice_.heuristic}}) {
      if (!*policy) continue;
      Operators operators;
      for (size_t i = 0; i < choice_.loads.size(); ++i) {
        operators.push_back((*policy)->cached[i] || !mayChange(i) ? CacheOperator::normal : CacheOperator::bypassL1);
      }
      if (Status tried = add(name, std::move(operators)); !tried.ok()) return tried;
    }
    return {};
  }

  /// Single loads change as long as that gains, for a few rounds.
  Status search() {
    TriedPolicy now = choice_.best();
    now.name = "search";
    const double least = worthOneLoad * written();
    double requests = 0;
    for (const KernelLoad& load : choice_.loads) requests += static_cast<double>(load.requests);
    for (int round = 0; round < 3; ++round) {
      bool changed = false;
      for (size_t load = 0; load < choice_.loads.size(); ++load) {
        if (!mayChange(load) || static_cast<double>(choice_.loads[load].requests) < worthSearching * requests) continue;
        progress_("searching around the solution, load " + std::to_string(load + 1) + " of " +
                  std::to_string(choice_.loads.size()));
        for (const CacheOperator other : {CacheOperator::normal, CacheOperator::bypassL1, CacheOperator::streaming}) {
          if (other == now.operators[load]) continue;
          Operators operators = now.operators;
          operators[load] = other;
          const Result<PolicyTraffic> traffic = evaluate(operators);
          if (!traffic.ok()) return traffic.error();
          if (traffic->mean >= now.traffic.mean - least) continue;
          now.operators = std::move(operators);
          now.traffic = *traffic;
          changed = true;
        }
      }
      if (!changed) break;
    }
    if (now.operators == choice_.best().operators) return {};
    choice_.tried.push_back(std::move(now));
    prefer(choice_.tried.size() - 1);
    return {};
  }

  /// Loads whose change does not show stay as they are.
  Status keepWhatMatters() {
    TriedPolicy now = choice_.best();
    for (size_t load = 0; load < choice_.loads.size(); ++load) {
      if (now.operators[load] == CacheOperator::normal) continue;
      Operators operators = now.operators;
      operators[load] = CacheOperator::normal;
      const Result<PolicyTraffic> traffic = evaluate(operators);
      if (!traffic.ok()) return traffic.error();
      if (traffic->mean > now.traffic.mean + worthOneLoad * written()) continue;
      now.operators = std::move(operators);
      now.traffic = *traffic;
    }
    if (now.operators == choice_.best().operators) return {};
    const auto same = std::find_if(choice_.tried.begin(), choice_.tried.end(),
                                   [&](const TriedPolicy& tried) { return tried.operators == now.operators; });
    choice_.chosen = static_cast<size_t>(same - choice_.tried.begin());
    if (same != choice_.tried.end()) return {};
    now.name += ", without changes that do not show";
    choice_.tried.push_back(std::move(now));
    return {};
  }

  void explain() {
    if (choice_.saved() >= worthAll) return;
    const size_t best = choice_.chosen;
    choice_.chosen = 0;
    const std::string all = "loads read " + megabytes(written()) + " from L2 as the source is, " +
                            megabytes(choice_.tried[1].traffic.mean) + " with every load past L1";
    bool any = false;
    for (size_t i = 0; i < choice_.loads.size(); ++i) any = any || mayChange(i);
    if (!any)
      choice_.nothingToDo = "no load of it can be changed";
    else if (written() <= 0)
      choice_.nothingToDo = "no load reads anything from L2";
    else if (best == 0)
      choice_.nothingToDo = "no other policy reads less: " + all;
    else
      choice_.nothingToDo = "the best other policy reads less than 1 % less: " + all;
  }

  const PolicyModel& model_;
  const ChooseOptions& options_;
  const std::function<void(const std::string&)>& progress_;
  std::stop_token stop_;
  PolicyChoice choice_;
};

CachePolicy cachePolicyFrom(const TrafficGraph& graph, const json& object) {
  CachePolicy policy;
  const auto cached = object.at("cached").get<std::vector<std::string>>();
  for (const auto& load : graph.loads)
    policy.cached.push_back(std::find(cached.begin(), cached.end(), load.id) != cached.end());
  policy.reduction = object.at("reduction").get<double>();
  policy.provedBest = object.at("proved_best").get<bool>();
  policy.method = object.at("solver").get<std::string>();
  policy.seconds = object.at("seconds").get<double>();
  return policy;
}

}  // namespace

void fieldsOf(auto& fields, Of<KernelLoad> auto& load) {
  fieldsOf(fields, load.at);
  fields("object", load.object);
  fields("bytes", load.bytes);
  fields("requests", load.requests);
  fields("lanes", load.counts.lanes);
  fields("sectors", load.counts.sectors);
  fields.derived("operator", toString(load.written));
}

void from_json(const json& row, KernelLoad& load) {
  readFields(row, load);
  load.counts.requests = load.requests;
}

void fieldsOf(auto& fields, Of<LoadCharacter> auto& load) {
  fields("access", load.accesses);
  fields("hit", load.hits);
  fields("bytes_on", load.onBytes);
  fields("bytes_off", load.offBytes);
  fields("efficiency_on", load.efficiencyOn);
  fields("efficiency_off", load.efficiencyOff);
}

void fieldsOf(auto& fields, Of<TriedPolicy> auto& policy) {
  fields("name", policy.name);
  fields("l2_bytes", policy.traffic.mean);
  fields("l2_bytes_low", policy.traffic.low);
  fields("l2_bytes_high", policy.traffic.high);
}

namespace {

json operatorsOf(const PolicyChoice& choice, const TriedPolicy& tried) {
  json changed = json::object();
  for (size_t i = 0; i < tried.operators.size(); ++i) {
    if (tried.operators[i] != CacheOperator::normal) changed[choice.names[i]] = toString(tried.operators[i]);
  }
  return changed;
}

}  // namespace

json toJson(const TrafficGraph& graph, const CachePolicy& policy) {
  json cached = json::array(), bypassed = json::array();
  for (size_t i = 0; i < graph.loads.size(); ++i) (policy.cached[i] ? cached : bypassed).push_back(graph.loads[i].id);
  return {{"cached", std::move(cached)},      {"bypassed", std::move(bypassed)}, {"reduction", policy.reduction},
          {"proved_best", policy.provedBest}, {"solver", policy.method},         {"seconds", policy.seconds}};
}

double PolicyChoice::saved() const {
  return tried[0].traffic.mean > 0 ? 1 - best().traffic.mean / tried[0].traffic.mean : 0;
}

Result<PolicyChoice> choosePolicy(const PolicyModel& model, std::vector<std::string> names,
                                  const ChooseOptions& options, const std::function<void(const std::string&)>& progress,
                                  std::stop_token stop) {
  return Choosing(model, options, progress, std::move(stop)).run(std::move(names));
}

json toJson(const PolicyChoice& choice) {
  json loads = choice.loads, tried = choice.tried;
  for (size_t i = 0; i < choice.loads.size(); ++i) {
    json& row = loads[i];
    row["id"] = choice.names[i];
    if (i < choice.character.loads.size()) {
      row.update(choice.character.loads[i]);
      row["weight"] = choice.graph.loads[i].weight;
    }
    row["policy"] = toString(choice.best().operators[i]);
  }
  for (size_t i = 0; i < choice.tried.size(); ++i) tried[i]["operators"] = operatorsOf(choice, choice.tried[i]);
  json object{{"loads", std::move(loads)},
              {"other_loads", choice.others},
              {"pairs", toJson(choice.graph).at("pairs")},
              {"tried", std::move(tried)},
              {"chosen", choice.chosen},
              {"saved", choice.saved()},
              {"nothing_to_do", choice.nothingToDo},
              {"conditions", choice.conditions}};
  if (choice.exact) object["exact"] = toJson(choice.graph, *choice.exact);
  if (choice.heuristic) object["heuristic"] = toJson(choice.graph, *choice.heuristic);
  if (choice.exact && choice.heuristic) object["gap"] = choice.exact->reduction - choice.heuristic->reduction;
  return object;
}

PolicyChoice policyChoiceFromJson(const json& object) {
  PolicyChoice choice;
  for (const json& row : object.at("loads")) {
    choice.loads.push_back(row.get<KernelLoad>());
    choice.names.push_back(row.at("id").get<std::string>());
    if (row.contains("weight")) choice.character.loads.push_back(row.get<LoadCharacter>());
  }
  object.at("other_loads").get_to(choice.others);
  if (!choice.character.loads.empty()) {
    Result<TrafficGraph> graph = trafficGraphFromJson(object);
    if (graph.ok()) choice.graph = std::move(graph.value());
  }
  if (const auto exact = object.find("exact"); exact != object.end())
    choice.exact = cachePolicyFrom(choice.graph, *exact);
  if (const auto found = object.find("heuristic"); found != object.end())
    choice.heuristic = cachePolicyFrom(choice.graph, *found);
  for (const json& row : object.at("tried")) {
    auto tried = row.get<TriedPolicy>();
    tried.operators.assign(choice.loads.size(), CacheOperator::normal);
    for (size_t i = 0; i < choice.names.size(); ++i) {
      const auto changed = row.at("operators").find(choice.names[i]);
      if (changed == row.at("operators").end()) continue;
      const auto wanted = changed->get<std::string>();
      for (int op = 0; op <= static_cast<int>(CacheOperator::evictLast); ++op) {
        if (toString(static_cast<CacheOperator>(op)) == wanted) tried.operators[i] = static_cast<CacheOperator>(op);
      }
    }
    choice.tried.push_back(std::move(tried));
  }
  choice.chosen = object.at("chosen").get<size_t>();
  choice.nothingToDo = object.at("nothing_to_do").get<std::string>();
  choice.conditions = object.at("conditions").get<std::vector<std::string>>();
  if (choice.tried.empty() || choice.chosen >= choice.tried.size()) {
    throw json::other_error::create(501, "chosen names no policy", &object);
  }
  return choice;
}

}  // namespace warpwright
