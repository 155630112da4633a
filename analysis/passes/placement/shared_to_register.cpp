// Shared memory that no two threads share becomes a variable of the thread (CGO'15 §3.1.1).
//
//   Before                                      After
//     __shared__ int result[BLOCK_SIZE];          int result;
//     ...                                         ...
//     result[tx] = shortest + wall[index];        result = shortest + wall[index];
//     __syncthreads();                            __syncthreads();
//     prev[tx] = result[tx];                      prev[tx] = result;
//
// Applies when it is proved, for every instantiation and block shape of the kernel, that no thread reads what another
// one wrote, and that each access keeps to a slot which is a literal: one slot becomes a scalar, several become an
// array with literal subscripts: by the step of a loop that counts them, or as the source spells them
// (local_judgement.h). Barriers stay: what else they order is the question of redundant_barrier. Refuses when a
// register cannot serve a mention (an address, a reference, an atomic, sizeof of the array, a lambda), when the slot
// depends on data (that is shared_to_local), and for volatile and dynamic shared memory.
//
// An array that threads share may still be their own over a run of statements: owned_registers.h.
//
// Map: verdicts of one model (judgeModel), of all models together (judgeAll), words for the user (judge), and the edits
// (register_rewrite.h).

#include <algorithm>

#include "analysis/passes/access_evidence.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/element_slots.h"
#include "analysis/passes/placement/local_judgement.h"
#include "analysis/passes/placement/owned_registers.h"
#include "analysis/passes/placement/placement_pass.h"
#include "analysis/passes/placement/register_rewrite.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "shared_to_register",
                                    .title = "Shared array to registers",
                                    .stepName = "`{subject}`→register",
                                    .place = "Registers",
                                    .family = Family::placement,
                                    .nearness = 1,
                                    .inputs = {.launches = false, .hostCode = false, .device = true},
                                    .tunable = Tunable::promotion};
  return pass;
}

struct RegisterJudgement : Judgement {
  ElementSlots slots;
  bool areLiteral =
      false;  ///< by proof, slots are literals once loops are unrolled, though they may follow no simple step
};

RegisterJudgement judgeModel(const KernelContext& context, size_t index, const MemoryObject& object) {
  using enum VerdictKind;
  const KernelModel& model = context.kernel().models[index];
  RegisterJudgement judgement{judgePrivate(context, index, object, "a register array needs a fixed size"), {}, false};
  if (judgement.verdict != applicable) return judgement;

  const proof::Slots slots = context.slotsOf(index, object.id);
  judgement.take(slots.answer);
  if (slots.answer.kind != proof::Answer::Kind::holds) {
    judgement.verdict =
        unknown;  // private, but where each thread keeps it was not found: never a proof of the contrary
    judgement.reason = slots.answer.reason;
    return judgement;
  }
  // Accesses of several sizes (p[t] and p[t].x) are no hindrance as long as each stays inside one element.
  const bool isDynamic = std::any_of(slots.slotOfAccess.begin(), slots.slotOfAccess.end(),
                                     [](const std::vector<uint64_t>& places) { return places.empty(); });
  if (isDynamic || (!slots.constantSlots && !slots.mixedSizes)) {
    judgement.verdict = refused;
    Message where;
    size_t position = 0;
    for (const Access& access : model.accesses) {
      if (access.object != object.id) continue;
      if (position < slots.slotOfAccess.size() && slots.slotOfAccess[position].empty() && where.empty()) {
        where = lineText(access.line) + " picks the element of " + code(object.name) + " while it runs";
      }
      ++position;
    }
    if (where.empty()) where = "the element of " + code(object.name) + " is picked while it runs";
    judgement.reason = "Private to its thread, but " + where +
                       ", so it needs local memory (shared_to_local): registers have no subscript.";
    return judgement;
  }
  judgement.areLiteral = true;
  judgement.slots = elementSlots(model, object.id, slots);
  if (judgement.slots.problem.empty() && judgement.slots.count == 0) judgement.slots.problem = "no access is ever made";
  if (!judgement.slots.problem.empty()) {
    judgement.verdict = refused;
    const Message at = judgement.slots.problemLine ? " at " + lineText(judgement.slots.problemLine) : Message();
    judgement.reason = {"Private to its thread, but%1 %2.", at, judgement.slots.problem};
  }
  return judgement;
}

/// An array as a whole.
class WholeArrays final : public PlacementPass {
 public:
  const PassDescription& about() const override { return description(); }

 protected:
  Judgement judge(const Question& question, Opportunity& shown, Rewrite& edits) const override {
    std::vector<ElementSlots> slots;
    bool areLiteral = true;
    shown.title = {"Keep %1 in a register", code(question.object.name)};
    Judgement all = judgeAll(question, slots, areLiteral);
    if (all.verdict == VerdictKind::applicable) asNumbered(question, slots, all, shown, edits);
    if (all.verdict == VerdictKind::refused && areLiteral) asSpelled(question, all, shown, edits);
    return all;
  }

 private:
  // Registers numbered one after another, by a step of each loop.
  static void asNumbered(const Question& question, const std::vector<ElementSlots>& slots, Judgement& all,
                         Opportunity& shown, Rewrite& edits) {
    const MemoryObject& object = question.object;
    const uint32_t count = slots.front().count;
    const uint64_t registers = registersOf(count, object);
    shown.estimate.inputs["registers"] = static_cast<double>(registers);
    if (registers > question.context.device().maxRegistersPerThread / 2) {
      all.verdict = VerdictKind::refused;
      all.reason = "Private to its thread, but a thread would need " + std::to_string(registers) +
                   " registers for it, more than half of what it can have.";
      return;
    }
    Result<Rewrite> written = rewriteAsRegisters(question.kernel(), object.id, slots);
    if (!written.ok()) {
      all.verdict = VerdictKind::refused;
      all.reason = {"Private to its thread, but %1.", said(written.error())};
      return;
    }
    edits = std::move(written).value();
    describe(question, count, all, shown);
  }

  // Slots that are literals in every round, but follow no simple step, `(r + 1) & 1`: the source's own subscripts say
  // which it is, as for a local array, and once its loops are unrolled they are literals. Leaves all as it is where
  // that fails.
  static void asSpelled(const Question& question, Judgement& all, Opportunity& shown, Rewrite& edits) {
    const model::ParsedKernel& kernel = question.kernel();
    const MemoryObject& object = question.object;
    if (!checkRegisterUses(kernel, object).ok()) return;
    Judgement privacy = makeJudgement(VerdictKind::applicable, "");
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const MemoryObject* same = sameObject(kernel.models[i], object);
      if (!same) continue;
      Judgement one = judgePrivate(question.context, i, *same, "");
      one.take(question.context.slotsOf(i, same->id).answer);
      privacy.conjoin(std::move(one), kernel, i);
      if (privacy.isDecided()) return;
    }
    if (privacy.verdict != VerdictKind::applicable) return;
    LocalJudgement found = judgeLocal(question.context, object, std::move(privacy));
    if (found.judgement.verdict != VerdictKind::applicable || !found.isLiteral) return;
    const uint64_t registers = registersOf(found.plan->slots, object);
    if (registers > question.context.device().maxRegistersPerThread / 2) return;
    Result<Rewrite> written = rewriteAsLocal(kernel, object, *found.plan, found.loops);
    if (!written.ok()) return;
    all = std::move(found.judgement);
    edits = std::move(written).value();
    shown.estimate.inputs["registers"] = static_cast<double>(registers);
    describe(question, found.plan->slots, all, shown);
  }

  static uint64_t registersOf(uint64_t elements, const MemoryObject& object) {
    return elements * ((object.elementBytes + 3) / 4);
  }

  static void describe(const Question& question, uint64_t count, Judgement& all, Opportunity& shown) {
    const MemoryObject& object = question.object;
    if (count > 1) shown.title = {"Keep %1 in %2 registers", code(object.name), count};
    const std::vector<Evidence> touches = whoTouches(question.kernel(), object, "its own element");
    all.evidence.insert(all.evidence.begin(), touches.begin(), touches.end());
    all.reason = {"Private to its thread: %1 only the thread's own element%2 of %3.", linesOf(touches),
                  count > 1 ? "s" : "", code(object.name)};
    assumeBlockShapes(all.assumptions, question.kernel().models);
    assumeSharedFits(all.assumptions, question.kernel());
    assumeRegisters(all.assumptions, question.kernel());
  }

  // Over all instantiations and block shapes; `slots` of those that have the object.
  static Judgement judgeAll(const Question& question, std::vector<ElementSlots>& slots, bool& areLiteral) {
    const model::ParsedKernel& kernel = question.kernel();
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      // One that is refused may do as it is spelled, where some model shows that it is no literal.
      if (all.isDecided() && !(areLiteral && all.verdict == VerdictKind::refused)) break;
      const MemoryObject* same = sameObject(kernel.models[i], question.object);
      if (!same) continue;  // this instantiation leaves the variable out
      RegisterJudgement one = judgeModel(question.context, i, *same);
      areLiteral = areLiteral && one.areLiteral;
      if (one.verdict == VerdictKind::applicable) slots.push_back(std::move(one.slots));
      all.conjoin(std::move(one), kernel, i);
    }
    if (all.verdict == VerdictKind::applicable && !agree(slots)) {
      all.verdict = VerdictKind::refused;
      all.reason = "Private to its thread, but its instantiations or launches keep it in different slots.";
    }
    return all;
  }

  // Merges what each model knows of the mentions into the first; false where two of them differ.
  static bool agree(std::vector<ElementSlots>& slots) {
    ElementSlots& first = slots.front();
    for (size_t i = 1; i < slots.size(); ++i) {
      if (slots[i].count != first.count) return false;
      for (const auto& [at, slot] : slots[i].uses) {
        const auto [known, isNew] = first.uses.emplace(at, slot);
        if (!isNew && known->second != slot) return false;
      }
    }
    return true;
  }
};

class SharedToRegister final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    std::vector<Opportunity> found = arrays_.find(context);
    for (Opportunity& owned : findOwned(context)) found.push_back(std::move(owned));
    return found;
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    Result<Rewrite> whole = arrays_.rewrite(context, opportunity, values);
    if (whole.ok() || whole.error().kind != ErrorKind::stale) return whole;
    return rewriteOwned(context, opportunity);
  }

  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    return arrays_.mayRoundOtherwise(kernel);
  }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }
  bool assumesRounding() const override { return true; }

 private:
  WholeArrays arrays_;
};

}  // namespace

std::unique_ptr<const Pass> makeSharedToRegister() {
  return std::make_unique<SharedToRegister>();
}

}  // namespace warpwright::passes
