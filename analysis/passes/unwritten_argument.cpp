#include "analysis/passes/unwritten_argument.h"

#include <clang/AST/Decl.h>

#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/proof/facts.h"

namespace warpwright::passes {

std::optional<Judgement> judgeUnwritten(const KernelModel& model, const clang::ParmVarDecl& argument,
                                        const Message& whose, std::vector<Assumption>& assumptions) {
  return judgeUnwritten(model, memoryBehind(model, argument), argument.getNameAsString(), whose, assumptions);
}

std::optional<Judgement> judgeUnwritten(const KernelModel& model, const MemoryObject* array, const std::string& name,
                                        const Message& whose, std::vector<Assumption>& assumptions) {
  using enum VerdictKind;
  if (!array || array->space != MemorySpace::global || array->isVolatile)
    return makeJudgement(unknown, {"What lies behind %1 is not known.", code(name)});
  for (const Access& access : model.accesses) {
    if (access.kind == AccessKind::read) continue;
    if (!access.object.isValid())
      return makeJudgement(unknown, {"What %1 writes is not known: it may be %2.", lineText(access.line), code(name)});
    const MemoryObject& written = model.object(access.object);
    if (written.id == array->id)
      return makeJudgement(refused, {"%1 writes %2%3.", capitalised(lineText(access.line)), code(name), whose});
    const bool areVariables =
        written.space == MemorySpace::global && written.argumentIndex < 0 && array->argumentIndex < 0;
    const bool mayMeet = written.space == MemorySpace::global || written.space == MemorySpace::generic;
    if (mayMeet && !areVariables) addAssumptions(assumptions, {proof::disjointAssumption(*array, written)});
  }
  if (!array->neverWritten) return makeJudgement(unknown, {"Whether %1 is written is not known.", code(name)});
  return std::nullopt;
}

std::optional<Judgement> judgeOthersWrites(const KernelModel& model) {
  using enum VerdictKind;
  if (auto judged = judgeCalls(model, "what others write", true)) return judged;
  for (const Access& access : model.accesses) {
    if (access.kind == AccessKind::atomic)
      return makeJudgement(refused, {"The atomic operation at %1 may order what others write.", lineText(access.line)});
    if (auto judged = judgeVolatile(model, access)) return judged;
  }
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind == Barrier::Kind::other)
      return makeJudgement(unknown, {"%1 at %2 is a barrier of another kind, not understood yet.", code(barrier.text),
                                     lineText(barrier.line)});
  }
  return std::nullopt;
}

}  // namespace warpwright::passes
