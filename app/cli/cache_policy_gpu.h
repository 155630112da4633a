#pragma once

#include <string>
#include <vector>

#include "core/execute/tune/weigh_on_gpu.h"

namespace warpwright::cli {

/// Words of --try: "edges at line 13=cg; x at line 8=no_allocate". `names`: of the candidates. Errors (usage): no load
/// or operator of that name.
Result<std::vector<TimedPolicy>> readTries(const std::vector<std::string>& words,
                                           const std::vector<std::string>& names);

/// What the GPU counted beside the engine, and the times.
std::string gpuPolicyText(const GpuWeighedLoads& weighed);

}  // namespace warpwright::cli
