#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/passes/pass.h"

/// The list of passes, sorted by id: `PASS(SharedToGlobal)` is made by `makeSharedToGlobal`.
#define WARPWRIGHT_PASSES(PASS) \
  PASS(AtomicOrder)             \
  PASS(BlockCompaction)         \
  PASS(BlockShape)              \
  PASS(CachePolicy)             \
  PASS(CpuPreexecution)         \
  PASS(DivisionSteps)           \
  PASS(EarlyEnd)                \
  PASS(Hoist)                   \
  PASS(IdleBlocks)              \
  PASS(KeepRow)                 \
  PASS(L2Prefetch)              \
  PASS(LaunchGraph)             \
  PASS(LoadAhead)               \
  PASS(LocalToShared)           \
  PASS(RedundantBarrier)        \
  PASS(RestrictPointers)        \
  PASS(RowAccess)               \
  PASS(SharedTable)             \
  PASS(SharedToGlobal)          \
  PASS(SharedToLocal)           \
  PASS(SharedToRegister)        \
  PASS(Specialise)              \
  PASS(TaskRepartition)         \
  PASS(ThreadCompaction)        \
  PASS(TileReuse)               \
  PASS(Unroll)                  \
  PASS(Vectorise)               \
  PASS(WarpExchange)

namespace warpwright::passes {

#define DECLARE_PASS(name) std::unique_ptr<const Pass> make##name();
WARPWRIGHT_PASSES(DECLARE_PASS)
#undef DECLARE_PASS

/// The pass called `id`; null if there is none.
const Pass* findPass(std::string_view id);

/// What is to be known of all passes, sorted by id.
PassDescriptions allDescriptions();

}  // namespace warpwright::passes
