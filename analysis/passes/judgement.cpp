#include "analysis/passes/judgement.h"

#include "analysis/passes/assumptions.h"

namespace warpwright::passes {

void Judgement::take(const proof::Answer& answer) {
  seconds += answer.seconds;
  addAssumptions(assumptions, answer.assumptions);
  evidence.insert(evidence.end(), answer.evidence.begin(), answer.evidence.end());
}

void Judgement::conjoin(Judgement one, const model::ParsedKernel& kernel, size_t index) {
  using enum VerdictKind;
  const double total = seconds + one.seconds;
  const size_t open = leftOpen + (one.verdict == unknown ? 1 : 0);
  if (one.verdict == applicable) {
    addAssumptions(assumptions, one.assumptions);
  } else if (verdict == applicable || (verdict == unknown && one.verdict == refused)) {
    if (kernel.models.size() > 1) {
      one.reason = {"For %1: %2", nameOfModel(kernel.models[index]), Message(one.reason)};
    }
    *this = std::move(one);
  }
  seconds = total;
  leftOpen = open;
}

bool Judgement::isDecided() const {
  constexpr size_t enough = 8;
  return verdict == VerdictKind::refused || (verdict == VerdictKind::unknown && leftOpen >= enough);
}

void Judgement::moveTo(Opportunity& shown) {
  if (verdict != VerdictKind::applicable) assumptions.clear();
  shown.verdict = verdict;
  shown.reason = std::move(reason);
  shown.assumptions = std::move(assumptions);
  shown.evidence = std::move(evidence);
  shown.proofSeconds = seconds;
}

Message listed(const std::vector<Message>& texts) {
  Message list;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) list += i + 1 == texts.size() ? " and " : ", ";
    list += texts[i];
  }
  return list;
}

Judgement makeJudgement(VerdictKind verdict, Message reason) {
  return {verdict, std::move(reason), {}, {}, 0};
}

std::optional<Judgement> judgeRead(const KernelModel& model) {
  using enum VerdictKind;
  if (model.hasErrors)
    return makeJudgement(unknown, "The kernel has errors: nothing in it is changed until they are gone.");
  if (!model.unknownReason.empty())
    return makeJudgement(unknown, {"Cannot tell what the kernel does: %1.", model.unknownReason});
  return std::nullopt;
}

std::optional<Judgement> judgeCalls(const KernelModel& model, const Message& ordered, bool needsAll) {
  using enum VerdictKind;
  if (auto judged = judgeRead(model)) return judged;
  for (const OpaqueCall& call : model.calls) {
    if (call.name.find("fence") != std::string::npos)
      return makeJudgement(refused, {"The memory fence at %1 may order %2.", lineText(call.line), ordered});
    if (call.touchesMemory)
      return makeJudgement(unknown, {"%1 at %2 may touch any memory.", code(call.name), lineText(call.line)});
    if (needsAll && !call.isWarpCollective)
      return makeJudgement(unknown, {"What %1 at %2 does is not known.", code(call.name), lineText(call.line)});
  }
  return std::nullopt;
}

std::optional<Judgement> judgeOpenLaunches(const model::ParsedKernel& kernel) {
  if (kernel.openLaunches.empty()) return std::nullopt;
  return makeJudgement(VerdictKind::unknown, {"Not every launch is known: %1.", kernel.openLaunches});
}

std::optional<Judgement> judgeVolatile(const KernelModel& model, const Access& access) {
  if (!access.isVolatile && !(access.object.isValid() && model.object(access.object).isVolatile)) return std::nullopt;
  return makeJudgement(VerdictKind::refused, {"The volatile access at %1 may wait for others.", lineText(access.line)});
}

VerdictKind verdictOf(proof::Answer::Kind kind) {
  if (kind == proof::Answer::Kind::holds) return VerdictKind::applicable;
  return kind == proof::Answer::Kind::violated ? VerdictKind::refused : VerdictKind::unknown;
}

void turnDown(Opportunity& finding, VerdictKind verdict, Message reason) {
  finding.isDecidedWhenMade = false;
  finding.verdict = verdict;
  finding.reason = std::move(reason);
  finding.assumptions.clear();
  finding.parameters.clear();
}

}  // namespace warpwright::passes
