#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/passes/judgement.h"
#include "analysis/passes/pass.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {

/// What passes have in common that say one thing of a kernel and let one number be chosen: the one parameter of their
/// description.
class NumberPass : public Pass {
 public:
  std::vector<Opportunity> find(const KernelContext& context) const final;
  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const final;
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const final;

 protected:
  struct NumberJudgement : Judgement {
    std::vector<unsigned> numbers;  ///< that may be chosen, the first where none is; some where it is applicable
  };
  static NumberJudgement only(Judgement judgement) { return {std::move(judgement), {}}; }

  /// What it would do, as the title of the finding.
  virtual Message titleOf(const model::ParsedKernel& kernel) const = 0;
  virtual NumberJudgement judge(const KernelContext& context) const = 0;
  /// Makes the change, and says what it does. Requires: a number that the judgement offers. Errors: what stands in the
  /// way.
  virtual Result<Message> write(rewrite::Editor& editor, const model::ParsedKernel& kernel, unsigned number) const = 0;

 private:
  const std::string& parameter() const { return about().parameters.front().name; }
};

}  // namespace warpwright::passes
