#pragma once

#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/warp_exchange/run_search.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"
#include "core/finding/pass_description.h"

namespace warpwright::passes {

/// One run of warps as the source writes it, with what all instances of the kernel and all blocks make of it.
struct KernelRun {
  Opportunity shown;  ///< without a verdict
  std::vector<FoundRun> readings;
  const clang::FunctionDecl* pattern = nullptr;  ///< what is written of its function
  std::vector<RunSearch::Way> ways;              ///< to instances of that
};

/// Those that the kernel comes to.
std::vector<KernelRun> runsOf(const PassDescription& pass, const model::ParsedKernel& kernel);

/// What rules the change out, or what it rests on; that all blocks are known and no thread traps is asked before.
Judgement judgeRun(const model::ParsedKernel& kernel, const KernelRun& run);

/// Errors: the rest of a sentence.
Status writeRun(rewrite::Editor& editor, const model::ParsedKernel& kernel, const KernelRun& run);

}  // namespace warpwright::passes
