#pragma once

#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// Adds a step for each load that threads along a dimension of the block carry out alike: "`b[k][tx]` is read alike by
/// 16 threads along y: 15 of 16 loads are redundant". `mayBeWritten`: also loads of what the kernel writes; requires
/// that its threads do not race. All instantiations must agree, and each launch counts.
void addAlikeLoads(const model::ParsedKernel& kernel, bool mayBeWritten, std::vector<Evidence>& evidence);

}  // namespace warpwright::passes
