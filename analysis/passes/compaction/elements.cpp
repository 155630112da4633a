#include "analysis/passes/compaction/elements.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/element_subscripts.h"
#include "analysis/passes/compaction/plan.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/tree/touched_members.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A load or a store of a thread.
struct Event {
  std::optional<size_t> element;  ///< absent: it loads something else
  MemoryUse use;
  bool isSometimes = false;  ///< under a condition, or in a loop
  const Stmt* at = nullptr;
  const Placed<Expr>* place = nullptr;  ///< of an element that is loaded
};

/// Where a thread first and last loads and stores an element, by the number of the event.
struct LiveRange {
  static constexpr size_t never = static_cast<size_t>(-1);
  size_t firstLoad = never, lastLoad = 0, firstStore = never, lastStore = 0;
  bool isLoadedFirst = false;  ///< always, all of it, in front of all stores
  bool isStoredFirst = false;  ///< always, in front of all loads
  TouchedMembers touched;      ///< by loads that are always made, in front of all stores

  bool loads() const { return firstLoad != never; }
  bool stores() const { return firstStore != never; }
};

bool isOperator(const CXXOperatorCallExpr& call, std::initializer_list<OverloadedOperatorKind> kinds) {
  return std::find(kinds.begin(), kinds.end(), call.getOperator()) != kinds.end();
}

/// Lists loads and stores in the order in which a thread comes to them.
class EventReader {
 public:
  EventReader(const Editor& editor, EffectReader& reader, const ElementSubscripts& subscripts,
              const FunctionDecl& kernel, const Mentions& mentions)
      : editor_(editor),
        reader_(reader),
        subscripts_(subscripts),
        context_(kernel.getASTContext()),
        mentions_(mentions) {}

  Status read(const KernelHead& head) {
    for (const Stmt* statement : head.work) {
      if (Status could = this->statement(*statement, false); !could.ok()) return could;
    }
    return {};
  }

  std::vector<Element>& elements() { return elements_; }
  const std::vector<Event>& events() const { return events_; }
  /// Elements that are stored whichever way a thread goes.
  const std::set<size_t>& stored() const { return stored_; }

 private:
  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  Status statement(const Stmt& given, bool isSometimes) {
    const Stmt& part = *ignoreWrappers(&given);
    if (isa<ReturnStmt>(part)) return refusal(part, "returns in the middle of its work");
    if (const auto* value = dyn_cast<Expr>(&part)) return whole(*value, isSometimes);
    if (const auto* declared = dyn_cast<DeclStmt>(&part)) {
      for (const Decl* one : declared->decls()) {
        const auto* variable = dyn_cast<VarDecl>(one);
        if (!variable || !variable->getInit()) continue;
        if (Status could = computed(*variable->getInit(), isSometimes); !could.ok()) return could;
      }
      return {};
    }
    if (const auto* choice = dyn_cast<IfStmt>(&part)) return branch(*choice, isSometimes);
    const bool isBlock = isa<CompoundStmt>(part);
    const size_t before = events_.size();
    for (const Stmt* child : part.children()) {
      if (!child) continue;
      if (Status could = statement(*child, isSometimes || !isBlock); !could.ok()) return could;
    }
    const bool stores = std::any_of(events_.begin() + static_cast<std::ptrdiff_t>(before), events_.end(),
                                    [](const Event& event) { return event.use.isStore; });
    if (stores && !isBlock) return refusal(part, "stores in a loop, or under labels");
    return {};
  }

  Status branch(const IfStmt& choice, bool isSometimes) {
    if (choice.getInit() || choice.getConditionVariable()) return refusal(choice, "declares a variable in an `if`");
    if (!choice.isConstexpr()) {
      if (Status could = computed(*choice.getCond(), isSometimes); !could.ok()) return could;
    }
    const std::set<size_t> before = stored_;
    std::set<size_t> inThen = before;
    for (const Stmt* way : {choice.getThen(), choice.getElse()}) {
      inThen.swap(stored_);
      stored_ = before;
      if (!way) continue;
      if (Status could = statement(*way, true); !could.ok()) return could;
    }
    std::set<size_t> both;
    std::set_intersection(stored_.begin(), stored_.end(), inThen.begin(), inThen.end(),
                          std::inserter(both, both.end()));
    stored_ = std::move(both);
    return {};
  }

  /// An expression that is a statement: it may store.
  Status whole(const Expr& given, bool isSometimes) {
    const Expr* value = given.IgnoreParens();
    const Expr *target = nullptr, *source = nullptr;
    bool updates = false, isCopied = false;
    if (const auto* binary = dyn_cast<BinaryOperator>(value); binary && binary->isAssignmentOp()) {
      target = binary->getLHS();
      source = binary->getRHS();
      updates = binary->isCompoundAssignmentOp();
    } else if (const auto* unary = dyn_cast<UnaryOperator>(value); unary && unary->isIncrementDecrementOp()) {
      target = unary->getSubExpr();
      updates = true;
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(value); call && call->isAssignmentOp()) {
      target = call->getArg(0);
      source = call->getArg(1);
      updates = !writesAll(*call);
      isCopied = takesValue(*call, 2, false);
    }
    const auto* place = target ? dyn_cast<ArraySubscriptExpr>(target->IgnoreParens()) : nullptr;
    const auto element = place ? elementAt(*place) : std::nullopt;
    if (!element) return computed(given, isSometimes);
    if (Status could = allOf(
            {source ? computed(*source, isSometimes, isCopied) : Status(), checkStores(*value, elements_[*element])});
        !could.ok())
      return could;
    const ParmVarDecl* pointer = elements_[*element].pointer;
    if (updates) load(*element, *place, isSometimes);
    events_.push_back({element, {pointer, false, true}, isSometimes, place});
    stored_.insert(*element);
    return {};
  }

  void load(size_t element, const ArraySubscriptExpr& at, bool isSometimes) {
    const auto place = std::ranges::find(mentions_.memory, static_cast<const Expr*>(&at), &Placed<Expr>::node);
    const bool isKnown = place != mentions_.memory.end();
    events_.push_back(
        {element, {elements_[element].pointer}, isSometimes || !isKnown, &at, isKnown ? &*place : nullptr});
  }

  /// Does an assignment of a class leave nothing of what was there?
  bool writesAll(const CXXOperatorCallExpr& call) const {
    if (!isOperator(call, {OO_Equal})) return false;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
    if (!method) return false;
    if (method->isTrivial()) return true;
    // CUDA's numbers of 16 bits have one field.
    const CXXRecordDecl* type = method->getParent();
    const bool isOfCuda = type->getName() == "__half" || type->getName() == "__nv_bfloat16";
    return isOfCuda && !editor_.unit()->isProjectFile(fileNameAt(*editor_.unit(), method->getLocation()));
  }

  /// Beside the store that was recognised there must be none.
  Status checkStores(const Expr& assignment, const Element& element) {
    const Result<Effects> effects = reader_.ofExpression(&assignment);
    if (!effects.ok()) return effects.error();
    const auto stores =
        std::count_if(effects->memory.begin(), effects->memory.end(), [](const MemoryUse& use) { return use.isStore; });
    const bool isIt = std::any_of(effects->memory.begin(), effects->memory.end(), [&](const MemoryUse& use) {
      return use.isStore && use.root == element.pointer && !use.direct;
    });
    const bool isOne = stores == 1 && isIt;
    return isOne ? Status() : refusal(assignment, "stores in a way that is not understood");
  }

  /// An expression that gives a value. `isRead`: what stands around takes it, and no address.
  Status computed(const Expr& value, bool isSometimes, bool isRead = false) {
    const Result<Effects> effects = reader_.ofExpression(&value);
    if (!effects.ok()) return effects.error();
    const bool stores =
        std::any_of(effects->memory.begin(), effects->memory.end(), [](const MemoryUse& use) { return use.isStore; });
    if (stores || effects->repeats)
      return refusal(value, "stores to another place than an element that a vector can hold");
    VariableSet loose;  // of which something else than an element is named
    if (Status could = visit(value, isSometimes, isRead, loose); !could.ok()) return could;
    for (const MemoryUse& use : effects->memory) {
      const bool isOfElements =
          use.root && !use.direct && !loose.contains(use.root) &&
          std::any_of(elements_.begin(), elements_.end(), [&](const Element& one) { return one.pointer == use.root; });
      if (!isOfElements && !use.readOnly) events_.push_back({std::nullopt, use, isSometimes, &value});
    }
    return {};
  }

  /// `isRead`: what stands around takes the value, and no address.
  Status visit(const Stmt& part, bool isSometimes, bool isRead, VariableSet& loose) {
    if (indexNamed(part) || isa<UnaryExprOrTypeTraitExpr>(part)) return {};
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) {
      if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) loose.insert(variable);
      return {};
    }
    if (const auto* place = dyn_cast<ArraySubscriptExpr>(&part)) {
      if (const auto element = elementAt(*place)) {
        if (!isRead) return refusal(part, "does something else with an element than to load or store it");
        load(*element, *place, isSometimes);
        return {};
      }
    }
    const auto* standard = dyn_cast<CXXDefaultArgExpr>(&part);
    if (standard) return visit(*standard->getExpr(), isSometimes, false, loose);
    size_t index = 0;
    for (const Stmt* child : part.children()) {
      const size_t at = index++;
      if (!child) continue;
      if (Status could = visit(*child, isSometimes || isChosen(part, at), takesValue(part, at, isRead), loose);
          !could.ok())
        return could;
    }
    return {};
  }

  /// Is a part of the expression not always evaluated?
  static bool isChosen(const Stmt& part, size_t child) {
    const auto* binary = dyn_cast<BinaryOperator>(&part);
    return child > 0 && ((binary && binary->isLogicalOp()) || isa<AbstractConditionalOperator>(part));
  }

  /// Does the part take the value of its child, as what is loaded from it?
  bool takesValue(const Stmt& part, size_t child, bool isRead) const {
    if (isa<ParenExpr, MemberExpr, ConditionalOperator>(part)) return isRead;
    if (const auto* cast = dyn_cast<CastExpr>(&part))
      return cast->getCastKind() == CK_LValueToRValue || (isRead && cast->getCastKind() == CK_NoOp);
    if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) {
      const CXXConstructorDecl& maker = *made->getConstructor();
      return child < maker.getNumParams() &&
             onlyReads(maker, maker.getParamDecl(static_cast<unsigned>(child))->getType());
    }
    const auto* call = dyn_cast<CallExpr>(&part);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(callee);
    if (isa<CXXMemberCallExpr>(part) && child == 0) return method && onlyReadsObject(*method);
    if (!callee || child == 0) return false;
    const size_t object = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
    const size_t argument = child - 1;
    if (argument < object) return onlyReadsObject(*method);
    const size_t parameter = argument - object;
    return parameter < callee->getNumParams() &&
           onlyReads(*callee, callee->getParamDecl(static_cast<unsigned>(parameter))->getType());
  }
  std::string fileOf(const FunctionDecl& callee) const { return fileNameAt(*editor_.unit(), callee.getLocation()); }

  /// Functions of the project may ask for an address, and others hand it on; what copies trivially does neither.
  bool takesNoAddress(const FunctionDecl& callee) const {
    const auto* maker = dyn_cast<CXXConstructorDecl>(&callee);
    const QualType given = maker ? context_.getRecordType(maker->getParent()) : callee.getReturnType();
    return callee.isTrivial() ||
           (!editor_.unit()->isProjectFile(fileOf(callee)) && !mayHoldPointer(given.getNonReferenceType()));
  }
  bool onlyReadsObject(const CXXMethodDecl& method) const { return method.isConst() && takesNoAddress(method); }
  bool onlyReads(const FunctionDecl& callee, QualType parameter) const {
    const bool isConst = parameter->isReferenceType() && parameter.getNonReferenceType().isConstQualified();
    return isConst && takesNoAddress(callee);
  }

  /// The element of the place, in the list from now on; nothing: it is none.
  std::optional<size_t> elementAt(const ArraySubscriptExpr& place) {
    const ParmVarDecl* pointer = subscripts_.elementOf(place);
    if (!pointer) return std::nullopt;
    llvm::FoldingSetNodeID own;
    place.getIdx()->Profile(own, context_, true);
    for (size_t i = 0; i < elements_.size(); ++i) {
      llvm::FoldingSetNodeID known;
      elements_[i].mentions.front()->getIdx()->Profile(known, context_, true);
      if (elements_[i].pointer != pointer || own != known) continue;
      elements_[i].mentions.push_back(&place);
      return i;
    }
    const auto bytes = static_cast<unsigned>(context_.getTypeSizeInChars(place.getType()).getQuantity());
    elements_.push_back({pointer, {&place}, bytes});
    return elements_.size() - 1;
  }

  const Editor& editor_;
  EffectReader& reader_;
  const ElementSubscripts& subscripts_;
  const ASTContext& context_;
  const Mentions& mentions_;
  std::vector<Element> elements_;
  std::vector<Event> events_;
  std::set<size_t> stored_;
};

/// Decides which elements are loaded first and stored last, and what that rests on.
class ElementOrder {
 public:
  ElementOrder(const Editor& editor, std::vector<Element> elements, std::vector<Event> events)
      : editor_(editor), elements_(std::move(elements)), events_(std::move(events)), ranges_(elements_.size()) {
    for (size_t i = 0; i < events_.size(); ++i) {
      if (events_[i].element) note(ranges_[*events_[i].element], events_[i], i);
    }
  }

  /// `isOfRounds`: what is done to an element is a round of a loop, and rounds may come in any order.
  Result<ElementWork> decide(const std::set<size_t>& stored, bool isOfRounds) {
    for (size_t i = 0; i < elements_.size(); ++i) {
      if (Status could = decideOn(i, stored.contains(i)); !could.ok()) return could.error();
    }
    for (size_t i = 0; i < elements_.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (!isKept(i) || !isKept(j) || keepOrder(ranges_[i], ranges_[j])) continue;
        const size_t later = ranges_[i].stores() ? ranges_[i].firstStore : ranges_[j].firstStore;
        const MemoryUse one{elements_[i].pointer, false, true}, other{elements_[j].pointer, false, true};
        if (Status could = keepApart(one, other, *events_[later].at); !could.ok()) return could.error();
      }
    }
    if (Status could = lookAtOthers(); !could.ok()) return could.error();
    if (Status could = isOfRounds ? keepRoundsApart() : Status(); !could.ok()) return could.error();
    return work();
  }

 private:
  static void note(LiveRange& range, const Event& event, size_t at) {
    if (event.use.isStore) {
      range.isStoredFirst |= !range.loads() && !range.stores() && !event.isSometimes;
      range.firstStore = std::min(range.firstStore, at);
      range.lastStore = at;
    } else {
      if (!range.stores() && !event.isSometimes) range.touched.note(*event.place);
      range.firstLoad = std::min(range.firstLoad, at);
      range.lastLoad = at;
    }
  }

  bool isKept(size_t element) const { return elements_[element].isLoaded || elements_[element].isStored; }

  Status decideOn(size_t index, bool isStored) {
    Element& element = elements_[index];
    LiveRange& range = ranges_[index];
    range.isLoadedFirst = range.touched.areAll(element.mentions.front()->getType());
    element.isLoaded = range.isLoadedFirst;
    element.isStored = range.stores();
    if (!range.stores()) return {};
    const Stmt& at = *events_[range.firstStore].at;
    if (!isStored) return refusal(at, {"stores to %1 in some threads only", code(nameOf(element))});
    if (range.loads() && !range.isLoadedFirst && !range.isStoredFirst)
      return refusal(at, {"stores to %1, which some threads load first", code(nameOf(element))});
    return {};
  }

  /// Are two elements loaded and stored in the order in which they are, even if all is loaded first and stored last?
  static bool keepOrder(const LiveRange& a, const LiveRange& b) {
    const bool loadsFirst = (!a.loads() || !b.stores() || a.lastLoad < b.firstStore) &&
                            (!b.loads() || !a.stores() || b.lastLoad < a.firstStore);
    const bool bothStore = a.stores() && b.stores();
    return loadsFirst && (!bothStore || a.lastStore < b.firstStore || b.lastStore < a.firstStore);
  }

  /// Loads that stay where they are must not come behind a store that moves to the end.
  Status lookAtOthers() {
    for (size_t i = 0; i < events_.size(); ++i) {
      const Event& event = events_[i];
      if (event.element && isKept(*event.element)) continue;
      for (size_t j = 0; j < elements_.size(); ++j) {
        if (!isKept(j) || !ranges_[j].stores() || ranges_[j].firstStore > i) continue;
        if (Status could = keepApart({elements_[j].pointer, false, true}, event.use, *event.at); !could.ok())
          return could;
      }
    }
    return {};
  }

  /// What one round stores, another one must not touch: one round has one element of each kind, and no other has it.
  Status keepRoundsApart() {
    for (size_t i = 0; i < elements_.size(); ++i) {
      if (!ranges_[i].stores()) continue;
      const MemoryUse stored{elements_[i].pointer, false, true};
      for (const Event& event : events_) {
        if (event.element == i) continue;
        if (Status could = keepApart(stored, event.use, *event.at, true); !could.ok()) return could;
      }
    }
    return {};
  }

  Status keepApart(const MemoryUse& stored, const MemoryUse& other, const Stmt& at, bool isOtherRound = false) {
    if (stored.root != other.root && !mayAlias(stored, other, {})) return {};
    const auto* one = cast<ParmVarDecl>(stored.root);
    const auto* two = other.direct ? nullptr : dyn_cast_or_null<ParmVarDecl>(other.root);
    const Code name = code(one->getNameAsString());
    if ((!two || two == one) && isOtherRound) return refusal(at, {"touches what another round may store in %1", name});
    if (!two || two == one) return refusal(at, {"comes behind a store to %1 that would move behind it", name});
    const auto isIt = [&](const ApartArguments& known) {
      return (known.one == one && known.other == two) || (known.one == two && known.other == one);
    };
    if (std::none_of(apart_.begin(), apart_.end(), isIt)) apart_.push_back({one, two});
    return {};
  }

  Result<ElementWork> work() {
    std::vector<size_t> order;
    for (size_t i = 0; i < elements_.size(); ++i) {
      if (isKept(i)) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return ranges_[a].firstStore < ranges_[b].firstStore; });
    ElementWork work;
    for (const size_t i : order) work.elements.push_back(std::move(elements_[i]));
    work.apart = std::move(apart_);
    if (work.elements.empty()) return inputError("no place in memory moves on by one element from thread to thread");
    return work;
  }

  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }
  std::string nameOf(const Element& element) const { return element.pointer->getNameAsString(); }

  const Editor& editor_;
  std::vector<Element> elements_;
  std::vector<Event> events_;
  std::vector<LiveRange> ranges_;
  std::vector<ApartArguments> apart_;
};

}  // namespace

Result<ElementWork> findElements(const Editor& editor, EffectReader& reader, const KernelHead& head,
                                 const FunctionDecl& kernel, const Mentions& mentions) {
  const ElementSubscripts subscripts(reader, head, mentions, kernel.getASTContext());
  EventReader events(editor, reader, subscripts, kernel, mentions);
  if (Status could = events.read(head); !could.ok()) return could.error();
  return ElementOrder(editor, std::move(events.elements()), events.events())
      .decide(events.stored(), head.rounds.has_value());
}

}  // namespace warpwright::rewrite
