// A load that gives the same value in each round of a loop, and that compilers make again in each, is made once: they
// do not know that what the loop stores lies elsewhere.
//
//   Before                                        After
//                                                   const int first_value = first[row];
//                                                   const float scale_value = first_value < n ? scale[row] : 0;
//     for (int k = first[row]; k < n; ++k)          for (int k = first_value; k < n; ++k)
//       out[k] = in[k] * scale[row];                  out[k] = in[k] * scale_value;
//
// Applies when the loop stores, or waits for other threads, and loads an element behind a pointer argument at a place
// made of what the loop leaves as it is; the kernel writes no such element, and nothing in it can order what others
// write. The first round makes the load in any case, or where there is one, and that is asked in front of the loop.
//
// Refuses loops that store nothing and pointers that are `__restrict__`: compilers keep these loads by themselves;
// loads that a round may pass over; memory that the kernel writes; atomics, volatile memory, fences. Unknown where a
// call or a store may touch anything, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Decl.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/hoist/hoist_writer.h"
#include "analysis/passes/hoist/loop_loads.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/unwritten_argument.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "hoist",
                                    .title = "Load once, in front of a loop",
                                    .stepName = "loads in front of loops",
                                    .inputs = {.launches = false, .hostCode = false, .device = false},
                                    .onRequest = true};
  return pass;
}

/// What can be hoisted in one instance of the kernel.
struct InstancePlan {
  const clang::FunctionDecl* instance = nullptr;
  std::vector<rewrite::LoopLoad> loads;
};

struct KernelPlan : Judgement {
  std::vector<InstancePlan> instances;  ///< with loads, where it is applicable
};

/// Loads of what no model writes stay; of another, that is the reason why it does not.
std::optional<Judgement> dropWritten(const model::ParsedKernel& kernel, std::vector<rewrite::LoopLoad>& loads,
                                     std::vector<Assumption>& assumptions) {
  return dropRefused(kernel, loads, assumptions,
                     [](const KernelModel& model, const rewrite::LoopLoad& load, std::vector<Assumption>& rests) {
                       return judgeUnwritten(model, *load.array, ": a compiler must load it again", rests);
                     });
}

KernelPlan only(Judgement judgement) {
  return {std::move(judgement), {}};
}

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const KernelPlan& plan) {
  return writeAgreed(editor, plan.instances.size(), [&](size_t i) {
    return rewrite::writeLoopLoads(editor, plan.instances[i].loads, *plan.instances[i].instance, *kernel.pattern);
  });
}

/// `isOffered`: no load could be hoisted, or one can that is said to be.
KernelPlan planOf(const model::ParsedKernel& kernel, bool& isOffered) {
  rewrite::Editor editor(*kernel.unit);
  KernelPlan plan{makeJudgement(VerdictKind::applicable, ""), {}};
  std::optional<Judgement> why;
  isOffered = false;
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::LoopLoads> found = rewrite::findLoopLoads(editor, *instance);
    isOffered = isOffered || !found.ok() || !found->loads.empty() || !found->why.empty();
    if (!found.ok())
      return only(makeJudgement(VerdictKind::unknown, {"No load can be moved: %1.", said(found.error())}));
    const VerdictKind kind = found->isOpen ? VerdictKind::unknown : VerdictKind::refused;
    if (!found->why.empty()) why = makeJudgement(kind, {"No load can be moved: %1.", found->why});
    if (auto written = dropWritten(kernel, found->loads, plan.assumptions)) why = std::move(written);
    plan.instances.push_back({instance, std::move(found->loads)});
  }
  const auto isEmpty = [](const InstancePlan& one) { return one.loads.empty(); };
  if (plan.instances.empty() || std::any_of(plan.instances.begin(), plan.instances.end(), isEmpty))
    return only(why ? *std::move(why)
                    : makeJudgement(VerdictKind::refused, "No loop loads one element again and again."));
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeOthersWrites(model)) return only(*std::move(judged));
  }
  if (Status written = write(editor, kernel, plan); !written.ok())
    return only(makeJudgement(VerdictKind::refused, {"No load can be moved: %1.", said(written.error())}));
  assumeRegisters(plan.assumptions, kernel);
  std::vector<Message> places;
  for (const rewrite::LoopLoad& load : plan.instances.front().loads) {
    const uint32_t line = rewrite::positionAt(*kernel.unit, load.mentions.front()->getBeginLoc()).line;
    Message place("%1 at %2", code(load.array->getNameAsString()), lineText(line));
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(std::move(place));
  }
  plan.reason = {"Each round of a loop loads the same element: of %1.", listed(places)};
  return plan;
}

class Hoist final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    return model::openContraction(*kernel.unit, kernel.mangledNames());
  }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    bool isOffered = false;
    KernelPlan plan = planOf(context.kernel(), isOffered);
    if (!isOffered) return {};
    Opportunity shown = describe(context.kernel());
    plan.moveTo(shown);
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Opportunity now = describe(kernel);
    if (now.id != opportunity.id) return goneError(opportunity);
    bool isOffered = false;
    const KernelPlan plan = planOf(kernel, isOffered);
    if (plan.verdict != VerdictKind::applicable) return inputError(plan.reason, now.range);
    rewrite::Editor editor(*kernel.unit);
    if (Status written = write(editor, kernel, plan); !written.ok()) return written.error();
    if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
    return editor.finish(now.title);
  }

 private:
  static Opportunity describe(const model::ParsedKernel& kernel) {
    return kernelOpportunity(description(), kernel,
                             {"Load once what rounds of loops in %1 load again", code(kernel.models.front().name)});
  }
};

}  // namespace

std::unique_ptr<const Pass> makeHoist() {
  return std::make_unique<Hoist>();
}

}  // namespace warpwright::passes
