// Shared memory that each thread uses as an array of its own becomes a local array (CGO'15 §3.1.2).
//
//   Before                                              After
//     __shared__ unsigned stack[4 * NT];                  unsigned stack[4];
//     ...                                                 ...
//     stack[top * NT + threadIdx.x] = mask;               stack[top] = mask;
//     mask = stack[(top - 1) * NT + threadIdx.x];         mask = stack[top - 1];
//
// Applies when it is proved, for every instantiation and block shape, that no thread reads what another one wrote, that
// each subscript parts into the thread's place and a slot which the source spells (`top`), and that the slot stays
// below the extent of the new array. The slot may be decided while the kernel runs. Elements may be handed to device
// functions by reference or address as long as these keep to the element; where a thread's slots lie side by side
// (`s[tid][e]`, `s[tid * K + e]`), pointers may walk over them. Refuses when a mention does not part (an address of
// several threads' elements, sizeof of the array, a lambda, a macro body), for atomics, volatile and dynamic shared
// memory, and where registers do (shared_to_register).
//
// Map: verdicts of all models together (judgeAll), words for the user (judge); the layout is read in local_rewrite.h,
// checked against the kernel model in slot_layout.h, and judged in local_judgement.h.

#include <algorithm>

#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/local_judgement.h"
#include "analysis/passes/placement/placement_pass.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "shared_to_local",
                                    .title = "Shared array to local memory",
                                    .stepName = "`{subject}`→local",
                                    .place = "Local memory",
                                    .family = Family::placement,
                                    .nearness = 2,
                                    .inputs = {.launches = false, .hostCode = false, .device = true},
                                    .tunable = Tunable::placement};
  return pass;
}

constexpr uint64_t mostBytes = 16 * 1024;  // of a thread: local memory of all resident threads shares the caches

class SharedToLocal final : public PlacementPass {
 public:
  const PassDescription& about() const override { return description(); }

 protected:
  Judgement judge(const Question& question, Opportunity& shown, Rewrite& edits) const override {
    const MemoryObject& object = question.object;
    shown.title = {"Keep %1 in local memory", code(object.name)};
    LocalJudgement found = judgeAll(question);
    Judgement& all = found.judgement;
    if (all.verdict != VerdictKind::applicable) return all;

    const LocalPlan& plan = *found.plan;
    Result<Rewrite> written = rewriteAsLocal(question.kernel(), object, plan);
    const uint64_t bytes = plan.slots * object.elementBytes;
    if (!written.ok()) {
      all.verdict = VerdictKind::refused;
      all.reason = {"Private to its thread, but %1.", said(written.error())};
      return all;
    }
    if (bytes > mostBytes) {
      all.verdict = VerdictKind::refused;
      all.reason = {"Private to its thread, but a thread would need %1 bytes for it.", bytes};
      return all;
    }
    edits = std::move(written).value();
    const std::vector<Evidence> touches = whoTouches(question.kernel(), object, "its own element");
    all.evidence.insert(all.evidence.begin(), touches.begin(), touches.end());
    all.reason = {"Private to its thread: %1 only the thread's own %2 of %3.", linesOf(touches),
                  plan.slots == 1 ? "element" : std::to_string(plan.slots) + " elements", code(object.name)};
    shown.estimate.inputs["local_bytes"] = static_cast<double>(bytes);
    assumeBlockShapes(all.assumptions, question.kernel().models);
    assumeSharedFits(all.assumptions, question.kernel());
    assumeRegisters(all.assumptions, question.kernel());
    return all;
  }

 private:
  // The conjunction over all instantiations and block shapes: one refusal refuses, one unknown leaves it open.
  static LocalJudgement judgeAll(const Question& question) {
    const model::ParsedKernel& kernel = question.kernel();
    const MemoryObject& object = question.object;
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const MemoryObject* same = sameObject(kernel.models[i], object);
      if (!same) continue;  // this instantiation leaves the variable out
      all.conjoin(judgePrivate(question.context, i, *same, "a local array needs a fixed size"), kernel, i);
      if (all.isDecided()) break;
    }
    if (all.verdict != VerdictKind::applicable) return {std::move(all), std::nullopt, false, {}};

    LocalJudgement found = judgeLocal(question.context, object, std::move(all));
    Judgement& judged = found.judgement;
    if (judged.verdict == VerdictKind::applicable && found.isLiteral &&
        question.others.applies("shared_to_register", object)) {
      judged.verdict = VerdictKind::refused;
      judged.reason = "Private to its thread, and registers can hold it, which are faster: see shared_to_register.";
    }
    return found;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeSharedToLocal() {
  return std::make_unique<SharedToLocal>();
}

}  // namespace warpwright::passes
