#include "analysis/passes/tile_reuse/tile_plan.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/tile_reuse/harmless_code.h"
#include "analysis/passes/tile_reuse/shared_loads.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/moved_names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

Error refusal(const Editor& editor, const Stmt& at, const Message& what) {
  return inputError({"%1 %2", lineText(positionAt(*editor.unit(), at.getBeginLoc()).line), what});
}

/// `return;`, in braces or not.
bool onlyReturns(const Stmt* statement) {
  statement = ignoreWrappers(statement);
  if (const auto* block = dyn_cast_or_null<CompoundStmt>(statement))
    statement = block->size() == 1 ? ignoreWrappers(block->body_front()) : nullptr;
  const auto* back = dyn_cast_or_null<ReturnStmt>(statement);
  return back && !back->getRetValue();
}

/// `if (condition) …` and nothing else about it.
const IfStmt* plainChoice(const Stmt& statement) {
  const auto* choice = dyn_cast<IfStmt>(ignoreWrappers(&statement));
  const bool isPlain = choice && !choice->getElse() && !choice->getInit() && !choice->getConditionVariable() &&
                       !choice->isConstexpr() && !choice->isConsteval();
  return isPlain ? choice : nullptr;
}

bool holds(const Stmt& outer, const Stmt& inner) {
  return frontend::anyPart(&outer, [&](const Stmt& part) { return &part == &inner; });
}

/// Does control leave the statement in another way than at its end?
bool leaves(const Stmt& statement) {
  return frontend::anyPart(&statement, [](const Stmt& part) { return isa<ReturnStmt>(part); });
}

/// A `break` or `continue` that ends a round of the loop with this body.
bool endsRounds(const Stmt& part) {
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(part)) return false;
  if (isa<BreakStmt, ContinueStmt>(part)) return true;
  return std::any_of(part.child_begin(), part.child_end(), [&](const Stmt* child) {
    if (!child) return false;
    // A `break` inside of a switch ends that; a `continue` there does not.
    if (isa<SwitchStmt>(part)) return frontend::anyPart(child, [](const Stmt& one) { return isa<ContinueStmt>(one); });
    return endsRounds(*child);
  });
}

/// Loops in the order of the text, outer ones first.
void collectLoops(const Stmt& part, std::vector<const ForStmt*>& found) {
  if (const auto* loop = dyn_cast<ForStmt>(&part)) found.push_back(loop);
  for (const Stmt* child : part.children()) {
    if (child) collectLoops(*child, found);
  }
}

class LoopPlanner {
 public:
  LoopPlanner(const Editor& editor, const FunctionDecl& kernel, const ThreadValues& values, const ForStmt& loop)
      : editor_(editor),
        kernel_(kernel),
        context_(kernel.getASTContext()),
        mentions_(*values.mentions()),
        loop_(loop),
        plan_{.values = values, .loop = &loop} {}

  Result<TilePlan> plan() {
    if (Status could = head(); !could.ok()) return could.error();
    if (Status could = descend(*kernel_.getBody(), nullptr); !could.ok()) return could.error();
    if (Status could = names(); !could.ok()) return could.error();
    if (Status could = body(); !could.ok()) return could.error();
    Result<std::vector<SharedLoad>> loads = findSharedLoads(plan_, kernel_);
    if (!loads.ok()) return refusal(editor_, loop_, said(loads.error()));
    plan_.loads = *std::move(loads);
    HarmlessCode harmless(editor_);
    for (const SharedLoad& load : plan_.loads) harmless.allow(load.mentions);
    const auto isNumber = [](const SharedLoad& load) { return load.isNumber; };
    plan_.runsForAll = std::all_of(plan_.loads.begin(), plan_.loads.end(), isNumber) &&
                       harmless.mayRun(*loop_.getBody()) && !isSeenByOthers();
    return std::move(plan_);
  }

 private:
  /// `for (int k = begin; k < end; ++k)`.
  Status head() {
    const Error no = refusal(editor_, loop_, "has a loop that does not count up by one from a number to below another");
    if (!loop_.getInit() || !loop_.getCond() || !loop_.getInc() || loop_.getConditionVariable()) return no;
    if (const auto* declared = dyn_cast<DeclStmt>(loop_.getInit())) {
      plan_.counter = declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
      plan_.declaresCounter = true;
      plan_.begin = plan_.counter ? plan_.counter->getInit() : nullptr;
    } else if (const auto* set = dyn_cast<BinaryOperator>(loop_.getInit()); set && set->getOpcode() == BO_Assign) {
      plan_.counter = isa<DeclRefExpr>(set->getLHS()->IgnoreParens()) ? namedVariable(set->getLHS()) : nullptr;
      plan_.begin = set->getRHS();
    }
    if (!plan_.counter || !plan_.begin || !isOfThread(*plan_.counter)) return no;
    const QualType type = plan_.counter->getType();
    if (!type->isIntegerType() || type.isVolatileQualified() || context_.getIntWidth(type) < 32) return no;
    if (!findEnd() || !countsUp()) return no;
    return unchanged();
  }

  bool isCounter(const Expr& value) const {
    const auto* read = dyn_cast<ImplicitCastExpr>(value.IgnoreParens());
    return read && read->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr>(read->getSubExpr()->IgnoreParens()) &&
           namedVariable(read) == plan_.counter->getCanonicalDecl();
  }

  bool findEnd() {
    const auto* ends = dyn_cast<BinaryOperator>(loop_.getCond()->IgnoreParenImpCasts());
    if (!ends || (ends->getOpcode() != BO_LT && ends->getOpcode() != BO_GT)) return false;
    const bool isReversed = ends->getOpcode() == BO_GT;
    plan_.end = isReversed ? ends->getLHS() : ends->getRHS();
    return isCounter(isReversed ? *ends->getRHS() : *ends->getLHS()) &&
           context_.hasSameUnqualifiedType(plan_.end->getType(), plan_.counter->getType());
  }

  bool countsUp() const {
    const Expr* step = loop_.getInc()->IgnoreParens();
    if (const auto* more = dyn_cast<UnaryOperator>(step))
      return more->isIncrementOp() && namedVariable(more->getSubExpr()) == plan_.counter->getCanonicalDecl();
    const auto* more = dyn_cast<CompoundAssignOperator>(step);
    Expr::EvalResult by;
    return more && more->getOpcode() == BO_AddAssign && isa<DeclRefExpr>(more->getLHS()->IgnoreParens()) &&
           namedVariable(more->getLHS()) == plan_.counter->getCanonicalDecl() && !more->getRHS()->isValueDependent() &&
           more->getRHS()->EvaluateAsInt(by, context_) && by.Val.getInt() == 1;
  }

  /// The counter is only read in the body, and all threads of a block go over the same rounds.
  Status unchanged() const {
    const auto found = mentions_.variables.find(plan_.counter->getCanonicalDecl());
    if (found == mentions_.variables.end()) return {};
    for (const Mention& mention : found->second) {
      const bool isInBody =
          std::find(mention.parents.begin(), mention.parents.end(), loop_.getBody()) != mention.parents.end() ||
          mention.node == static_cast<const Stmt*>(loop_.getBody());
      const bool isAddress = std::any_of(mention.parents.begin(), mention.parents.end(), [](const Stmt* around) {
        const auto* operation = dyn_cast<UnaryOperator>(around);
        return operation && operation->getOpcode() == UO_AddrOf;
      });
      if ((isInBody && !isRead(mention)) || (isAddress && !isRead(mention)))
        return refusal(editor_, *mention.node,
                       {"changes %1 in the loop, or may", code(plan_.counter->getNameAsString())});
    }
    for (const Expr* bound : {plan_.begin, plan_.end}) {
      if (plan_.values.of(*bound) != 0)
        return refusal(editor_, *bound,
                       "has a loop whose ends are not known to be the same for all threads of a block");
      if (!dividesSafely(*bound, context_)) return refusal(editor_, *bound, "divides for the end of the loop");
    }
    return {};
  }

  /// Goes down to the loop: through the blocks and conditions that it stands in.
  Status descend(const Stmt& body, const IfStmt* under) {
    const auto* block = dyn_cast<CompoundStmt>(&body);
    const std::vector<const Stmt*> list =
        block ? std::vector<const Stmt*>(block->body_begin(), block->body_end()) : std::vector<const Stmt*>{&body};
    TileLevel level;
    level.under = under;
    size_t i = 0;
    for (; i < list.size() && !holds(*list[i], loop_); ++i) {
      Result<StatementBefore::Kind> kind = kindOf(*list[i]);
      if (!kind.ok()) return kind.error();
      level.before.push_back({list[i], *kind});
    }
    if (i == list.size()) return refusal(editor_, loop_, "has a loop in a place that is not understood");
    level.behind.assign(list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end());
    plan_.levels.push_back(std::move(level));
    const Stmt* next = ignoreWrappers(list[i]);
    if (next == &loop_) {
      plan_.statement = list[i];
      return {};
    }
    if (isa<CompoundStmt>(next)) return descend(*next, nullptr);
    const IfStmt* choice = plainChoice(*next);
    if (!choice || !holds(*choice->getThen(), loop_))
      return refusal(editor_, *next,
                     "stands around the loop: only blocks and conditions without `else` may, for threads to wait for "
                     "each other in it");
    if (Status could = addConditions(*choice->getCond(), false); !could.ok()) return could;
    return descend(*ignoreWrappers(choice->getThen()), choice);
  }

  Result<StatementBefore::Kind> kindOf(const Stmt& statement) {
    using enum StatementBefore::Kind;
    const IfStmt* choice = plainChoice(statement);
    if (choice && onlyReturns(choice->getThen())) {
      if (Status could = addConditions(*choice->getCond(), true); !could.ok()) return could.error();
      return leaves;
    }
    if (rewrite::leaves(statement)) return refusal(editor_, statement, "returns in front of the loop");
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofStatement(&statement);
    if (!effects.ok()) return effects.error();
    if (!plan_.isGuarded()) return asItIs;
    const auto* declared = dyn_cast<DeclStmt>(ignoreWrappers(&statement));
    if (!declared) return work;
    return HarmlessCode(editor_).mayRun(statement) ? Result<StatementBefore::Kind>(asItIs) : firstValues(*declared);
  }

  /// May each variable begin with another value for threads that do not go on?
  Result<StatementBefore::Kind> firstValues(const DeclStmt& declared) {
    for (const Decl* one : declared.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const QualType type = variable ? variable->getType() : QualType();
      const bool isScalar = variable && (type->isArithmeticType() || type->isPointerType());
      if (!isScalar || !isOfThread(*variable) || type->getContainedDeducedType() ||
          (variable->hasInit() && variable->getInitStyle() != VarDecl::CInit))
        return refusal(editor_, declared, "declares what only threads that go on to the loop may");
      plan_.values.forget(*variable);
    }
    return StatementBefore::Kind::declaration;
  }

  /// Parts that all hold, or none of which does where threads leave.
  Status addConditions(const Expr& given, bool isNegated) {
    const Expr* value = given.IgnoreParens();
    const auto* both = dyn_cast<BinaryOperator>(value);
    if (both && both->getOpcode() == (isNegated ? BO_LOr : BO_LAnd)) {
      if (Status could = addConditions(*both->getLHS(), isNegated); !could.ok()) return could;
      return addConditions(*both->getRHS(), isNegated);
    }
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofExpression(value);
    if (!effects.ok()) return effects.error();
    if (effects->repeats || !effects->writes.empty()) return refusal(editor_, given, "has a condition that does more");
    plan_.conditions.push_back({value, isNegated, plan_.values.of(*value)});
    return {};
  }

  /// Conditions are asked once more in front of the loop: their names mean the same there.
  Status names() const {
    const KernelNames known(kernel_);
    for (const TileCondition& condition : plan_.conditions) {
      const bool isOpen = frontend::anyPart(condition.value, [&](const Stmt& part) {
        const auto* name = dyn_cast<DeclRefExpr>(&part);
        return name && known.hasOtherMeaning(name->getDecl()->getNameAsString());
      });
      if (isOpen) return refusal(editor_, *condition.value, "has a condition with a name that means two things");
    }
    return {};
  }

  /// Do threads that do not come to the loop look at what it leaves, behind the conditions around it?
  bool isSeenByOthers() const {
    std::vector<const Stmt*> behind;
    bool isUnder = false;
    for (auto level = plan_.levels.rbegin(); level != plan_.levels.rend(); ++level) {
      if (isUnder) behind.insert(behind.end(), level->behind.begin(), level->behind.end());
      isUnder = isUnder || level->under;
    }
    const auto isMentioned = [&](const VarDecl* variable) {
      const auto found = mentions_.variables.find(variable->getCanonicalDecl());
      if (found == mentions_.variables.end()) return false;
      return std::any_of(found->second.begin(), found->second.end(), [&](const Mention& mention) {
        return std::any_of(behind.begin(), behind.end(), [&](const Stmt* one) {
          return std::find(mention.parents.begin(), mention.parents.end(), one) != mention.parents.end();
        });
      });
    };
    return isMentioned(plan_.counter) || std::any_of(written_.begin(), written_.end(), isMentioned);
  }

  Status body() {
    const Stmt& body = *loop_.getBody();
    if (declaresNames(body)) return refusal(editor_, loop_, "declares more than variables in the loop");
    if (leaves(body) || endsRounds(body)) return refusal(editor_, loop_, "has a loop that may end in its middle");
    EffectReader reader(editor_, {true, 0});
    const Result<Effects> effects = reader.ofStatement(&body);
    if (!effects.ok()) return effects.error();
    written_ = effects->writes;
    return {};
  }

  const Editor& editor_;
  const FunctionDecl& kernel_;
  const ASTContext& context_;
  const Mentions& mentions_;
  const ForStmt& loop_;
  TilePlan plan_;
  VariableSet written_;  ///< in the loop's body
};

}  // namespace

Result<TilePlan> planTiles(const Editor& editor, const FunctionDecl& kernel, const std::array<unsigned, 3>& block) {
  if (!kernel.getBody()) return inputError("its body is not known");
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  const auto mentions = std::make_shared<const Mentions>(mentionsOf(kernel.getBody()));
  if (mentions->strange) return refusal(editor, *mentions->strange, "is not understood");
  if (mentions->destroyed) return refusal(editor, *mentions->destroyed, "makes an object that is destroyed at its end");
  const ThreadValues values(kernel, mentions, block);
  if (values.coordinates().empty()) return inputError("its blocks have one thread");
  std::vector<const ForStmt*> loops;
  collectLoops(*kernel.getBody(), loops);
  if (loops.empty()) return inputError("it has no loop that counts");
  std::optional<Error> why;  // of the first that holds no other
  bool isOfInner = false;
  for (const ForStmt* loop : loops) {
    Result<TilePlan> plan = LoopPlanner(editor, kernel, values, *loop).plan();
    if (plan.ok()) return plan;
    std::vector<const ForStmt*> inner;
    collectLoops(*loop->getBody(), inner);
    if (!why || (!isOfInner && inner.empty())) why = plan.error();
    isOfInner = isOfInner || inner.empty();
  }
  return *why;
}

}  // namespace warpwright::rewrite
