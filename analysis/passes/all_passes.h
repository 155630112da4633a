#pragma once

#include <memory>

#include "analysis/passes/pass.h"

namespace warpwright::passes {

std::unique_ptr<const Pass> makeBlockCompaction();
std::unique_ptr<const Pass> makeCachePolicy();
std::unique_ptr<const Pass> makeCpuPreexecution();
std::unique_ptr<const Pass> makeL2Prefetch();
std::unique_ptr<const Pass> makeRedundantBarrier();
std::unique_ptr<const Pass> makeSharedToGlobal();
std::unique_ptr<const Pass> makeSharedToLocal();
std::unique_ptr<const Pass> makeSharedToRegister();
std::unique_ptr<const Pass> makeTaskRepartition();
std::unique_ptr<const Pass> makeThreadCompaction();

/// The pass called `id`; null if there is none.
const Pass* findPass(std::string_view id);

}  // namespace warpwright::passes
