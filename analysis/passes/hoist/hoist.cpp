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

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/hoist/hoist_writer.h"
#include "analysis/passes/hoist/loop_loads.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
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

/// Loads of what no model writes stay; of another, that is the reason why it does not.
std::optional<Judgement> dropWritten(const model::ParsedKernel& kernel, std::vector<rewrite::LoopLoad>& loads,
                                     std::vector<Assumption>& assumptions) {
  return dropRefused(kernel, loads, assumptions,
                     [](const KernelModel& model, const rewrite::LoopLoad& load, std::vector<Assumption>& rests) {
                       return judgeUnwritten(model, *load.array, ": a compiler must load it again", rests);
                     });
}

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const std::vector<InstancePlan>& instances) {
  return writeAgreed(editor, instances.size(), [&](size_t i) {
    return rewrite::writeLoopLoads(editor, instances[i].loads, *instances[i].instance, *kernel.pattern);
  });
}

/// Offered where a load could be hoisted, or is said why not.
KernelPlan hoisting(const model::ParsedKernel& kernel) {
  rewrite::Editor editor(*kernel.unit);
  KernelPlan plan = makeJudgement(VerdictKind::applicable, "");
  std::vector<InstancePlan> instances;
  std::optional<Judgement> why;
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::LoopLoads> found = rewrite::findLoopLoads(editor, *instance);
    if (!found.ok()) return makeJudgement(VerdictKind::unknown, {"No load can be moved: %1.", said(found.error())});
    const VerdictKind kind = found->isOpen ? VerdictKind::unknown : VerdictKind::refused;
    if (!found->why.empty()) why = makeJudgement(kind, {"No load can be moved: %1.", found->why});
    if (auto written = dropWritten(kernel, found->loads, plan.assumptions)) why = std::move(written);
    instances.push_back({instance, std::move(found->loads)});
  }
  const auto isEmpty = [](const InstancePlan& one) { return one.loads.empty(); };
  if (instances.empty() || std::any_of(instances.begin(), instances.end(), isEmpty)) {
    if (why) return *std::move(why);
    const Message none("No loop loads one element again and again.");
    if (std::all_of(instances.begin(), instances.end(), isEmpty)) return nothingToDo(none);
    return makeJudgement(VerdictKind::refused, none);
  }
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeOthersWrites(model)) return *std::move(judged);
  }
  if (Status written = write(editor, kernel, instances); !written.ok())
    return makeJudgement(VerdictKind::refused, {"No load can be moved: %1.", said(written.error())});
  assumeRegisters(plan.assumptions, kernel);
  plan.reason = {"Each round of a loop loads the same element: of %1.", placesOf(kernel, instances.front().loads)};
  plan.write = [&kernel, instances](rewrite::Editor& changed, unsigned) -> Status {
    if (Status written = write(changed, kernel, instances); !written.ok()) return written;
    return leaveRegisters(changed, kernel);
  };
  return plan;
}

class Hoist final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Load once what rounds of loops in %1 load again", code(kernel.models.front().name)};
  }
  KernelPlan planOf(const KernelContext& context) const override { return hoisting(context.kernel()); }
};

}  // namespace

std::unique_ptr<const Pass> makeHoist() {
  return std::make_unique<Hoist>();
}

}  // namespace warpwright::passes
