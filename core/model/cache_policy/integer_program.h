#pragma once

#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/model/cache_policy/traffic_graph.h"

namespace warpwright {

struct ProgramSolution {
  std::vector<bool> cached;
  bool provedBest = false;
  double upperBound = 0;
};

/// The paper's §5.2 on GLPK: one 0-1 variable a load, one variable a pair that is their product, linearised. Starts
/// from the choice `start` and never gives a worse one. Errors: cancelled.
Result<ProgramSolution> solveIntegerProgram(const TrafficGraph& graph, const std::vector<bool>& start, double seconds,
                                            std::stop_token stop);

}  // namespace warpwright
