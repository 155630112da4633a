#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/passes/judgement.h"
#include "analysis/passes/pass.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {

/// What a pass would do with a kernel as a whole. A judgement alone is a plan that says why nothing can be done.
struct KernelPlan : Judgement {
  KernelPlan(Judgement judgement) : Judgement(std::move(judgement)) {}

  /// Makes the change; there where it is applicable, and valid as long as the kernel's unit is. `number`: the one that
  /// was chosen, 0 where none is to be. Errors: what stands in the way.
  std::function<Status(rewrite::Editor& editor, unsigned number)> write;
  std::vector<unsigned> numbers;  ///< that may be chosen, the first where none is; empty: the change has no number
  bool isOffered = true;  ///< false: the kernel has nothing of what the pass looks for, of which nothing is said
};
/// The plan for such a kernel. `why`: what it lacks.
KernelPlan nothingToDo(Message why);

/// What passes have in common that say one thing of a kernel. The number that may be chosen of a plan is the one
/// parameter of their description.
class KernelPass : public Pass {
 public:
  std::vector<Opportunity> find(const KernelContext& context) const final;
  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const final;
  /// As far as passes change the code of the kernel.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override;

 protected:
  /// What it would do, as the title of the finding.
  virtual Message titleOf(const model::ParsedKernel& kernel) const = 0;
  /// What it did with a number that was chosen; the title where none is.
  virtual Message doneWith(const model::ParsedKernel& kernel, unsigned) const { return titleOf(kernel); }
  virtual KernelPlan planOf(const KernelContext& context) const = 0;
};

}  // namespace warpwright::passes
