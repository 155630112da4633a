#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/execute/replay/gpu_replayer.h"
#include "core/model/cache_policy/choose_policy.h"
#include "core/model/cache_policy/ptx_loads.h"

namespace warpwright {

/// How the loads of a kernel ask to be cached, at PTX level.
struct PtxPolicy {
  std::vector<memsim::CacheOperator> operators;  ///< one a candidate
  memsim::CacheOperator others =
      memsim::CacheOperator::normal;  ///< of loads that are no candidates; those that name an operator keep it
};

/// The PTX of a kernel, whose loads are joined to the candidates of a model.
class PtxVariants {
 public:
  /// `joined`: one a candidate.
  PtxVariants(std::string ptx, std::vector<PtxLoad> loads, std::vector<JoinedLoad> joined)
      : ptx_(std::move(ptx)), loads_(std::move(loads)), joined_(std::move(joined)) {}

  std::string text(const PtxPolicy& policy) const;
  size_t candidates() const { return joined_.size(); }
  /// Whether PTX has loads of this candidate.
  bool has(size_t candidate) const { return !joined_[candidate].lines.empty(); }
  /// Loads of the text that no candidate has, and that name no operator.
  size_t others() const;

 private:
  std::string ptx_;
  std::vector<PtxLoad> loads_;
  std::vector<JoinedLoad> joined_;
};

/// Hardware counters of one launch: of all loads from global memory together.
struct PolicyCounts {
  double accesses = 0, hits = 0;  ///< sectors asked of L1, and found there
  double l2Sectors = 0;           ///< that came from L2 for them
};
/// NVIDIA's names of what PolicyCounts are read from.
const std::vector<std::string>& policyCounters();
/// Errors: the run failed, or counters could not be read (why).
Result<PolicyCounts> policyCountsOf(const GpuRun& run, const std::map<std::string, double>& counters);

/// Runs policies on a GPU and counts; answers in their order.
using CountPolicies = std::function<Result<std::vector<PolicyCounts>>(const std::vector<PtxPolicy>&, std::stop_token)>;

/// §4.2 of the paper, counted on a GPU: replays of one launch in which all loads but one or two go past L1.
struct GpuCharacter {
  struct Pair {
    uint32_t a = 0, b = 0;  ///< candidates, a < b
    double hits = 0, saved = 0;
  };
  PolicyCounts plain, bypassed;  ///< of the kernel as it is, and with every load past L1
  std::vector<bool> counted;     ///< by candidate; false: PTX has no load of it
  std::vector<double> hits;      ///< hit_i: sectors found in L1 with only load i cached there
  std::vector<double> saved;     ///< T_off − T_on, bytes from L2: what all past L1 read more than with load i cached
  std::vector<Pair> pairs;       ///< hit_ij, and what both save together
  size_t pruned = 0;             ///< pairs that can neither help nor harm each other: not run
  TrafficGraph graph;            ///< of the measured weights
  std::optional<CachePolicy> exact, heuristic;
};

struct CharacterizeOptions {
  std::vector<bool> touching;  ///< at [i · loads + j]: loads i and j read common lines (PolicyModel::commonLines)
  size_t atOnce = 1;           ///< policies counted together
};

/// N + N²/2 short replays: pairs that touch no common lines and neither of whose loads hits alone are left out.
/// Requires: the candidates of `variants` are the loads of `choice`. Errors: of `count`; no candidate is in the PTX;
/// cancelled.
Result<GpuCharacter> characterizeOnGpu(const PtxVariants& variants, const PolicyChoice& choice,
                                       const CharacterizeOptions& options, const CountPolicies& count,
                                       const std::function<void(const std::string&)>& progress, std::stop_token stop);

/// A policy that was timed beside the kernel as it is.
struct TimedPolicy {
  std::string name;  ///< "exact", "measured graph"
  std::vector<memsim::CacheOperator> operators;
  GpuVariantReplay replay;
};
/// Policies worth timing: each solution of the model and of the measured graph once, the source as it is not among
/// them, and not "bypass all" unless it was chosen: it may take ten times as long.
std::vector<TimedPolicy> policiesToTime(const PolicyChoice& choice, const GpuCharacter& character);

/// {"plain", "all_bypassed", "loads", "pairs", "pruned_pairs", "exact", "heuristic", "timed"}.
nlohmann::json toJson(const GpuCharacter& character, const PolicyChoice& choice, const std::vector<TimedPolicy>& timed);

}  // namespace warpwright
