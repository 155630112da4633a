#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"
#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::passes {

/// Who never touches the same element of global memory, one of them writing.
enum class Apart : uint8_t {
  threads,
  threadsBetweenBarriers,
  threadsButForAtomics,
  threadsBetweenBarriersButForAtomics,
  blocksButForAtomics,
};

/// That these do not, in any launch: CUDA demands it, but indices do not always show it.
Assumption noRaces(Apart who);
/// Is it one of those? A launch that passes one memory for two arguments may say otherwise.
bool isNoRaces(const Assumption& assumption);

/// Refuses what rests on that where threads of a launch in sight are seen to race in global memory; nothing: none are.
std::optional<Judgement> judgeSeenRaces(const KernelContext& context);

/// Memories of global memory that a launch may make one, and of which the kernel writes one.
using MemoryPair = std::pair<const MemoryObject*, const MemoryObject*>;
std::vector<MemoryPair> memoriesThatMayBeOne(const KernelModel& model);
/// Has one of the models such memories? Else no launch says anything of races.
bool mayBeOneMemory(const std::vector<KernelModel>& models);

}  // namespace warpwright::passes
