#pragma once

#include <string>

#include "analysis/passes/pass.h"
#include "analysis/passes/placement/placement.h"

namespace warpwright::passes {

/// What the passes that move a shared array elsewhere have in common: one opportunity for each
/// shared object of a kernel, found again by the object's name and its place among those of that
/// name.
class PlacementPass : public Pass {
 public:
  std::vector<Opportunity> find(const KernelContext& context) const final;
  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const final;
  /// Compilers look through registers and what a thread has alone, as they did not through memory and barriers.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override;
  NewConstants newConstants(const model::ParsedKernel&) const final { return noConstants; }
  bool assumesRounding() const final { return true; }

  /// One object, and what may be asked about it.
  struct Question {
    const KernelContext& context;
    const MemoryObject& object;  ///< of the kernel's first model
    OtherFindings& others;

    const model::ParsedKernel& kernel() const { return context.kernel(); }
  };

 protected:
  /// Decides about one object. Fills in `edits` where the verdict is applicable, and what `shown`
  /// says beyond the verdict: its title and further inputs of its estimate. Assumptions of another
  /// verdict than applicable are left out.
  virtual Judgement judge(const Question& question, Opportunity& shown, Rewrite& edits) const = 0;

  /// Is the kernel's signature a part of what a finding is about? Not where the rewrite changes it.
  virtual bool keepsSignature() const { return true; }

 private:
  std::string idOf(const model::ParsedKernel& kernel, const MemoryObject& object, int ordinal) const;
  std::pair<Opportunity, Rewrite> look(const Question& question, int ordinal) const;
};

}  // namespace warpwright::passes
