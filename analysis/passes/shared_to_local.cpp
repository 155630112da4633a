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
// Map: verdicts of all models together (judgeAll), words for the user (look); the layout is read in local_rewrite.h and
// checked against the kernel model in slot_layout.h.

#include <algorithm>
#include <map>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_proofs.h"
#include "analysis/passes/local_rewrite.h"
#include "analysis/passes/placement.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"shared_to_local", "Shared memory to local memory"};

constexpr uint64_t mostBytes = 16 * 1024;  // of a thread: local memory of all resident threads shares the caches

// Could the slots be literals, once loops of constant trip count are unrolled? Then registers may do.
bool mayBeLiteral(const KernelModel& model, const std::vector<proof::BoundedValue>& bounds) {
  const auto unrolls = [&](SymbolId id) {
    const Symbol& symbol = model.pool.symbolAt(id);
    return symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid() && model.loop(symbol.loop).constantTripCount;
  };
  return std::all_of(bounds.begin(), bounds.end(), [&](const proof::BoundedValue& value) {
    return std::all_of(value.terms.begin(), value.terms.end(), [&](const auto& term) {
      const std::vector<SymbolId> symbols = model.pool.symbolsOf(term.second);
      return std::all_of(symbols.begin(), symbols.end(), unrolls);
    });
  });
}

class SharedToLocal final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device& device,
                                std::stop_token stop) const override {
    std::vector<Opportunity> found;
    std::map<std::string, int> ordinals;
    KernelProofs proofs(kernel, stop);
    OtherFindings others(kernel, device, stop);
    for (const MemoryObject& object : kernel.models.front().objects) {
      if (object.space != MemorySpace::shared) continue;
      if (stop.stop_requested()) return {};
      found.push_back(look(kernel, object, ordinals[object.name]++, proofs, others).first);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Opportunity& a, const Opportunity& b) { return a.range < b.range; });
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
      const Device device{};
      OtherFindings others(kernel, device, stop);
      auto [now, edits] = look(kernel, object, ordinal, proofs, others);
      if (stop.stop_requested()) return cancelledError();
      if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
      return edits;
    }
    return Error{
        ErrorKind::stale,
        code(opportunity.subject) + " is no longer in " + code(opportunity.kernel) + ". Analyse the file again.",
        opportunity.range};
  }

 private:
  static std::string idOf(const model::ParsedKernel& kernel, const MemoryObject& object, int ordinal) {
    const KernelModel& model = kernel.models.front();
    return makeOpportunityId(std::string(kInfo.id), model.qualifiedName, model.signature, object.name, ordinal);
  }

  static std::pair<Opportunity, Rewrite> look(const model::ParsedKernel& kernel, const MemoryObject& object,
                                              int ordinal, KernelProofs& proofs, OtherFindings& others) {
    const KernelModel& model = kernel.models.front();
    Opportunity opportunity;
    opportunity.id = idOf(kernel, object, ordinal);
    opportunity.pass = kInfo.id;
    opportunity.kernel = model.name;
    opportunity.signature = model.signature;
    opportunity.subject = object.name;
    opportunity.range = object.declaration;
    opportunity.title = "Keep " + code(object.name) + " in local memory";
    opportunity.estimate = accessEstimate(model, object);

    Judgement all = judgeAll(kernel, object, proofs, others);
    Rewrite edits;
    if (all.verdict == VerdictKind::applicable) {
      Result<LocalPlan> plan = planLocal(kernel, object);
      Result<Rewrite> written = plan.ok() ? rewriteAsLocal(kernel, object, *plan) : Result<Rewrite>(plan.error());
      const uint64_t bytes = plan.ok() ? plan->slots * object.elementBytes : 0;
      if (!written.ok()) {
        all.verdict = VerdictKind::refused;
        all.reason = "Private to its thread, but " + written.error().message + ".";
      } else if (bytes > mostBytes) {
        all.verdict = VerdictKind::refused;
        all.reason = "Private to its thread, but a thread would need " + std::to_string(bytes) + " bytes for it.";
      } else {
        edits = std::move(written).value();
        const std::vector<Evidence> touches = whoTouches(model, object);
        all.evidence.insert(all.evidence.begin(), touches.begin(), touches.end());
        all.reason = "Private to its thread: " + linesOf(touches) + " only the thread's own " +
                     std::to_string(plan->slots) + " elements of " + code(object.name) + ".";
        opportunity.estimate.inputs["local_bytes"] = static_cast<double>(bytes);
        assumeBlockShapes(all.assumptions, kernel.models);
      }
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
  static Judgement judgeAll(const model::ParsedKernel& kernel, const MemoryObject& object, KernelProofs& proofs,
                            OtherFindings& others) {
    Judgement all;
    all.verdict = VerdictKind::applicable;
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const MemoryObject* same = sameObject(kernel.models[i], object);
      if (!same) continue;  // this instantiation leaves the variable out
      merge(all, judgePrivate(kernel.models[i], *same, proofs, i, "a local array needs a fixed size"), kernel, i);
      if (all.verdict == VerdictKind::refused) return all;
    }
    if (all.verdict != VerdictKind::applicable) return all;

    Result<LocalPlan> plan = planLocal(kernel, object);
    if (!plan.ok()) {
      all.verdict = VerdictKind::refused;
      all.reason = "Private to its thread, but " + plan.error().message + ".";
      return all;
    }
    bool literal = true;
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const KernelModel& model = kernel.models[i];
      const MemoryObject* same = sameObject(model, object);
      if (!same || !plan->layouts[i]) continue;
      const auto bounds = slotBounds(model, *same, *plan->layouts[i]);
      if (!bounds.ok()) {
        Judgement one = say(VerdictKind::unknown, "Private to its thread, but " + bounds.error().message + ".");
        merge(all, std::move(one), kernel, i);
        return all;
      }
      literal = literal && mayBeLiteral(model, *bounds);
      const proof::Answer answer = proofs.of(i).staysBelow(*bounds);
      Judgement one = say(VerdictKind::applicable, answer.reason);
      one.take(answer);
      if (answer.kind != proof::Answer::Kind::holds) {
        one.verdict = VerdictKind::unknown;
        one.reason = "Private to its thread, but how many elements a thread needs is not known. " + answer.reason;
      }
      merge(all, std::move(one), kernel, i);
    }
    if (all.verdict == VerdictKind::applicable && literal && others.applies("shared_to_register", object)) {
      all.verdict = VerdictKind::refused;
      all.reason = "Private to its thread, and registers can hold it, which are faster: see shared_to_register.";
    }
    return all;
  }

  static void merge(Judgement& all, Judgement one, const model::ParsedKernel& kernel, size_t model) {
    const double seconds = all.seconds + one.seconds;
    if (one.verdict == VerdictKind::applicable) {
      addAssumptions(all.assumptions, one.assumptions);
    } else if (all.verdict == VerdictKind::applicable || one.verdict == VerdictKind::refused) {
      if (kernel.models.size() > 1) one.reason = "For " + nameOfModel(kernel.models[model]) + ": " + one.reason;
      all = std::move(one);
    }
    all.seconds = seconds;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeSharedToLocal() {
  return std::make_unique<SharedToLocal>();
}

}  // namespace warpwright::passes
