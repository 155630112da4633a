// A load that threads make behind a barrier is made in front of it, where its address is known there: while threads
// wait for each other, and do what comes first behind the barrier, it is on its way.
//
//   Before                                    After
//     tile[ty][tx] = a[row * n + tx];           tile[ty][tx] = a[row * n + tx];
//                                               const float c_value = c[row * n + col];
//     __syncthreads();                          __syncthreads();
//     float sum = 0;                            float sum = 0;
//     for (int k = 0; k < 16; ++k)              for (int k = 0; k < 16; ++k)
//       sum += tile[ty][k] * b[k * n + col];      sum += tile[ty][k] * b[k * n + col];
//     c[row * n + col] -= sum;                  c[row * n + col] = c_value - sum;
//
// Applies to a number behind a pointer argument that a statement of the kernel's outermost block loads in any case, at
// a place made of what stays the same from the barrier on. Until there the kernel writes nothing of that memory: what
// it writes elsewhere is assumed to lie apart, and what it writes later comes later for all threads that do not race.
//
// Refuses loads that a thread may pass over or leave the kernel before; memory that is written in front of the load;
// atomics, volatile memory and fences anywhere in the kernel; places that a macro spells. Unknown where a call may
// touch anything, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/load_ahead/early_load_writer.h"
#include "analysis/passes/load_ahead/early_loads.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/passes/unwritten_argument.h"
#include "analysis/proof/facts.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "load_ahead",
                                    .title = "Load before waiting",
                                    .stepName = "loads in front of barriers",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // registers for loads on their way
  return pass;
}

/// What can be loaded ahead in one instance of the kernel.
struct InstancePlan {
  const clang::FunctionDecl* instance = nullptr;
  std::vector<rewrite::EarlyLoad> loads;
};

Judgement refuse(const Message& why) {
  return makeJudgement(VerdictKind::refused, {"No load can be made earlier: %1.", why});
}

/// Why the element may be another in front of the barrier; nothing: it is the same there. Adds what that rests on.
std::optional<Judgement> judgeLoad(const model::ParsedKernel& kernel, const KernelModel& model,
                                   const rewrite::EarlyLoad& load, std::vector<Assumption>& assumptions) {
  using enum VerdictKind;
  const std::string name = load.array->getNameAsString();
  const MemoryObject* array = memoryBehind(model, *load.array);
  if (!array || array->space != MemorySpace::global || array->isVolatile)
    return makeJudgement(unknown, {"What lies behind %1 is not known.", code(name)});
  const uint32_t first = rewrite::positionAt(*kernel.unit, load.statement->getBeginLoc()).line;
  for (const Access& access : model.accesses) {
    if (access.kind == AccessKind::read) continue;
    const uint32_t line = access.inlinedAt.empty() ? access.line : access.inlinedAt.back().line;
    if (line >= first) continue;  // the statement itself loads before it stores
    if (!access.object.isValid())
      return makeJudgement(unknown, {"What %1 writes is not known: it may be %2.", lineText(line), code(name)});
    const MemoryObject& written = model.object(access.object);
    if (written.id == array->id)
      return makeJudgement(
          refused, {"%1 writes %2 before %3 loads it.", capitalised(lineText(line)), code(name), lineText(first)});
    const bool mayMeet = written.space == MemorySpace::global || written.space == MemorySpace::generic;
    if (mayMeet) addAssumptions(assumptions, {proof::disjointAssumption(*array, written)});
  }
  return std::nullopt;
}

std::optional<Judgement> dropWritten(const model::ParsedKernel& kernel, std::vector<rewrite::EarlyLoad>& loads,
                                     std::vector<Assumption>& assumptions) {
  return dropRefused(kernel, loads, assumptions,
                     [&](const KernelModel& model, const rewrite::EarlyLoad& load, std::vector<Assumption>& rests) {
                       return judgeLoad(kernel, model, load, rests);
                     });
}

bool isWritten(const model::ParsedKernel& kernel, const std::vector<rewrite::EarlyLoad>& loads) {
  return std::any_of(loads.begin(), loads.end(), [&](const rewrite::EarlyLoad& load) {
    return std::any_of(kernel.models.begin(), kernel.models.end(), [&](const KernelModel& model) {
      const MemoryObject* array = memoryBehind(model, *load.array);
      return !array || !array->neverWritten;
    });
  });
}

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const std::vector<InstancePlan>& instances) {
  return writeAgreed(editor, instances.size(),
                     [&](size_t i) { return rewrite::writeEarlyLoads(editor, instances[i].loads, *kernel.pattern); });
}

class LoadAhead final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Load what %1 needs before it waits", code(kernel.models.front().name)};
  }

  /// Offered where a load could be made earlier, or is said why not.
  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    rewrite::Editor editor(*kernel.unit);
    KernelPlan plan = makeJudgement(VerdictKind::applicable, "");
    std::vector<InstancePlan> instances;
    std::optional<Judgement> why;
    bool writesThem = false;  // memory of which they are
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      Result<rewrite::EarlyLoads> found = rewrite::findEarlyLoads(editor, *instance);
      if (!found.ok())
        return makeJudgement(VerdictKind::unknown, {"No load can be made earlier: %1.", said(found.error())});
      if (!found->why.empty()) why = refuse(found->why);
      if (auto written = dropWritten(kernel, found->loads, plan.assumptions)) why = std::move(written);
      writesThem = writesThem || isWritten(kernel, found->loads);
      instances.push_back({instance, std::move(found->loads)});
    }
    const auto isEmpty = [](const InstancePlan& one) { return one.loads.empty(); };
    if (instances.empty() || std::any_of(instances.begin(), instances.end(), isEmpty)) {
      if (why) return *std::move(why);
      const Message none("No load behind a barrier can be made in front of it.");
      if (std::all_of(instances.begin(), instances.end(), isEmpty)) return nothingToDo(none);
      return makeJudgement(VerdictKind::refused, none);
    }
    for (const KernelModel& model : kernel.models) {
      if (auto judged = judgeOthersWrites(model)) return *std::move(judged);
    }
    if (Status written = write(editor, kernel, instances); !written.ok()) return refuse(said(written.error()));
    plan.reason = {"Threads know what they load before they wait: %1.", placesOf(kernel, instances.front().loads)};
    assumeRegisters(plan.assumptions, kernel);
    plan.write = [&kernel, instances](rewrite::Editor& changed, unsigned) -> Status {
      if (Status written = write(changed, kernel, instances); !written.ok()) return written;
      return leaveRegisters(changed, kernel);
    };
    if (writesThem) {
      // What another thread writes behind the load comes behind a barrier, or they race.
      if (auto raced = judgeSeenRaces(context)) return *std::move(raced);
      plan.assumptions.push_back(noRaces(Apart::threadsBetweenBarriers));
    }
    return plan;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeLoadAhead() {
  return std::make_unique<LoadAhead>();
}

}  // namespace warpwright::passes
