#include "analysis/passes/placement/owned_elements.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/constant_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr uint64_t mostAccesses = 4096, mostSlots = 64;

/// How an expression is built, from constants, thread indices and variables, which `variables` collects. Two of the
/// same form have the same value as long as no variable changes. Empty: it holds something else, among it names of
/// types and enumerators, which may mean other things where the text is copied to.
std::string formOf(const Expr* expression, std::set<const VarDecl*>& variables) {
  if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(expression)) expression = pseudo->getSyntacticForm();
  expression = expression->IgnoreParens();
  if (const auto named = indexNamed(*expression)) return named->first + "." + "xyz"[named->second];
  if (const auto* cast = dyn_cast<ImplicitCastExpr>(expression)) {
    const std::string inner = formOf(cast->getSubExpr(), variables);
    return inner.empty() ? inner : "(" + cast->getType().getCanonicalType().getAsString() + ")" + inner;
  }
  if (const auto* constant = dyn_cast<FullExpr>(expression)) return formOf(constant->getSubExpr(), variables);
  if (const auto* literal = dyn_cast<IntegerLiteral>(expression)) {
    return literal->getType().getCanonicalType().getAsString() + std::to_string(literal->getValue().getLimitedValue());
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const bool isNumber = variable && variable->hasLocalStorage() && variable->getType()->isIntegerType() &&
                          !variable->getType().isVolatileQualified();
    if (!isNumber) return {};
    variables.insert(variable);
    return "#" + std::to_string(reinterpret_cast<uintptr_t>(name->getDecl()->getCanonicalDecl()));
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->isArithmeticOp()) {
    const std::string inner = formOf(unary->getSubExpr(), variables);
    return inner.empty() ? inner : UnaryOperator::getOpcodeStr(unary->getOpcode()).str() + inner;
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression); binary && !binary->isAssignmentOp()) {
    const std::string left = formOf(binary->getLHS(), variables), right = formOf(binary->getRHS(), variables);
    if (left.empty() || right.empty()) return {};
    return "(" + left + " " + binary->getOpcodeStr().str() + " " + right + ")";
  }
  return {};
}

bool jumps(const Stmt* statement) {
  if (!statement) return false;
  if (isa<ReturnStmt>(statement) || isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) ||
      isa<GotoStmt>(statement) || isa<IndirectGotoStmt>(statement) || isa<LabelStmt>(statement) ||
      isa<SwitchStmt>(statement) || isa<SwitchCase>(statement) || isa<AsmStmt>(statement) ||
      isa<CXXThrowExpr>(statement) || isa<LambdaExpr>(statement)) {
    return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(), [](const Stmt* child) { return jumps(child); });
}

const CallExpr* barrierCall(const Stmt* statement) {
  const auto* call = dyn_cast<CallExpr>(ignoreWrappers(statement));
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == "__syncthreads" ? call : nullptr;
}

/// What a mention does with its element; nothing where it is done in some other way than by an operator.
struct ElementAccess {
  bool reads = false, writes = false;
};
std::optional<ElementAccess> elementAccessOf(const VariableUse& use) {
  const Stmt* inner = use.element;
  for (size_t i = use.parents.size(); i-- > 0;) {
    const Stmt* parent = use.parents[i];
    if (isa<ParenExpr>(parent)) {
      inner = parent;
      continue;
    }
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(parent)) {
      return cast->getCastKind() == CK_LValueToRValue ? std::optional(ElementAccess{true, false}) : std::nullopt;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(parent); unary && unary->isIncrementDecrementOp())
      return ElementAccess{true, true};
    const auto* binary = dyn_cast<BinaryOperator>(parent);
    if (!binary || !binary->isAssignmentOp() || binary->getLHS() != inner) return std::nullopt;
    // `a = s[t] = x` reads the element again: not by a cast of its own.
    const bool isDropped = i == 0 || !isa<Expr>(use.parents[i - 1]) || isa<FullExpr>(use.parents[i - 1]);
    return isDropped ? std::optional(ElementAccess{binary->isCompoundAssignmentOp(), true}) : std::nullopt;
  }
  return std::nullopt;
}

/// One statement of a block, with what matters of it.
struct Step {
  const Stmt* statement = nullptr;
  std::vector<const VariableUse*> uses;
  bool fits = false;  ///< may stand inside a run
  const CallExpr* barrier = nullptr;
  std::set<const VarDecl*> changed;
};

/// Are its operands evaluated, once, wherever it is? Not those of sizeof, of `&&`, of __builtin_constant_p.
bool evaluatesOperands(const Expr* expression) {
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) return !binary->isLogicalOp();
  if (const auto* call = dyn_cast<CallExpr>(expression)) {
    const FunctionDecl* callee = call->getDirectCallee();
    return callee && callee->getIdentifier() && !callee->getName().starts_with("__builtin_");
  }
  return isa<ParenExpr>(expression) || isa<ImplicitCastExpr>(expression) || isa<CStyleCastExpr>(expression) ||
         isa<CXXStaticCastExpr>(expression) || isa<CXXFunctionalCastExpr>(expression) ||
         isa<UnaryOperator>(expression) || isa<ArraySubscriptExpr>(expression) || isa<FullExpr>(expression);
}

/// The expression or declaration, without statements inside, that holds the use; the loops between it and `step`,
/// outermost first. Nothing where the use is not made exactly once each time its surroundings run.
struct Way {
  const Stmt* leaf = nullptr;
  std::vector<const ForStmt*> loops;
};
std::optional<Way> wayTo(const VariableUse& use, const Stmt* step) {
  Way way;
  std::vector<const Stmt*> chain = use.parents;
  chain.push_back(use.element);
  auto at = std::find(chain.begin(), chain.end(), step);
  if (at == chain.end()) return std::nullopt;
  for (; at != chain.end(); ++at) {
    const Stmt* next = at + 1 == chain.end() ? nullptr : *(at + 1);
    if (isa<Expr>(*at) || isa<DeclStmt>(*at)) {
      if (!way.leaf) way.leaf = *at;
      const auto* expression = dyn_cast<Expr>(*at);
      if (expression && *at != use.element && !evaluatesOperands(expression)) return std::nullopt;
    } else if (const auto* loop = dyn_cast<ForStmt>(*at)) {
      if (next != loop->getBody()) return std::nullopt;
      way.loops.push_back(loop);
    } else if (!isa<CompoundStmt>(*at) && !isa<AttributedStmt>(*at)) {
      return std::nullopt;
    }
  }
  return way.leaf ? std::optional(way) : std::nullopt;
}

/// Walks through a run with its loops, and notes which slots are touched in which order.
class RunWalk {
 public:
  /// `escaped`: variables that pointers may change.
  RunWalk(const ASTContext& context, std::optional<size_t> dimension, const std::vector<const VariableUse*>& uses,
          const std::set<const VarDecl*>& escaped)
      : context_(context), dimension_(dimension), escaped_(escaped) {
    for (const VariableUse* use : uses) {
      for (size_t i = use->parents.size() + 1; i-- > 0;) {
        const Stmt* leaf = i == use->parents.size() ? use->element : use->parents[i];
        leafUses_[leaf].push_back(use);
      }
    }
  }

  /// False where the rounds of a loop or a slot are not known, or there are too many accesses.
  bool statement(const Stmt* statement) {
    if (!leafUses_.contains(statement)) {
      forget(statement);
      return true;
    }
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      return std::all_of(block->body_begin(), block->body_end(),
                         [this](const Stmt* child) { return this->statement(child); });
    }
    if (const auto* attributed = dyn_cast<AttributedStmt>(statement)) return this->statement(attributed->getSubStmt());
    if (const auto* loop = dyn_cast<ForStmt>(statement)) return rounds(*loop);
    // What the statement itself changes, it may change before it touches an element.
    forget(statement);
    return evaluate(leafUses_.at(statement));
  }

  const std::set<int64_t>& read() const { return read_; }
  const std::set<int64_t>& written() const { return written_; }
  uint64_t loads() const { return loads_; }
  uint64_t stores() const { return stores_; }

 private:
  void forget(const Stmt* statement) {
    for (const VarDecl* variable : changedIn(statement)) known_.erase(variable);
  }

  bool rounds(const ForStmt& loop) {
    const auto counting = countingLoop(&loop, context_);
    if (!counting || escaped_.contains(counting->counter)) return false;
    const auto first = valueOf(counting->first, known_, context_);
    if (!first) return false;
    known_[counting->counter] = *first;
    for (;;) {
      const auto on = goesOn(*counting, known_, context_);
      if (!on) return false;
      if (!*on) return true;
      if (++rounds_ > mostAccesses || !statement(loop.getBody())) return false;
      known_[counting->counter] += counting->step;
    }
  }

  // All reads of an expression come before its only write.
  bool evaluate(const std::vector<const VariableUse*>& uses) {
    std::optional<int64_t> target;
    for (const VariableUse* use : uses) {
      const auto slot =
          dimension_ ? valueOf(use->subscripts[*dimension_], known_, context_) : std::optional<int64_t>(0);
      const auto access = elementAccessOf(*use);
      if (!slot || !access || loads_ + stores_ > mostAccesses) return false;
      if (access->reads) {
        ++loads_;
        if (!written_.contains(*slot)) read_.insert(*slot);
      }
      if (!access->writes) continue;
      if (target) return false;
      target = *slot;
      ++stores_;
    }
    if (target) written_.insert(*target);
    return true;
  }

  const ASTContext& context_;
  std::optional<size_t> dimension_;
  const std::set<const VarDecl*>& escaped_;
  std::map<const Stmt*, std::vector<const VariableUse*>> leafUses_;  // of every statement around uses
  KnownValues known_;
  std::set<int64_t> read_, written_;
  uint64_t loads_ = 0, stores_ = 0, rounds_ = 0;
};

/// Collects runs of one block's statements.
class BlockReader {
 public:
  BlockReader(const FunctionDecl& kernel, const VarDecl& array, unsigned rank, bool acrossBarriers,
              const std::set<const VarDecl*>& escaped)
      : context_(kernel.getASTContext()),
        array_(array),
        rank_(rank),
        acrossBarriers_(acrossBarriers),
        escaped_(escaped) {}

  void read(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (!step.fits || (step.barrier && !acrossBarriers_)) {
        close();
      } else if (step.uses.empty()) {
        if (!run_.empty() && touches(step.changed, baseVariables())) close();
        if (!run_.empty()) run_.push_back(&step);
      } else {
        run_.push_back(&step);
        if (!walked()) {
          run_.pop_back();
          close();
          run_.push_back(&step);
          if (!walked()) run_.clear();
        }
      }
    }
    close();
  }

  std::vector<OwnedElements> found;

 private:
  static bool touches(const std::set<const VarDecl*>& changed, const std::set<const VarDecl*>& variables) {
    return std::any_of(changed.begin(), changed.end(), [&](const VarDecl* one) { return variables.contains(one); });
  }

  std::vector<const VariableUse*> usesOfRun() const {
    std::vector<const VariableUse*> uses;
    for (const Step* step : run_) uses.insert(uses.end(), step->uses.begin(), step->uses.end());
    return uses;
  }

  std::set<const VarDecl*> baseVariables() const {
    std::set<const VarDecl*> variables;
    const auto uses = usesOfRun();
    for (size_t d = 0; d < rank_; ++d) {
      if (slotDimension_ != d && !uses.empty()) formOf(uses.front()->subscripts[d], variables);
    }
    return variables;
  }

  /// What the run does with its elements; nothing where they are not owned. Finds the dimension that tells them
  /// apart.
  std::optional<RunWalk> walked() {
    slotDimension_.reset();
    const auto uses = usesOfRun();
    std::set<const VarDecl*> changed;
    for (const Step* step : run_) changed.insert(step->changed.begin(), step->changed.end());
    for (size_t d = 0; d < rank_; ++d) {
      std::set<const VarDecl*> variables;
      std::set<std::string> forms;
      for (const VariableUse* use : uses) forms.insert(formOf(use->subscripts[d], variables));
      if (forms.contains("") || touches(escaped_, variables)) return std::nullopt;
      if (forms.size() == 1 && !touches(changed, variables)) continue;
      if (slotDimension_) return std::nullopt;
      slotDimension_ = d;
    }
    RunWalk walk(context_, slotDimension_, uses, escaped_);
    for (const Step* step : run_) {
      if (!walk.statement(step->statement)) return std::nullopt;
    }
    return walk;
  }

  static std::optional<OwnedElements::Slots> gapless(const std::set<int64_t>& slots) {
    if (slots.empty() || *slots.rbegin() - *slots.begin() + 1 != static_cast<int64_t>(slots.size()))
      return std::nullopt;
    return OwnedElements::Slots{*slots.begin(), *slots.rbegin()};
  }

  void close() {
    while (!run_.empty() && run_.back()->uses.empty()) run_.pop_back();
    if (!run_.empty()) {
      if (const auto walk = walked(); walk && !hides()) offer(*walk);
    }
    run_.clear();
  }

  void offer(const RunWalk& walk) {
    OwnedElements owned;
    owned.first = run_.front()->statement;
    owned.last = run_.back()->statement;
    owned.slotDimension = slotDimension_;
    for (const Step* step : run_) {
      if (step->barrier) owned.barriers.push_back(step->barrier);
      for (const VariableUse* use : step->uses) {
        owned.uses.push_back(*use);
        const std::optional<Way> way = wayTo(*use, step->statement);
        for (const ForStmt* loop : way->loops) {
          if (std::find(owned.loops.begin(), owned.loops.end(), loop) == owned.loops.end()) owned.loops.push_back(loop);
        }
      }
    }
    owned.read = gapless(walk.read());
    owned.written = gapless(walk.written());
    const uint64_t kept = walk.read().size() + walk.written().size();
    if (!owned.written || (!walk.read().empty() && !owned.read) || !inside(owned)) return;
    if (owned.loops.empty() && owned.barriers.empty()) return;  // a compiler keeps these in registers itself
    if (walk.loads() + walk.stores() < kept + 2) return;
    owned.loads = walk.loads() - walk.read().size();
    owned.stores = walk.stores() - walk.written().size();
    found.push_back(std::move(owned));
  }

  /// Does a declaration between the run's statements take the name of what the subscripts mean outside?
  bool hides() const {
    std::set<std::string> names{"threadIdx", "blockIdx", "blockDim", "gridDim", array_.getName().str()};
    for (const VarDecl* variable : baseVariables()) names.insert(variable->getName().str());
    return std::any_of(run_.begin(), run_.end(), [&](const Step* step) {
      const auto* declared = dyn_cast<DeclStmt>(step->statement);
      return declared && std::any_of(declared->decl_begin(), declared->decl_end(), [&](const Decl* decl) {
               const auto* named = dyn_cast<NamedDecl>(decl);
               return named && names.contains(named->getNameAsString());
             });
    });
  }

  /// Sets the extent. Do all slots lie inside the declared dimension, and are they few enough for registers?
  bool inside(OwnedElements& owned) const {
    if (!owned.slotDimension) return true;
    QualType type = array_.getType();
    for (size_t d = 0; d < *owned.slotDimension; ++d) type = context_.getAsArrayType(type)->getElementType();
    const auto* dimension = context_.getAsConstantArrayType(type);
    if (!dimension) return false;
    owned.extent = dimension->getSize().getZExtValue();
    const auto fits = [&](const std::optional<OwnedElements::Slots>& slots) {
      return !slots || (slots->low >= 0 && slots->high < static_cast<int64_t>(owned.extent));
    };
    return owned.extent <= mostSlots && fits(owned.read) && fits(owned.written);
  }

  const ASTContext& context_;
  const VarDecl& array_;
  unsigned rank_;
  bool acrossBarriers_;
  const std::set<const VarDecl*>& escaped_;
  std::vector<const Step*> run_;
  std::optional<size_t> slotDimension_;
};

void eachBlock(const Stmt* statement, const std::function<void(const CompoundStmt&)>& take) {
  if (!statement || isa<LambdaExpr>(statement)) return;
  if (const auto* block = dyn_cast<CompoundStmt>(statement)) take(*block);
  for (const Stmt* child : statement->children()) eachBlock(child, take);
}

}  // namespace

std::vector<OwnedElements> findOwnedElements(const Editor& editor, const FunctionDecl& kernel, const VarDecl& array,
                                             unsigned rank, bool acrossBarriers) {
  const std::vector<VariableUse> uses = findUses(kernel, array, rank);
  const std::set<const VarDecl*> escaped = escapedIn(kernel.getBody());
  BlockReader reader(kernel, array, rank, acrossBarriers, escaped);
  eachBlock(kernel.getBody(), [&](const CompoundStmt& block) {
    // Most blocks have nothing to do with the array: what their statements do need not be read.
    const auto isInside = [&](const VariableUse& use) {
      return std::find(use.parents.begin(), use.parents.end(), &block) != use.parents.end();
    };
    if (std::none_of(uses.begin(), uses.end(), isInside)) return;
    std::vector<Step> steps;
    for (const Stmt* child : block.body()) {
      Step step{child, {}, !jumps(child), barrierCall(child), changedIn(child)};
      for (const VariableUse& use : uses) {
        const bool isInside =
            use.element == child || std::find(use.parents.begin(), use.parents.end(), child) != use.parents.end();
        if (!isInside) continue;
        step.uses.push_back(&use);
        step.fits = step.fits && wayTo(use, child);
      }
      if (step.fits && !step.barrier) {
        const Result<Effects> done = EffectReader(editor, {}).ofStatement(child);
        step.fits = done.ok() && !done->hasBarrier && !done->exchanges;
      }
      steps.push_back(std::move(step));
    }
    reader.read(steps);
  });
  return std::move(reader.found);
}

}  // namespace warpwright::rewrite
