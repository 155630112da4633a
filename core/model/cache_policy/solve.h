#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/cache_policy/traffic_graph.h"

namespace warpwright {

/// Which loads to cache and which to send past L1.
struct CachePolicy {
  std::vector<bool> cached;  ///< by load
  double reduction = 0;      ///< trafficReduction of this choice, bytes
  bool provedBest = false;   ///< no other choice reduces traffic more
  double upperBound = 0;     ///< no choice reduces traffic by more than this; equals `reduction` where proved
  std::string method;        ///< "heuristic", "enumeration", "integer program"
  double seconds = 0;
};

/// One decision of Algorithm 1, in the order it was made.
struct PolicyStep {
  uint32_t load = 0;
  bool cached = false;
  double others = 0;  ///< T_other: what it gains with the loads that are cached or undecided
};

/// Algorithm 1 of the paper, in O(loads² + pairs): takes the undecided load that gains least with the others; caches it
/// if that and its own weight are positive, else bypasses it. Ties go to the later load, as in the paper's `<=`.
/// Afterwards single loads change sides as long as that gains: on graphs with many conflicts the algorithm alone leaves
/// 8 %.
CachePolicy solveHeuristically(const TrafficGraph& graph, std::vector<PolicyStep>* steps = nullptr);

struct ExactOptions {
  double seconds = 30;  ///< past it the best choice so far is given, with provedBest false
};

/// The best choice: by enumeration up to 20 loads, else by integer programming (GLPK) with the paper's linearisation,
/// after loads whose weight outweighs all their pairs were decided. Errors: cancelled.
Result<CachePolicy> solveExactly(const TrafficGraph& graph, const ExactOptions& options, std::stop_token stop);

}  // namespace warpwright
