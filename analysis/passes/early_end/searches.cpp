#include "analysis/passes/early_end/searches.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/constant_loops.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/moved_names.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A block of one statement is that statement.
const Stmt* withoutBlock(const Stmt* statement) {
  const auto* block = dyn_cast_or_null<CompoundStmt>(statement);
  return block && block->size() == 1 ? block->body_front() : statement;
}

bool names(const Stmt* part, const VarDecl& variable) {
  return frontend::anyPart(part, [&](const Stmt& one) {
    const auto* name = dyn_cast<DeclRefExpr>(&one);
    const auto* named = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return named && named->getCanonicalDecl() == variable.getCanonicalDecl();
  });
}

/// What a search is made of, beside its place.
struct Parts {
  Search search;
  const VarDecl* flag = nullptr;
  const Expr* value = nullptr;         ///< that the flag is set to
  std::set<const VarDecl*> steps;      ///< variables that each round counts up or down, and nobody else looks at
  std::optional<CountingLoop> counts;  ///< by a constant
};

class SearchFinder {
 public:
  explicit SearchFinder(const FunctionDecl& function)
      : context_(function.getASTContext()), mentions_(mentionsOf(function.getBody())), values_(mentions_, context_) {}

  Searches find(const Stmt& body) {
    // What a round counts may go on from where another time left it.
    if (!mentions_.jump) into(body);
    return std::move(found_);
  }

 private:
  void into(const Stmt& statement) {
    if (isa<LambdaExpr>(statement)) return;
    if (const auto* block = dyn_cast<CompoundStmt>(&statement)) lookAt(*block);
    for (const Stmt* child : statement.children()) {
      if (child) into(*child);
    }
  }

  void lookAt(const CompoundStmt& block) {
    std::optional<Parts> before;
    std::vector<const DeclStmt*> between;
    for (const Stmt* statement : block.body()) {
      std::optional<Parts> parts = read(*statement);
      if (parts && before && mayJoin(*before, between, *parts)) {
        parts->search.joined = before->search.loop;
        parts->search.joinedQuestion = before->search.choice->getCond();
        parts->search.joinedCounter = before->search.counter;
        found_.all.pop_back();
      }
      if (parts) found_.all.push_back(parts->search);
      const auto* declares = dyn_cast<DeclStmt>(statement);
      if (parts || !declares) between.clear();
      if (declares)
        between.push_back(declares);
      else
        before = parts && !parts->search.joined ? std::move(parts) : std::nullopt;
    }
  }

  /// Nothing: it is none. Where it looks like one, that is noted.
  std::optional<Parts> read(const Stmt& statement) {
    const auto* loop = dyn_cast<ForStmt>(&statement);
    const Stmt* last = loop ? lastOf(*loop->getBody()) : nullptr;
    Parts parts;
    if (!last || (!readChoice(*last, parts) && !readKept(*last, parts))) return std::nullopt;
    Message why = readHead(*loop, parts);
    if (why.empty()) why = parts.search.kept ? readRounds(*loop, parts) : readRest(*loop, *last, parts);
    if (why.empty()) return parts;
    if (!found_.other) {
      found_.other = loop;
      found_.why = std::move(why);
    }
    return std::nullopt;
  }

  static const Stmt* lastOf(const Stmt& body) {
    const auto* block = dyn_cast<CompoundStmt>(&body);
    if (!block) return &body;
    return block->body_empty() ? nullptr : block->body_back();
  }

  static std::vector<const Stmt*> roundOf(const ForStmt& loop) {
    const auto* block = dyn_cast<CompoundStmt>(loop.getBody());
    if (!block) return {loop.getBody()};
    return {block->body_begin(), block->body_end()};
  }

  /// Why a round may end with something else than a number more; empty: it does not.
  Message readHead(const ForStmt& loop, Parts& parts) const {
    const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
    const std::optional<SteppedLoop> stepped = declared ? steppedLoop(&loop, context_) : std::nullopt;
    if (!stepped || !stepped->step || !countsOnlyItself(*stepped)) return "counts by more than a variable of its own";
    if (hasEffects(stepped->condition, context_) || names(loop.getCond(), *parts.flag) ||
        names(loop.getInc(), *parts.flag))
      return {"does more in its head than to count, or looks at %1", code(parts.flag->getNameAsString())};
    parts.search.loop = &loop;
    parts.search.counter = stepped->counter;
    parts.counts = countingLoop(&loop, context_);
    return {};
  }

  /// Why a round leaves more than what it has found; empty: it does not.
  Message readRest(const ForStmt& loop, const Stmt& last, Parts& parts) const {
    const Expr& question = *parts.search.choice->getCond();
    if (names(&question, *parts.flag)) return {"asks for %1, which it sets", code(parts.flag->getNameAsString())};
    if (asks(question)) return "does more in its question than to ask";
    const auto* block = dyn_cast<CompoundStmt>(loop.getBody());
    if (!block) return {};
    for (const Stmt* one : block->body()) {
      if (one != &last && !takeStep(*one, loop, parts)) return "does more in a round than to ask";
    }
    return {};
  }

  static bool countsOnlyItself(const SteppedLoop& loop) {
    const std::set<const VarDecl*> changed = changedIn(loop.step);
    return std::all_of(changed.begin(), changed.end(), [&](const VarDecl* one) { return one == loop.counter; }) &&
           !frontend::anyPart(loop.step, [](const Stmt& part) { return isa<CallExpr, LambdaExpr>(part); });
  }

  /// `++x;`, of a number that only the loop looks at.
  bool takeStep(const Stmt& statement, const ForStmt& loop, Parts& parts) const {
    const auto* step = dyn_cast<UnaryOperator>(&statement);
    const VarDecl* variable = step && step->isIncrementDecrementOp() ? namedVariable(step->getSubExpr()) : nullptr;
    if (!variable || !isOfThread(*variable) || !variable->getType()->isIntegerType() ||
        variable->getType().isVolatileQualified())
      return false;
    const auto mentioned = mentions_.variables.find(variable->getCanonicalDecl());
    if (mentioned == mentions_.variables.end()) return false;
    const bool isOwn = std::all_of(mentioned->second.begin(), mentioned->second.end(), [&](const Mention& mention) {
      return holds(mention.parents, loop) &&
             (isRead(mention) || useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value);
    });
    const auto declared = mentions_.declared.find(variable->getCanonicalDecl());
    // Declared outside of another loop around this one, the next round of that would go on with what it holds.
    const auto around = placeOf(loop);
    if (!isOwn || declared == mentions_.declared.end() || declared->second.parents != around) return false;
    parts.steps.insert(variable->getCanonicalDecl());
    return true;
  }

  /// What stands around the loop.
  std::vector<const Stmt*> placeOf(const ForStmt& loop) const {
    std::vector<const Stmt*> around;
    for (const auto& [variable, mentions] : mentions_.variables) {
      for (const Mention& mention : mentions) {
        const auto at = std::find(mention.parents.begin(), mention.parents.end(), &loop);
        if (at != mention.parents.end()) return {mention.parents.begin(), at};
      }
    }
    return around;
  }

  /// Why a round leaves more than a flag that stays as it is once it has changed; empty: it does not.
  Message readRounds(const ForStmt& loop, Parts& parts) const {
    const std::string flag = parts.flag->getNameAsString();
    std::set<const VarDecl*> own;
    bool leaves = false;
    frontend::anyPart(loop.getBody(), [&](const Stmt& part) {
      leaves = leaves || isa<BreakStmt, ContinueStmt, ReturnStmt, SwitchStmt, LabelStmt>(part);
      if (const auto* declares = dyn_cast<DeclStmt>(&part)) {
        for (const Decl* declared : declares->decls()) {
          const auto* variable = dyn_cast<VarDecl>(declared);
          if (variable && isOfThread(*variable) && !variable->getType()->isReferenceType())
            own.insert(variable->getCanonicalDecl());
        }
      }
      return false;
    });
    if (leaves) return "leaves a round before its end";
    for (const Stmt* one : roundOf(loop)) {
      Parts kept;
      const bool isKept = readKept(*one, kept) && kept.flag->getCanonicalDecl() == parts.flag->getCanonicalDecl() &&
                          kept.search.isKeptTrue == parts.search.isKeptTrue;
      const Stmt& asked = isKept ? *kept.value : *one;
      if (names(&asked, *parts.flag)) return {"asks for %1, which it sets", code(flag)};
      const bool isOpen = isKept && kept.value->isInstantiationDependent();
      if (isOpen || (hasEffectsBeside(own, asked, context_) && !takeStep(*one, loop, parts)))
        return {"does more in a round than to set %1", code(flag)};
    }
    return {};
  }

  /// `flag &= isGood;`, `flag = flag && isGood;`: once it is false it stays so. `|=` and `||`: once it is true, which
  /// of a number only one value is.
  bool readKept(const Stmt& statement, Parts& parts) const {
    const auto* sets = dyn_cast<BinaryOperator>(&statement);
    const VarDecl* flag = sets && sets->isAssignmentOp() && isa<DeclRefExpr>(sets->getLHS()->IgnoreParens())
                              ? namedVariable(sets->getLHS())
                              : nullptr;
    if (!flag || !isOfThread(*flag) || !flag->getType()->isIntegerType() || flag->getType().isVolatileQualified())
      return false;
    BinaryOperatorKind kind = sets->getOpcode();
    parts.value = sets->getRHS();
    if (const auto* both = dyn_cast<BinaryOperator>(sets->getRHS()->IgnoreParenImpCasts());
        kind == BO_Assign && both && both->isLogicalOp()) {
      if (namedVariable(both->getLHS()) != flag) return false;
      kind = both->getOpcode() == BO_LAnd ? BO_AndAssign : BO_OrAssign;
      parts.value = both->getRHS();
    }
    if (kind != BO_AndAssign && (kind != BO_OrAssign || !flag->getType()->isBooleanType())) return false;
    parts.flag = flag;
    parts.search.set = sets;
    parts.search.kept = flag;
    parts.search.isKeptTrue = kind == BO_OrAssign;
    return isNamedAlone(*flag);
  }

  /// `if (question) flag = false;`
  bool readChoice(const Stmt& statement, Parts& parts) const {
    const auto* choice = dyn_cast<IfStmt>(&statement);
    if (!choice || choice->getElse() || choice->isConstexpr() || choice->isConsteval() || choice->hasInitStorage() ||
        choice->hasVarStorage())
      return false;
    const Stmt* set = withoutBlock(choice->getThen());
    const auto* assigns = dyn_cast_or_null<BinaryOperator>(set);
    if (!assigns || assigns->getOpcode() != BO_Assign) return false;
    parts.flag = isa<DeclRefExpr>(assigns->getLHS()->IgnoreParens()) ? namedVariable(assigns->getLHS()) : nullptr;
    parts.value = assigns->getRHS()->IgnoreParenImpCasts();
    const bool isConstant = isa<CXXBoolLiteralExpr, IntegerLiteral, CharacterLiteral>(parts.value);
    if (!parts.flag || !isConstant || !isOfThread(*parts.flag) || !parts.flag->getType()->isIntegerType() ||
        parts.flag->getType().isVolatileQualified())
      return false;
    parts.search.choice = choice;
    parts.search.set = set;
    return isNamedAlone(*parts.flag);
  }

  /// No reference or pointer to it hands on what it is set to.
  bool isNamedAlone(const VarDecl& variable) const {
    const auto mentioned = mentions_.variables.find(variable.getCanonicalDecl());
    return mentioned != mentions_.variables.end() &&
           std::all_of(mentioned->second.begin(), mentioned->second.end(), [](const Mention& mention) {
             return isRead(mention) || useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
           });
  }

  /// Does the question more than to compute of what is in variables and memory?
  bool asks(const Expr& question) const {
    return question.isInstantiationDependent() || hasEffects(&question, context_) ||
           frontend::anyPart(
               &question, [](const Stmt& part) { return isa<CallExpr, CXXConstructExpr, LambdaExpr, StmtExpr>(part); });
  }

  /// Do both go through the same numbers, set the same, and does nothing come in between on which a question rests?
  bool mayJoin(const Parts& first, const std::vector<const DeclStmt*>& between, const Parts& second) const {
    if (first.search.kept || second.search.kept || !first.steps.empty() ||
        first.flag->getCanonicalDecl() != second.flag->getCanonicalDecl() ||
        !isSameText(*first.value, *second.value, context_) || !first.counts || !second.counts ||
        !goThroughTheSame(first, second))
      return false;
    const Expr& question = *first.search.choice->getCond();
    for (const VarDecl* step : second.steps) {
      if (names(&question, *step)) return false;
    }
    std::set<std::string> declared{second.search.counter->getNameAsString()};
    for (const DeclStmt* one : between) {
      for (const Decl* decl : one->decls()) {
        const auto* variable = dyn_cast<VarDecl>(decl);
        if (!variable || !isOfThread(*variable) || variable->getType()->isReferenceType() ||
            !variable->getType()->isScalarType() || names(variable->getInit(), *first.flag) ||
            (variable->getInit() && asks(*variable->getInit())))
          return false;
        declared.insert(variable->getNameAsString());
      }
    }
    return !meansOther(question, declared, *first.search.counter);
  }

  /// May a name of the question's text, of a type or a member as well, mean something else in the second loop?
  bool meansOther(const Expr& question, const std::set<std::string>& declared, const VarDecl& counter) const {
    const auto names = namesInText(question, context_);
    if (!names) return true;
    size_t counted = 0;
    frontend::anyPart(&question, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      counted += name && name->getDecl()->getCanonicalDecl() == counter.getCanonicalDecl();
      return false;
    });
    return std::ranges::any_of(*names, [&](const auto& named) {
      // The counter becomes that of the second loop where it is a value: in `decltype(i)` it is none.
      if (named.first == counter.getNameAsString()) return named.second != counted;
      return declared.contains(named.first);
    });
  }

  bool goThroughTheSame(const Parts& first, const Parts& second) const {
    const CountingLoop &a = *first.counts, &b = *second.counts;
    const auto* endOfA = cast<BinaryOperator>(a.condition);
    const auto* endOfB = cast<BinaryOperator>(b.condition);
    if (!context_.hasSameUnqualifiedType(a.counter->getType(), b.counter->getType()) ||
        !a.counter->getType()->isSignedIntegerType() || a.step != 1 || endOfA->getOpcode() != BO_LT ||
        !staysSame(*endOfA->getRHS(), first, second) || !isOfType(*endOfA->getRHS(), *a.counter))
      return false;
    if (b.step == 1)
      return endOfB->getOpcode() == BO_LT && isSameText(*a.first, *b.first, context_) &&
             staysSame(*a.first, first, second) && isSameText(*endOfA->getRHS(), *endOfB->getRHS(), context_);
    // 0 … n - 1, and n - 1 … 0.
    const auto* last = dyn_cast<BinaryOperator>(b.first->IgnoreParenImpCasts());
    return b.step == -1 && endOfB->getOpcode() == BO_GE && valueOf(a.first, {}, context_) == 0 &&
           valueOf(endOfB->getRHS(), {}, context_) == 0 && last && last->getOpcode() == BO_Sub &&
           isOfType(*last, *b.counter) && isSameText(*last->getLHS(), *endOfA->getRHS(), context_) &&
           valueOf(last->getRHS(), {}, context_) == 1;
  }

  bool isOfType(const Expr& value, const VarDecl& counter) const {
    return context_.hasSameUnqualifiedType(value.IgnoreParenImpCasts()->getType(), counter.getType());
  }

  bool staysSame(const Expr& value, const Parts& first, const Parts& second) const {
    return values_.isSame(value, *first.search.loop) && values_.isSame(value, *second.search.loop) &&
           !names(&value, *first.flag);
  }

  const ASTContext& context_;
  const Mentions mentions_;
  const LoopValues values_;
  Searches found_;
};

}  // namespace

Searches findSearches(const FunctionDecl& function) {
  const Stmt* body = function.getBody();
  if (!body || function.isDependentContext()) return {};
  return SearchFinder(function).find(*body);
}

}  // namespace warpwright::rewrite
