#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/pass.h"

namespace warpwright::passes {

/// What findings of these passes offer to choose, for their descriptions.
std::vector<PassParameter> mergingParameters();

/// What the passes that merge threads or blocks have in common: one opportunity a kernel, with the
/// factors that each dimension allows.
class CompactionPass : public Pass {
 public:
  std::vector<Opportunity> find(const KernelContext& context) const final;
  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const final;
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const final;
  NewConstants newConstants(const model::ParsedKernel&) const final {
    return {.arguments = false, .extents = false, .indices = true};
  }
  bool assumesRounding() const final { return true; }

 protected:
  /// Tried along each dimension.
  static constexpr unsigned kFactors[] = {2, 4, 8, 16};

  /// `unit`: what does the work of several, "thread"; `shape`: what gets smaller at the launches.
  CompactionPass(std::string unit, rewrite::LaunchShape shape) : unit_(std::move(unit)), shape_(shape) {}

  /// Factors that the launches allow along a dimension. None: `why` says what stands in the way.
  virtual std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension, Message& why) const = 0;
  /// May the factor leave a rest at a launch?
  virtual bool isRagged(const model::ParsedKernel&, int, unsigned) const { return false; }
  /// The extent that every launch has along a dimension, if it is one number.
  virtual std::optional<unsigned> extentAlong(const model::ParsedKernel&, int) const { return std::nullopt; }
  /// Takes out the factors that the written kernel does not allow. None left: `why` says what
  /// stands in the way.
  virtual void fit(const model::ParsedKernel&, const Compacted&, std::vector<unsigned>&, Message&) const {}
  /// Makes the launches smaller. Errors: why one cannot be changed.
  virtual Status changeLaunches(rewrite::Editor& editor, const model::ParsedKernel& kernel, int dimension,
                                const rewrite::CompactionChoice& choice, const Compacted& compacted) const = 0;
  /// What threads of a block do alike today, whatever the verdict is.
  virtual void noteAlike(const model::ParsedKernel&, Opportunity&) const {}
  /// What the proofs do not cover, and what is worth knowing.
  virtual void addAssumptionsOf(const model::ParsedKernel& kernel, CompactionJudgement& all) const = 0;

 private:
  rewrite::MergedAxis along(int dimension) const { return {shape_ == rewrite::LaunchShape::grid, dimension}; }
  std::string idOf(const model::ParsedKernel& kernel) const;
  /// What is judged once a context.
  const CompactionJudgement& judgementOf(const KernelContext& context) const;
  CompactionJudgement judge(const KernelContext& context) const;
  Message lookAlong(const model::ParsedKernel& kernel, int dimension, std::vector<unsigned>& factors,
                    CompactionJudgement& all) const;
  std::string titleOf(const std::vector<Parameter>& parameters) const;
  std::vector<Parameter> parametersOf(const CompactionJudgement& judgement) const;
  Result<int> choose(const CompactionJudgement& judgement, const ParameterValues& values,
                     rewrite::CompactionChoice& choice) const;

  std::string unit_;
  rewrite::LaunchShape shape_;
};

}  // namespace warpwright::passes
