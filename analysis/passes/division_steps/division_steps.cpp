// A quotient or remainder of a loop's counter follows from that of the round before: a sum and a comparison in place of
// a division, for which GPUs have no instruction.
//
//   Before                                        After
//                                                   const int i_first = blockIdx.x * n;
//                                                   const bool i_stepped = i_first >= 0 && i_first < end && n > 0;
//                                                   int i_remainder = i_stepped ? i_first % n : 0;
//     for (int i = blockIdx.x * n; i < end; ++i) {   for (int i = i_first; i < end; ++i) {
//       out[i] = in[i % n];                           out[i] = in[(i_stepped ? i_remainder : i % n)];
//                                                     if (i_stepped) {
//                                                       if (++i_remainder == n) i_remainder = 0;
//                                                     }
//     }                                             }
//
// Where the loop counts by more (`i += stride`), quotient and remainder of the stride are added, and one quotient more
// where the remainder comes past the divisor. A quotient that is divided again, (i / w) % h, is carried alike.
//
// Exact for whole numbers of which none is negative, zero where it divides, or too large on the way. All of this is
// asked once, in front of the loop; where it does not hold, rounds divide as they did. So nothing is computed that the
// original leaves open, or computes otherwise.
//
// Applies when a `for` loop of the kernel counts up by a number that stays the same, and divides its counter, the
// counter and such a number, or a quotient of those, by one. Refuses divisors that are constants (compilers multiply),
// or may change in the loop; other steps; counters that may become too large where that cannot be asked; loops of one
// round; kernels that ask which threads are active. Unknown where the kernel was not understood, and whether nvcc
// rounds the same: the code of both is compared.

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/division_steps/counter_divisions.h"
#include "analysis/passes/division_steps/division_writer.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "division_steps",
                                    .title = "Step quotients and remainders along a loop",
                                    .stepName = "divisions by steps",
                                    .inputs = {.launches = false, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // registers, and divisions in front of the loop
  return pass;
}

/// What can be changed in one instance of the kernel.
struct InstancePlan {
  const clang::FunctionDecl* instance = nullptr;
  std::vector<rewrite::DividingLoop> loops;
};

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const std::vector<InstancePlan>& instances) {
  const Status written = writeAgreed(editor, instances.size(), [&](size_t i) {
    return rewrite::writeDivisionSteps(editor, instances[i].loops, *instances[i].instance, *kernel.pattern);
  });
  return written.ok() ? leaveRegisters(editor, kernel) : written;
}

Message placesOf(const model::ParsedKernel& kernel, const std::vector<rewrite::DividingLoop>& loops) {
  std::vector<Message> places;
  for (const rewrite::DividingLoop& loop : loops) {
    const uint32_t line = rewrite::positionAt(*kernel.unit, loop.head.statement->getForLoc()).line;
    places.push_back(Message("%1 at %2", code(loop.head.counter->getNameAsString()), lineText(line)));
  }
  return listed(places);
}

KernelPlan divisionsStepped(const model::ParsedKernel& kernel) {
  using enum VerdictKind;
  const auto refuse = [](const Message& why) { return makeJudgement(refused, {"No division can go: %1.", why}); };
  rewrite::Editor editor(*kernel.unit);
  std::vector<InstancePlan> instances;
  Message why;
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::DividingLoops> found = rewrite::findDividingLoops(editor, *instance);
    if (!found.ok()) return makeJudgement(unknown, {"No division can go: %1.", said(found.error())});
    if (!found->why.empty()) why = found->why;
    instances.push_back({instance, std::move(found->loops)});
  }
  const auto isEmpty = [](const InstancePlan& one) { return one.loops.empty(); };
  if (instances.empty() || std::ranges::any_of(instances, isEmpty)) {
    if (!why.empty()) return refuse(why);
    return nothingToDo("No loop divides its counter by a number that stays the same.");
  }
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeRead(model)) return *std::move(judged);
    // Threads of a warp part where some divide and others do not.
    for (const OpaqueCall& call : model.calls) {
      if (call.name.find("activemask") != std::string::npos)
        return refuse(
            {"which threads %1 at %2 finds together is the compiler's choice", code(call.name), lineText(call.line)});
    }
  }
  if (Status written = write(editor, kernel, instances); !written.ok()) return refuse(said(written.error()));
  KernelPlan plan = makeJudgement(applicable, "");
  plan.reason = {"Rounds of a loop divide what goes up evenly: %1.", placesOf(kernel, instances.front().loops)};
  assumeRegisters(plan.assumptions, kernel);
  plan.write = [&kernel, instances](rewrite::Editor& changed, unsigned) { return write(changed, kernel, instances); };
  return plan;
}

class DivisionSteps final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Step quotients and remainders along loops of %1", code(kernel.models.front().name)};
  }
  KernelPlan planOf(const KernelContext& context) const override { return divisionsStepped(context.kernel()); }
};

}  // namespace

std::unique_ptr<const Pass> makeDivisionSteps() {
  return std::make_unique<DivisionSteps>();
}

}  // namespace warpwright::passes
