#include "analysis/passes/atomic_order/counter_bounds.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <set>
#include <vector>

#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/shared_room.h"
#include "analysis/proof/facts.h"

namespace warpwright::passes {
namespace {

using rewrite::CounterArray;
using enum VerdictKind;

uint64_t bytesOf(const CounterArray& counter) {
  return counter.array->getASTContext().getTypeSize(counter.type) / 8;
}

std::string nameOf(const CounterArray& counter) {
  return counter.array->getNameAsString();
}

/// What could tell threads, or the host, that others are at some point of their work.
std::optional<Judgement> judgeOrder(const KernelModel& model) {
  if (auto judged = judgeCalls(model, "the updates and something else", true)) return judged;
  for (const Barrier& barrier : model.barriers) {
    if (barrier.kind == Barrier::Kind::other)
      return makeJudgement(unknown, {"%1 at %2 is a barrier of another kind, not understood yet.", code(barrier.text),
                                     lineText(barrier.line)});
  }
  if (auto judged = judgeSharedPlaces(model, "a copy")) return judged;
  for (const Access& access : model.accesses) {
    if (auto judged = judgeVolatile(model, access)) return judged;
  }
  return std::nullopt;
}

/// Every access of the array is an update that is understood, and every other one lies elsewhere.
std::optional<Judgement> judgeAccesses(const KernelModel& model, const CounterArray& counter,
                                       std::vector<Assumption>& assumptions) {
  const MemoryObject* array = objectOf(model, counter);  // null where no code that updates it runs
  const Code name = code(nameOf(counter));
  if (array && array->space != MemorySpace::global)
    return makeJudgement(unknown, {"Where %1 lies is not known.", name});
  if (array && !array->unknownReason.empty())
    return makeJudgement(unknown, {"Not all is known of %1: %2", name, proof::sentence(array->unknownReason)});
  for (const Access& access : model.accesses) {
    const LineList line = lineText(access.line);
    const bool isOpen = !access.object.isValid() || model.object(access.object).space == MemorySpace::generic;
    if (isOpen)
      return makeJudgement(unknown, {"What the pointer at %1 points to is not known: it may be %2.", line, name});
    const MemoryObject& other = model.object(access.object);
    if (array && other.id == array->id) {
      if (access.kind != AccessKind::atomic)
        return makeJudgement(refused, {"The kernel looks at %1 at %2.", name, line});
      if (!access.offset.isValid() || access.bytes != bytesOf(counter))
        return makeJudgement(unknown, {"Which element of %1 is updated at %2 is not known.", name, line});
      continue;
    }
    if (!array || other.space != MemorySpace::global) continue;
    const bool areVariables = other.argumentIndex < 0 && array->argumentIndex < 0;
    if (!areVariables) addAssumptions(assumptions, {proof::disjointAssumption(*array, other)});
  }
  if (!array) return std::nullopt;
  for (const SourceUse& use : array->uses) {
    if (!use.function.empty() && use.function != model.name && !use.unevaluated)
      return makeJudgement(refused, {"%1 mentions %2, too.", code(use.function), name});
  }
  return std::nullopt;
}

/// Numbers of elements that the index forms of an array suggest, ascending, up to `most`.
class Candidates {
 public:
  Candidates(const KernelModel& model, uint64_t size, uint64_t most) : model_(model), size_(size), most_(most) {}

  void look(ExpressionId id) {
    if (!id.isValid() || !seen_.insert(id.value).second) return;
    const ExpressionNode& node = model_.pool.at(id);
    if (node.op == ExpressionOp::constant) {
      for (const uint64_t number : {node.constant, node.constant / size_}) {
        add(number);
        add(number + 1);
      }
    } else if (node.op == ExpressionOp::symbol) {
      const Symbol& symbol = model_.pool.symbolAt(node.symbol);
      if (symbol.maximum) add(*symbol.maximum + 1);
    }
    for (const ExpressionId operand : node.operands) look(operand);
  }
  void add(uint64_t number) {
    if (number > 0 && number <= most_) numbers_.insert(number);
  }
  const std::set<uint64_t>& numbers() const { return numbers_; }

 private:
  const KernelModel& model_;
  uint64_t size_, most_;
  std::set<uint64_t> numbers_;
  std::set<uint32_t> seen_;
};

std::vector<const Access*> updatesOf(const KernelModel& model, const CounterArray& counter) {
  std::vector<const Access*> updates;
  const MemoryObject* array = objectOf(model, counter);
  for (const Access& access : model.accesses) {
    if (array && access.object == array->id) updates.push_back(&access);
  }
  return updates;
}

/// Does each update stay among the first so many elements, in all models?
class RangeProof {
 public:
  RangeProof(const KernelContext& context, const CounterArray& counter) : context_(context), counter_(counter) {}

  bool holds(uint64_t elements, Judgement* taken = nullptr) const {
    const std::vector<KernelModel>& models = context_.kernel().models;
    for (size_t i = 0; i < models.size(); ++i) {
      std::vector<proof::BoundedValue> values;
      const uint64_t limit = elements * bytesOf(counter_);
      for (const Access* update : updatesOf(models[i], counter_)) {
        proof::BoundedValue value;
        value.access = update->id;
        value.terms = {{1, update->offset}};
        value.limit = limit;
        value.impliedAt = counter_.extent() == elements ? 1 : 0;
        value.text = update->text.empty() ? nameOf(counter_) : update->text;
        values.push_back(std::move(value));
      }
      if (values.empty()) continue;
      const proof::Answer below = context_.staysBelow(i, values);
      if (below.kind != proof::Answer::Kind::holds) return false;
      if (taken) taken->take(below);
    }
    return true;
  }

 private:
  const KernelContext& context_;
  const CounterArray& counter_;
};

/// The one place that all updates have; nothing: they have several, or none.
std::optional<uint64_t> onlyElement(const model::ParsedKernel& kernel, const CounterArray& counter) {
  std::optional<uint64_t> only;
  for (const KernelModel& model : kernel.models) {
    for (const Access* update : updatesOf(model, counter)) {
      const ExpressionNode& offset = model.pool.at(update->offset);
      if (offset.op != ExpressionOp::constant || offset.constant % bytesOf(counter) != 0) return std::nullopt;
      const uint64_t element = offset.constant / bytesOf(counter);
      if (only.value_or(element) != element) return std::nullopt;
      only = element;
    }
  }
  return only;
}

/// Is the place made of indices and arguments alone, so that the source tells who meets whom?
bool isOfIndices(const KernelModel& model, const Access& update) {
  bool hasThread = false;
  for (const SymbolId id : model.pool.symbolsOf(update.offset)) {
    const SymbolKind kind = model.pool.symbolAt(id).kind;
    if (kind == SymbolKind::loaded || kind == SymbolKind::unknown) return false;
    hasThread = hasThread || kind == SymbolKind::threadIndex || kind == SymbolKind::loopCounter;
  }
  return hasThread;
}

}  // namespace

const MemoryObject* objectOf(const KernelModel& model, const CounterArray& counter) {
  if (const auto* argument = llvm::dyn_cast<clang::ParmVarDecl>(counter.array)) return memoryBehind(model, *argument);
  const MemoryObject* found = nullptr;
  for (const MemoryObject& object : model.objects) {
    if (object.argumentIndex >= 0 || object.space != MemorySpace::global || object.name != nameOf(counter)) continue;
    if (found) return nullptr;  // variables of two namespaces
    found = &object;
  }
  return found;
}

std::optional<Judgement> judgeLateUpdates(const model::ParsedKernel& kernel, const CounterArray& counter,
                                          std::vector<Assumption>& assumptions) {
  bool isUpdated = false;
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeOrder(model)) return judged;
    if (auto judged = judgeAccesses(model, counter, assumptions)) return judged;
    isUpdated = isUpdated || !updatesOf(model, counter).empty();
  }
  if (!isUpdated) return makeJudgement(unknown, {"What lies behind %1 is not known.", code(nameOf(counter))});
  return std::nullopt;
}

Judgement judgeRange(const KernelContext& context, const CounterArray& counter, uint64_t bytes, bool isOneOfBlock,
                     CounterRange& range) {
  if (!counter.hasEffects()) range.only = onlyElement(context.kernel(), counter);
  range.isOneOfBlock = !range.only && isOneOfBlock;
  if (range.only || range.isOneOfBlock) {
    range.elements = 1;
    return makeJudgement(applicable, "");
  }
  Judgement judgement = makeJudgement(applicable, "");
  const RangeProof proof(context, counter);
  const uint64_t most = bytes / bytesOf(counter);
  if (const uint64_t extent = counter.extent(); extent > 0) {
    if (extent > most)
      return makeJudgement(refused, {"%1 has %2 elements, too many for each block.", code(nameOf(counter)), extent});
    range.elements = extent;
    if (proof.holds(extent, &judgement)) return judgement;
    return makeJudgement(unknown, {"Nothing shows that updates stay inside of %1.", code(nameOf(counter))});
  }
  if (!proof.holds(most))
    return makeJudgement(
        unknown, {"Nothing shows that updates of %1 stay among its first %2 elements.", code(nameOf(counter)), most});
  std::set<uint64_t> numbers{most};
  for (uint64_t number = 1; number < most; number *= 2) numbers.insert(number);
  for (const KernelModel& model : context.kernel().models) {
    Candidates candidates(model, bytesOf(counter), most);
    for (const Access* update : updatesOf(model, counter)) {
      candidates.look(update->offset);
      candidates.look(update->guard);
    }
    for (const std::optional<uint32_t>& threads : model.block) candidates.add(threads.value_or(0));
    numbers.insert(candidates.numbers().begin(), candidates.numbers().end());
  }
  const std::vector<uint64_t> ascending(numbers.begin(), numbers.end());
  const auto least =
      std::partition_point(ascending.begin(), ascending.end(), [&](uint64_t number) { return !proof.holds(number); });
  range.elements = least == ascending.end() ? most : *least;
  if (!proof.holds(range.elements, &judgement))
    return makeJudgement(
        unknown, {"Nothing shows that updates of %1 stay among its first %2 elements.", code(nameOf(counter)), most});
  return judgement;
}

std::optional<Judgement> judgeMeeting(const KernelContext& context, const CounterArray& counter) {
  const std::vector<KernelModel>& models = context.kernel().models;
  for (size_t i = 0; i < models.size(); ++i) {
    const MemoryObject* array = objectOf(models[i], counter);
    const std::vector<const Access*> updates = updatesOf(models[i], counter);
    if (!array || updates.empty()) continue;
    const proof::Answer answer = context.isPrivate(i, array->id);
    if (answer.kind == proof::Answer::Kind::violated) return std::nullopt;
    const bool tellsAll =
        std::all_of(updates.begin(), updates.end(), [&](const Access* one) { return isOfIndices(models[i], *one); });
    if (answer.kind != proof::Answer::Kind::holds && !tellsAll) return std::nullopt;
  }
  return makeJudgement(
      refused, {"Threads of a block update different elements of %1, or one thread does.", code(nameOf(counter))});
}

}  // namespace warpwright::passes
