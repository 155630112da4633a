#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/proof/proof.h"
#include "analysis/proof/wording.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// What was decided about one question, in one model of a kernel or in all of them.
struct Judgement {
  VerdictKind verdict = VerdictKind::unknown;
  Message reason;
  std::vector<Assumption> assumptions;
  std::vector<Evidence> evidence;
  double seconds = 0;   ///< spent on proofs
  size_t leftOpen = 0;  ///< models of those that were conjoined that leave it open

  /// Adds what a proof rests on and shows, and its time; the verdict stays.
  void take(const proof::Answer& answer);

  /// The conjunction with the verdict of the kernel's model `index`: one refusal refuses, one
  /// unknown leaves it open. A reason names its model where there are several.
  void conjoin(Judgement one, const model::ParsedKernel& kernel, size_t index);

  /// No further model changes enough to be asked: it is refused, or so many models leave it open that whether another
  /// refuses it is not looked for.
  bool isDecided() const;

  /// Hands verdict, reason, what it rests on and the time to what is shown. Assumptions are what a
  /// change would rest on: where none is offered there are none.
  void moveTo(Opportunity& shown);
};

Judgement makeJudgement(VerdictKind verdict, Message reason);

/// Why a model tells too little for any change: the kernel has errors, or is not understood. Nothing: it tells enough.
std::optional<Judgement> judgeRead(const KernelModel& model);
/// The same, and whether calls may order what the kernel does with memory, or touch any. `ordered`: what a fence may
/// order, for the words. `needsAll`: of other calls but those of a warp it must be known what they do, too.
std::optional<Judgement> judgeCalls(const KernelModel& model, const Message& ordered, bool needsAll);
/// Why a change that rests on all launches is not known to be right: not every one is known. Nothing: each is.
std::optional<Judgement> judgeOpenLaunches(const model::ParsedKernel& kernel);
/// Refuses a change of what waits for others, or may: the access is volatile.
std::optional<Judgement> judgeVolatile(const KernelModel& model, const Access& access);

/// Takes out of a list what some model of the kernel is against, and gives why: of one that is not understood, where
/// there is one. `judge(model, one, assumptions)` gives that, and adds what it rests on where nothing is against it.
template <typename One, typename Judge>
std::optional<Judgement> dropRefused(const model::ParsedKernel& kernel, std::vector<One>& all,
                                     std::vector<Assumption>& assumptions, const Judge& judge) {
  std::optional<Judgement> why;
  std::erase_if(all, [&](const One& one) {
    std::vector<Assumption> rests = assumptions;
    for (const KernelModel& model : kernel.models) {
      std::optional<Judgement> judged = judge(model, one, rests);
      if (!judged) continue;
      if (!why || judged->verdict == VerdictKind::unknown) why = std::move(judged);
      return true;
    }
    assumptions = std::move(rests);
    return false;
  });
  return why;
}

/// "a, b and c".
Message listed(const std::vector<Message>& texts);

/// The finding is not to be made after all: what a change would rest on, and its parameters, go with it.
void turnDown(Opportunity& finding, VerdictKind verdict, Message reason);

/// The verdict that an answer stands for where the question is "may it move?".
VerdictKind verdictOf(proof::Answer::Kind kind);

}  // namespace warpwright::passes
