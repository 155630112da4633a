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
// array with literal subscripts. Barriers stay: what else they order is the question of redundant_barrier.
// Refuses when a register cannot serve a mention (an address, a reference, an atomic, sizeof of the array, a lambda),
// when the slot depends on data (that is shared_to_local), and for volatile and dynamic shared memory.
//
// Map: verdicts of one model (judge), of all models together (find), words for the user (describe), and the edits
// (register_rewrite.h).

#include <algorithm>
#include <map>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/element_slots.h"
#include "analysis/passes/kernel_proofs.h"
#include "analysis/passes/placement.h"
#include "analysis/passes/register_rewrite.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"shared_to_register", "Shared memory to registers"};

struct RegisterJudgement : Judgement {
  ElementSlots slots;
};

RegisterJudgement judge(const KernelModel& model, const MemoryObject& object, KernelProofs& proofs, size_t index) {
  using enum VerdictKind;
  RegisterJudgement judgement{judgePrivate(model, object, proofs, index, "a register array needs a fixed size"), {}};
  if (judgement.verdict != applicable) return judgement;

  const proof::Slots slots = proofs.of(index).slotsOf(object.id);
  judgement.take(slots.answer);
  if (slots.answer.kind != proof::Answer::Kind::holds) {
    judgement.verdict = unknown;  // private, but where each thread keeps it was not found: never a proof of the contrary
    judgement.reason = slots.answer.reason;
    return judgement;
  }
  // Accesses of several sizes (p[t] and p[t].x) are no hindrance as long as each stays inside one element.
  const bool isDynamic = std::any_of(slots.slotOfAccess.begin(), slots.slotOfAccess.end(),
                                     [](const std::vector<uint64_t>& places) { return places.empty(); });
  if (isDynamic || (!slots.constantSlots && !slots.mixedSizes)) {
    judgement.verdict = refused;
    std::string where;
    size_t position = 0;
    for (const Access& access : model.accesses) {
      if (access.object != object.id) continue;
      if (position < slots.slotOfAccess.size() && slots.slotOfAccess[position].empty() && where.empty()) {
        where = line(access.line) + " picks the element of " + code(object.name) + " while it runs";
      }
      ++position;
    }
    if (where.empty()) where = "the element of " + code(object.name) + " is picked while it runs";
    judgement.reason = "Private to its thread, but " + where +
                       ", so it needs local memory (shared_to_local): registers have no subscript.";
    return judgement;
  }
  judgement.slots = elementSlots(model, object.id, slots);
  if (judgement.slots.problem.empty() && judgement.slots.count == 0) judgement.slots.problem = "no access is ever made";
  if (!judgement.slots.problem.empty()) {
    judgement.verdict = refused;
    const std::string at = judgement.slots.problemLine ? " at " + line(judgement.slots.problemLine) : std::string();
    judgement.reason = "Private to its thread, but" + at + " " + judgement.slots.problem + ".";
  }
  return judgement;
}

class SharedToRegister final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device& device,
                                std::stop_token stop) const override {
    std::vector<Opportunity> found;
    std::map<std::string, int> ordinals;
    KernelProofs proofs(kernel, stop);
    for (const MemoryObject& object : kernel.models.front().objects) {
      if (object.space != MemorySpace::shared) continue;
      if (stop.stop_requested()) return {};
      found.push_back(look(kernel, object, ordinals[object.name]++, device, proofs).first);
    }
    std::stable_sort(found.begin(), found.end(), [](const Opportunity& a, const Opportunity& b) { return a.range < b.range; });
    return found;
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity, const ParameterValues&,
                          std::stop_token stop) const override {
    std::map<std::string, int> ordinals;
    for (const MemoryObject& object : kernel.models.front().objects) {
      if (object.space != MemorySpace::shared) continue;
      const int ordinal = ordinals[object.name]++;
      if (idOf(kernel, object, ordinal) != opportunity.id) continue;
      KernelProofs proofs(kernel, stop);
      auto [now, edits] = look(kernel, object, ordinal, Device{}, proofs);
      if (stop.stop_requested()) return cancelledError();
      if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
      return edits;
    }
    return Error{ErrorKind::stale, code(opportunity.subject) + " is no longer in " + code(opportunity.kernel) +
                                       ". Analyse the file again.", opportunity.range};
  }

 private:
  static std::string idOf(const model::ParsedKernel& kernel, const MemoryObject& object, int ordinal) {
    const KernelModel& model = kernel.models.front();
    return makeOpportunityId(std::string(kInfo.id), model.qualifiedName, model.signature, object.name, ordinal);
  }

  // The opportunity for one object, and the edits where it is applicable.
  static std::pair<Opportunity, Rewrite> look(const model::ParsedKernel& kernel, const MemoryObject& object,
                                              int ordinal, const Device& device, KernelProofs& proofs) {
    const KernelModel& model = kernel.models.front();
    Opportunity opportunity;
    opportunity.id = idOf(kernel, object, ordinal);
    opportunity.pass = kInfo.id;
    opportunity.kernel = model.name;
    opportunity.signature = model.signature;
    opportunity.subject = object.name;
    opportunity.range = object.declaration;
    opportunity.title = "Keep " + code(object.name) + " in a register";

    opportunity.estimate = accessEstimate(model, object);

    std::vector<ElementSlots> slots;
    RegisterJudgement all = judgeAll(kernel, object, slots, proofs);
    Rewrite edits;
    if (all.verdict == VerdictKind::applicable) {
      const uint32_t count = slots.front().count;
      if (count > 1) opportunity.title = "Keep " + code(object.name) + " in " + std::to_string(count) + " registers";
      const uint32_t registers = count * ((object.elementBytes + 3) / 4);
      Result<Rewrite> written = rewriteAsRegisters(kernel, object.id, slots);
      if (registers > device.maxRegistersPerThread / 2) {
        all.verdict = VerdictKind::refused;
        all.reason = "Private to its thread, but a thread would need " + std::to_string(registers) +
                     " registers for it, more than half of what it can have.";
      } else if (!written.ok()) {
        all.verdict = VerdictKind::refused;
        all.reason = "Private to its thread, but " + written.error().message + ".";
      } else {
        edits = std::move(written).value();
        const std::vector<Evidence> touches = whoTouches(model, object);
        all.evidence.insert(all.evidence.begin(), touches.begin(), touches.end());
        all.reason = "Private to its thread: " + linesOf(touches) + " only the thread's own element" +
                     (count > 1 ? "s" : "") + " of " + code(object.name) + ".";
        assumeBlockShapes(all.assumptions, kernel.models);
      }
      opportunity.estimate.inputs["registers"] = registers;
    }
    if (all.verdict != VerdictKind::applicable) all.assumptions.clear();  // they are what a change would rest on
    opportunity.verdict = all.verdict;
    opportunity.reason = std::move(all.reason);
    opportunity.assumptions = std::move(all.assumptions);
    opportunity.evidence = std::move(all.evidence);
    opportunity.proofSeconds = all.seconds;
    return {std::move(opportunity), std::move(edits)};
  }

  // The conjunction over all instantiations and block shapes: one refusal refuses, one unknown leaves it open.
  static RegisterJudgement judgeAll(const model::ParsedKernel& kernel, const MemoryObject& object,
                            std::vector<ElementSlots>& slots, KernelProofs& proofs) {
    RegisterJudgement all;
    all.verdict = VerdictKind::applicable;
    double seconds = 0;
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const KernelModel& model = kernel.models[i];
      const MemoryObject* same = sameObject(model, object);
      if (!same) continue;  // this instantiation leaves the variable out
      RegisterJudgement one = judge(model, *same, proofs, i);
      seconds += one.seconds;
      if (one.verdict == VerdictKind::applicable) {
        addAssumptions(all.assumptions, one.assumptions);
        slots.push_back(std::move(one.slots));
        continue;
      }
      const bool worse = all.verdict == VerdictKind::applicable ||
                         (all.verdict == VerdictKind::unknown && one.verdict == VerdictKind::refused);
      if (!worse) continue;
      if (kernel.models.size() > 1) {
        one.reason = "For " + nameOfModel(model) + ": " + one.reason;
      }
      all = std::move(one);
      if (all.verdict == VerdictKind::refused) break;
    }
    all.seconds = seconds;
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

}  // namespace

std::unique_ptr<const Pass> makeSharedToRegister() { return std::make_unique<SharedToRegister>(); }

}  // namespace warpwright::passes
