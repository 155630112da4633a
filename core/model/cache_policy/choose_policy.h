#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/model/cache_policy/policy_model.h"
#include "core/model/cache_policy/solve.h"

namespace warpwright {

/// How every candidate asks to be cached, and what that costs.
struct TriedPolicy {
  std::string name;                              ///< "as written", "bypass all", "exact", "heuristic", "search"
  std::vector<memsim::CacheOperator> operators;  ///< one a candidate
  PolicyTraffic traffic;
};

struct ChooseOptions {
  bool exact = true, heuristic = true;
  std::vector<bool> mayChange;  ///< by candidate: the source can follow; the others stay. Empty: all may
  double solverSeconds = 30;
  bool search = true;  ///< single loads around the best of the solutions, and evict-first in place of bypassing
};

/// Which loads of a kernel to keep in L1, and what speaks for it.
struct PolicyChoice {
  std::vector<KernelLoad> loads, others;  ///< as of PolicyModel
  std::vector<std::string> names;         ///< of `loads`: what people call them, each different
  Characterization character;
  TrafficGraph graph;
  std::optional<CachePolicy> exact, heuristic;
  std::vector<TriedPolicy> tried;  ///< the first is "as written"
  size_t chosen = 0;               ///< of `tried`
  std::string nothingToDo;         ///< why the source stays as it is; empty: something is gained
  std::vector<std::string> conditions;

  const TriedPolicy& best() const { return tried[chosen]; }
  /// Traffic that the choice saves against the source as it is, of 1.
  double saved() const;
};

/// Weighs the loads, solves the graph both ways, runs each solution through the caches and chooses what reads least
/// from L2; a load stays as it is unless changing it takes at least a thousandth off. A gain below 1 % is none.
/// `names`: one a candidate. Errors: cancelled.
Result<PolicyChoice> choosePolicy(const PolicyModel& model, std::vector<std::string> names,
                                  const ChooseOptions& options, const std::function<void(const std::string&)>& progress,
                                  std::stop_token stop);

/// A solution as `warpwright cache-policy` prints it: {"cached", "bypassed", "reduction", …}.
nlohmann::json toJson(const TrafficGraph& graph, const CachePolicy& policy);
/// {"loads", "pairs", "exact", "heuristic", "gap", "tried", "chosen", "saved", "nothing_to_do", "conditions"}.
nlohmann::json toJson(const PolicyChoice& choice);
/// May throw nlohmann::json::exception. What the choice is drawn and applied from; not the characters of pairs.
PolicyChoice policyChoiceFromJson(const nlohmann::json& json);

}  // namespace warpwright
