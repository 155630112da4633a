#include "analysis/passes/placement/owned_registers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/placement/owned_elements.h"
#include "analysis/passes/placement/owned_text.h"
#include "analysis/passes/placement/placement.h"
#include "analysis/passes/placement/shared_target.h"

namespace warpwright::passes {
namespace {

using rewrite::Editor;
using rewrite::findUses;
using rewrite::OwnedElements;
using rewrite::positionAt;
using rewrite::VariableUse;

constexpr const char* pass = "shared_to_register";

/// One array that a thread may hold elements of, as far as can be seen without a proof.
std::optional<SharedTarget> holdable(const model::ParsedKernel& kernel, const MemoryObject& object) {
  for (const KernelModel& model : kernel.models) {
    const MemoryObject* same = sameObject(model, object);
    if (!same || judgeAtSight(model, *same, "", "")) return std::nullopt;
  }
  Result<SharedTarget> target = findSharedTarget(kernel, object);
  if (!target.ok()) return std::nullopt;
  const clang::VarDecl& variable = *target->local.variable;
  const clang::QualType element = variable.getASTContext().getBaseElementType(variable.getType());
  if (!element.getCanonicalType()->isBuiltinType() || element.isVolatileQualified()) return std::nullopt;
  // What is done with a mention is open in a template's pattern: it may be bound to a reference.
  if (target->pattern->isDependentContext()) return std::nullopt;
  const std::vector<VariableUse> uses = findUses(*target->pattern, variable, target->rank);
  const bool arePlain = std::all_of(uses.begin(), uses.end(), [](const VariableUse& use) {
    return use.kind == VariableUse::Kind::value && !use.subscriptsHaveEffects;
  });
  return arePlain ? std::optional(*std::move(target)) : std::nullopt;
}

class OwnedFinder {
 public:
  explicit OwnedFinder(const KernelContext& context)
      : context_(context), kernel_(context.kernel()), editor_(*kernel_.unit) {}

  /// Calls `take` with each applicable finding and its edits, until it gives false.
  void each(auto&& take) {
    for (const MemoryObject& object : kernel_.models.front().objects) {
      if (object.space != MemorySpace::shared || context_.isCancelled()) continue;
      const auto target = holdable(kernel_, object);
      if (!target) continue;
      for (const OwnedElements& owned : runsOf(*target)) {
        if (!worthIt(owned, object) || isPrivate(object)) continue;
        if (auto found = look(object, *target, owned);
            found && !take(std::move(found->first), std::move(found->second)))
          return;
      }
    }
  }

 private:
  /// The longest runs; where barriers are inside, also the runs between them, to fall back on.
  std::vector<OwnedElements> runsOf(const SharedTarget& target) const {
    const auto find = [&](bool acrossBarriers) {
      return findOwnedElements(editor_, *target.pattern, *target.local.variable, target.rank, acrossBarriers);
    };
    std::vector<OwnedElements> runs = find(true);
    const bool anyBarrier =
        std::any_of(runs.begin(), runs.end(), [](const auto& run) { return !run.barriers.empty(); });
    if (!anyBarrier) return runs;
    for (OwnedElements& run : find(false)) {
      const bool isKnown = std::any_of(runs.begin(), runs.end(), [&](const OwnedElements& known) {
        return known.first == run.first && known.last == run.last;
      });
      if (!isKnown) runs.push_back(std::move(run));
    }
    return runs;
  }

  bool worthIt(const OwnedElements& owned, const MemoryObject& object) const {
    return registersOf(owned, object) <= context_.device().maxRegistersPerThread / 2;
  }

  static uint32_t registersOf(const OwnedElements& owned, const MemoryObject& object) {
    return static_cast<uint32_t>(owned.slotDimension ? owned.extent : 1) * ((object.elementBytes + 3) / 4);
  }

  /// Then the array as a whole can move.
  bool isPrivate(const MemoryObject& object) {
    for (size_t i = 0; i < kernel_.models.size(); ++i) {
      if (context_.isPrivate(i, sameObject(kernel_.models[i], object)->id).kind != proof::Answer::Kind::holds)
        return false;
    }
    return true;
  }

  std::optional<std::pair<Opportunity, Rewrite>> look(const MemoryObject& object, const SharedTarget& target,
                                                      const OwnedElements& owned) {
    const Result<OwnedText> text = ownedText(editor_, target, owned);
    if (!text.ok() || overlaps(text->range)) return std::nullopt;
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    for (size_t i = 0; i < kernel_.models.size(); ++i) {
      all.conjoin(judge(i, object, owned, text->range), kernel_, i);
      if (all.verdict != VerdictKind::applicable) return std::nullopt;
    }
    Result<Rewrite> edits = rewriteAsOwned(kernel_, target, owned, *text);
    if (!edits.ok()) return std::nullopt;
    assumeBlockShapes(all.assumptions, kernel_.models);
    assumeSharedFits(all.assumptions, kernel_);
    assumeRegisters(all.assumptions, kernel_);
    taken_.push_back(text->range);
    return std::pair{describe(object, owned, *text, std::move(all)), *std::move(edits)};
  }

  /// A run between barriers is of no use where the longer one is offered.
  bool overlaps(const SourceRange& range) const {
    return std::any_of(taken_.begin(), taken_.end(), [&](const SourceRange& other) {
      return range.begin.line <= other.endLine && other.begin.line <= range.endLine;
    });
  }

  Judgement judge(size_t index, const MemoryObject& object, const OwnedElements& owned, const SourceRange& range) {
    const KernelModel& model = kernel_.models[index];
    std::vector<BarrierId> inside;
    for (const Barrier& barrier : model.barriers) {
      const bool isListed = std::any_of(owned.barriers.begin(), owned.barriers.end(), [&](const clang::CallExpr* call) {
        return positionAt(*kernel_.unit, call->getBeginLoc()) == barrier.range.begin;
      });
      if (isListed && barrier.kind == Barrier::Kind::block)
        inside.push_back(barrier.id);
      else if (isListed || isWithin(range, barrier.range, barrier.line))
        return makeJudgement(VerdictKind::unknown, "");
    }
    const bool calls = std::any_of(model.calls.begin(), model.calls.end(),
                                   [&](const OpaqueCall& call) { return isWithin(range, call.range, call.line); });
    if (calls || inside.size() < owned.barriers.size()) return makeJudgement(VerdictKind::unknown, "");

    Judgement judgement = makeJudgement(VerdictKind::applicable, "");
    const auto ask = [&](const proof::Answer& answer) {
      judgement.take(answer);
      if (answer.kind != proof::Answer::Kind::holds) judgement.verdict = VerdictKind::unknown;
      return answer.kind == proof::Answer::Kind::holds;
    };
    if (!ask(context_.isRaceFree(index)) || inside.empty()) return judgement;
    // The run's own barriers go on ordering everything else: it is only about this array that they must not be needed.
    std::vector<ObjectId> others;
    const ObjectId mine = sameObject(model, object)->id;
    for (const MemoryObject& other : model.objects) {
      if (other.space == MemorySpace::shared && other.id != mine) others.push_back(other.id);
    }
    ask(context_.barriersRedundant(index, inside, others));
    return judgement;
  }

  static bool isWithin(const SourceRange& range, const SourceRange& place, uint32_t line) {
    const uint32_t at = place.isValid() ? place.begin.line : line;
    if (place.isValid() && place.begin.file != range.begin.file) return false;
    return at >= range.begin.line && at <= range.endLine;
  }

  Opportunity describe(const MemoryObject& object, const OwnedElements& owned, const OwnedText& text, Judgement all) {
    const KernelModel& model = kernel_.models.front();
    Opportunity shown;
    shown.pass = pass;
    shown.kernel = model.name;
    shown.signature = model.signature;
    shown.subject = text.element;
    shown.id = makeOpportunityId(pass, model.qualifiedName, model::writtenName(kernel_), "held " + text.element,
                                 ordinals_[text.element]++);
    shown.range = text.range;
    SourcePosition last = text.range.begin;
    last.line = text.range.endLine;
    const LineList where{{text.range.begin, last}, " to "};
    const uint32_t registers = registersOf(owned, object);
    shown.title = {"Keep %1 in %2 in %3", code(text.element),
                   registers == 1 ? std::string("a register") : std::to_string(registers) + " registers", where};
    const uint64_t saved = owned.loads + owned.stores;
    all.reason = "In " + where + " no other thread touches these elements of " + code(object.name) +
                 " until the barriers around" + (owned.barriers.empty() ? "" : ", also without those inside") +
                 ": kept in registers, they save a thread " + std::to_string(saved) + " accesses to shared memory.";
    all.evidence = evidenceOf(object, owned);
    shown.estimate.inputs = {{"registers", registers},
                             {"shared_loads", static_cast<double>(owned.loads)},
                             {"shared_stores", static_cast<double>(owned.stores)},
                             {"shared_bytes", 0}};
    all.moveTo(shown);
    return shown;
  }

  std::vector<Evidence> evidenceOf(const MemoryObject& object, const OwnedElements& owned) const {
    std::vector<Evidence> steps;
    for (const VariableUse& use : owned.uses) {
      Evidence step{positionAt(*kernel_.unit, use.name->getLocation()),
                    "each thread uses an element of " + code(object.name) + " that no other thread touches here",
                    {},
                    {},
                    {}};
      if (steps.empty() || steps.back().at.line != step.at.line) steps.push_back(std::move(step));
    }
    return steps;
  }

  const KernelContext& context_;
  const model::ParsedKernel& kernel_;
  Editor editor_;
  std::map<std::string, int> ordinals_;
  std::vector<SourceRange> taken_;
};

}  // namespace

std::vector<Opportunity> findOwned(const KernelContext& context) {
  std::vector<Opportunity> found;
  OwnedFinder(context).each([&](Opportunity one, Rewrite) {
    found.push_back(std::move(one));
    return true;
  });
  return found;
}

Result<Rewrite> rewriteOwned(const KernelContext& context, const Opportunity& opportunity) {
  Result<Rewrite> result = Error{
      ErrorKind::stale,
      "`" + opportunity.subject + "` is no longer used so in `" + opportunity.kernel + "`. Analyse the file again.",
      opportunity.range};
  OwnedFinder(context).each([&](const Opportunity& one, Rewrite edits) {
    if (one.id != opportunity.id) return true;
    result = std::move(edits);
    return false;
  });
  if (context.isCancelled()) return cancelledError();
  return result;
}

}  // namespace warpwright::passes
