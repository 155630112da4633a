#pragma once

#include <optional>
#include <set>

#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"
#include "analysis/passes/placement/local_rewrite.h"
#include "core/base/source_range.h"

namespace warpwright::passes {

/// May an array that is known to be its threads' own be declared by its thread, with the subscripts that the source
/// spells?
struct LocalJudgement {
  Judgement judgement;            ///< applicable: by proof, for all instantiations and block shapes
  std::optional<LocalPlan> plan;  ///< where it is applicable
  /// Every slot is a literal once the loops of constant trip count are unrolled: registers may hold it.
  bool isLiteral = true;
  std::set<SourcePosition> loops;  ///< that slots depend on: where these loops begin
};

/// `privacy`: what the proof that it is private says and rests on; the judgement goes on from it.
LocalJudgement judgeLocal(const KernelContext& context, const MemoryObject& object, Judgement privacy);

}  // namespace warpwright::passes
