#include "analysis/passes/division_steps/counter_divisions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <utility>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/names.h"
#include "analysis/passes/hoist/first_round.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/moved_names.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

using Divisions = std::vector<Placed<BinaryOperator>>;

/// Integers of the sizes in which a processor counts.
bool isNumber(QualType type, const ASTContext& context) {
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() && !type.isVolatileQualified() &&
         (context.getIntWidth(type) == 32 || context.getIntWidth(type) == 64);
}

uint64_t mostOf(QualType type, const ASTContext& context) {
  return UINT64_MAX >> (64 - context.getIntWidth(type) + (type->isSignedIntegerType() ? 1 : 0));
}

bool isConstant(const Expr& number, const ASTContext& context) {
  Expr::EvalResult result;
  return !number.isValueDependent() && number.EvaluateAsInt(result, context);
}

/// May it be evaluated where nobody did? Not what may be undefined: a quotient, a shift, a sum that may be too large
/// for its type, a variable that may not be set yet.
bool isHarmless(const Expr& number, const ASTContext& context) {
  const Expr& value = *number.IgnoreParens();
  if (isConstant(value, context) || indexNamed(value)) return true;
  if (const auto* name = dyn_cast<DeclRefExpr>(&value)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    return variable && (isa<ParmVarDecl>(variable) || variable->hasInit());
  }
  if (const auto* cast = dyn_cast<CastExpr>(&value)) return isHarmless(*cast->getSubExpr(), context);
  const auto* both = dyn_cast<BinaryOperator>(&value);
  return both && both->getType()->isUnsignedIntegerType() && (both->isAdditiveOp() || both->getOpcode() == BO_Mul) &&
         isHarmless(*both->getLHS(), context) && isHarmless(*both->getRHS(), context);
}

/// Is it made of variables and memory alone, and does nothing?
bool mayAskTwice(const Expr& value, const ASTContext& context) {
  const Mentions mentions = mentionsOf(&value);
  return !hasEffects(&value, context) && mentions.calls.empty() && mentions.made.empty() && !mentions.strange;
}

/// Those that end a round of the loop whose body it is.
void findContinues(const Stmt* part, std::vector<const ContinueStmt*>& found) {
  if (!part || isLoop(part)) return;
  if (const auto* one = dyn_cast<ContinueStmt>(part)) found.push_back(one);
  for (const Stmt* child : part->children()) findContinues(child, found);
}

/// Is it the same that is added?
bool isSameOffset(const Expr* a, const Expr* b, const ASTContext& context) {
  return a && b ? isSameText(*a, *b, context) : a == b;
}

/// `known ? carried : i / w`: is what it gives carried already, if that is known?
bool isCarried(const Placed<BinaryOperator>& place) {
  return std::ranges::any_of(place.parents, [](const Stmt* around) {
    const auto* choice = dyn_cast<ConditionalOperator>(around);
    if (!choice || !isa<DeclRefExpr>(writtenNumber(*choice->getCond())) ||
        !writtenNumber(*choice->getCond()).getType()->isBooleanType())
      return false;
    return isa<DeclRefExpr>(writtenNumber(*choice->getTrueExpr())) ||
           isa<IntegerLiteral>(writtenNumber(*choice->getFalseExpr()));
  });
}

/// A value that follows from the counter of a loop.
struct CounterValue {
  std::optional<size_t> quotient;  ///< of that division; nothing: the counter, with `offset` added
  const Expr* offset = nullptr;
  uint64_t most = 0;  ///< the largest number of the types on the way
};

/// Finds what one loop divides.
class DivisionFinder {
 public:
  DivisionFinder(const Mentions& mentions, const LoopValues& values, const Divisions& all, const ASTContext& context,
                 DividingLoop& loop)
      : mentions_(mentions), values_(values), all_(all), context_(context), loop_(loop) {}

  void find() {
    for (const Placed<BinaryOperator>& division : all_) {
      if (isInRound(division.parents)) look(division);
    }
  }

  const Stmt* other = nullptr;  ///< a division of the counter that stays; null: there is none
  Message why;                  ///< why it does

 private:
  bool isInRound(const std::vector<const Stmt*>& parents) const {
    return holds(parents, *loop_.head.statement->getBody());
  }

  void look(const Placed<BinaryOperator>& place) {
    const BinaryOperator& division = *place.node;
    const bool isInside = std::ranges::any_of(
        place.parents, [&](const Stmt* around) { return std::ranges::find(taken_, around) != taken_.end(); });
    const std::optional<size_t> at = isInside || isCarried(place) ? std::nullopt : divisionOf(division);
    if (!at) return;
    CounterDivision& found = loop_.divisions[*at];
    (division.getOpcode() == BO_Div ? found.quotients : found.remainders).push_back(&division);
    taken_.push_back(&division);
  }

  /// The number of the loop's division of which this one is the quotient or remainder; it is added where it is new.
  std::optional<size_t> divisionOf(const BinaryOperator& division) {
    const std::optional<CounterValue> value = valueOf(*division.getLHS());
    if (!value) return std::nullopt;
    const Expr& divisor = writtenNumber(*division.getRHS());
    const QualType type = division.getType().getUnqualifiedType();
    if (isConstant(divisor, context_)) return no(division, "compilers make a product of a division by a constant");
    if (!values_.isSame(divisor, *loop_.head.statement))
      return no(division, "what it divides by may change in the loop");
    for (size_t i = 0; i < loop_.divisions.size(); ++i) {
      const CounterDivision& known = loop_.divisions[i];
      if (known.of == value->quotient && isSameOffset(known.offset, value->offset, context_) &&
          isSameText(*known.divisor, divisor, context_) && context_.hasSameType(known.type, type))
        return i;
    }
    if (!mayComeEarlier(divisor, division) || (value->offset && !mayComeEarlier(*value->offset, division)))
      return no(division, "rounds may pass over it, and what it is made of cannot be computed ahead of them");
    if (value->offset && !keepBelow(value->most)) return no(division, "a number may be too large for its type");
    loop_.divisions.push_back({value->quotient, value->offset, &divisor, hasItsName(divisor), type, {}, {}});
    return loop_.divisions.size() - 1;
  }

  /// What the expression makes of the counter; nothing: it is another one.
  std::optional<CounterValue> valueOf(const Expr& given) {
    const Expr& value = *given.IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(&value)) return converted(*cast);
    if (const auto* name = dyn_cast<DeclRefExpr>(&value)) return named(*name);
    const auto* both = dyn_cast<BinaryOperator>(&value);
    if (!both || !isNumber(both->getType(), context_)) return std::nullopt;
    if (both->getOpcode() == BO_Add) return sum(*both);
    const std::optional<size_t> at = both->getOpcode() == BO_Div ? divisionOf(*both) : std::nullopt;
    if (!at) return std::nullopt;
    return CounterValue{at, nullptr, mostOf(both->getType(), context_)};
  }

  std::optional<CounterValue> converted(const CastExpr& cast) {
    const std::optional<CounterValue> value = valueOf(*cast.getSubExpr());
    if (!value || cast.getCastKind() == CK_LValueToRValue || cast.getCastKind() == CK_NoOp) return value;
    const bool keepsAll = cast.getCastKind() == CK_IntegralCast && isNumber(cast.getType(), context_) &&
                          mostOf(cast.getType(), context_) >= value->most;
    return keepsAll ? value : std::nullopt;
  }

  std::optional<CounterValue> named(const DeclRefExpr& name) {
    const auto* variable = dyn_cast<VarDecl>(name.getDecl());
    if (!variable || !isNumber(variable->getType(), context_)) return std::nullopt;
    variable = variable->getCanonicalDecl();
    if (variable == loop_.head.counter->getCanonicalDecl())
      return CounterValue{std::nullopt, nullptr, mostOf(variable->getType(), context_)};
    // A name that the round gives to a value.
    const auto declared = mentions_.declared.find(variable);
    if (declared == mentions_.declared.end() || !isInRound(declared->second.parents) || !variable->hasLocalStorage() ||
        !variable->getInit() || !isOnlyRead(mentions_, variable))
      return std::nullopt;
    return valueOf(*variable->getInit());
  }

  /// `i + number`, or `number + i`.
  std::optional<CounterValue> sum(const BinaryOperator& both) {
    const bool isFirst = !values_.isSame(*both.getLHS(), *loop_.head.statement);
    const Expr &part = isFirst ? *both.getLHS() : *both.getRHS(), &number = isFirst ? *both.getRHS() : *both.getLHS();
    if (!values_.isSame(number, *loop_.head.statement)) return std::nullopt;
    std::optional<CounterValue> value = valueOf(part);
    if (!value || value->quotient || value->offset) return std::nullopt;
    value->offset = &writtenNumber(number);
    value->most = std::min(value->most, mostOf(both.getType(), context_));
    return value;
  }

  /// Can it be asked in front of the loop that no number becomes larger?
  bool keepBelow(uint64_t most) {
    if (!canBeBounded(loop_, values_)) return false;
    loop_.most = std::min(loop_.most.value_or(most), most);
    return true;
  }

  /// May a part of the division be computed in front of the loop, where it is known that there is a round?
  bool mayComeEarlier(const Expr& part, const BinaryOperator& division) const {
    if (isHarmless(part, context_)) return true;
    const auto placed = std::ranges::find(all_, &division, &Placed<BinaryOperator>::node);
    if (placed == all_.end()) return false;
    const FirstRound first = firstRoundOf(division, placed->parents, *loop_.head.statement, context_);
    return first.kind == FirstRound::Kind::always || (first.kind == FirstRound::Kind::ifAny && loop_.end);
  }

  bool hasItsName(const Expr& divisor) const {
    const auto* name = dyn_cast<DeclRefExpr>(&divisor);
    if (!name) return false;
    return std::ranges::none_of(mentions_.declared, [&](const auto& declared) {
      return declared.first->getName() == name->getDecl()->getName() &&
             holds(declared.second.parents, *loop_.head.statement);
    });
  }

  std::nullopt_t no(const Expr& division, const Message& reason) {
    if (!other) {
      other = &division;
      why = reason;
    }
    return std::nullopt;
  }

 public:
  /// Is the number that the counter stays below the same in all rounds?
  static bool canBeBounded(const DividingLoop& loop, const LoopValues& values) {
    const BinaryOperatorKind operation = cast<BinaryOperator>(loop.head.condition)->getOpcode();
    return (operation == BO_LT || operation == BO_LE) && loop.end && loop.end->getType()->isIntegerType() &&
           values.isSame(*loop.end, *loop.head.statement);
  }

 private:
  const Mentions& mentions_;
  const LoopValues& values_;
  const Divisions& all_;
  const ASTContext& context_;
  DividingLoop& loop_;
  std::vector<const Stmt*> taken_;
};

class DividingLoopFinder {
 public:
  DividingLoopFinder(const Editor& editor, const FunctionDecl& kernel, const Mentions& mentions)
      : editor_(editor), context_(kernel.getASTContext()), mentions_(mentions), values_(mentions_, context_) {}

  DividingLoops find(const Stmt& body) {
    eachPart(&body, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      const auto* both = dyn_cast<BinaryOperator>(&part);
      if (both && (both->getOpcode() == BO_Div || both->getOpcode() == BO_Rem) && isNumber(both->getType(), context_))
        divisions_.push_back({both, parents});
    });
    eachPart(&body, [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
      if (const auto* loop = dyn_cast<ForStmt>(&part)) read(*loop, parents);
    });
    return std::move(found_);
  }

 private:
  void read(const ForStmt& statement, std::vector<const Stmt*> parents) {
    const std::optional<SteppedLoop> head = steppedLoop(&statement, context_);
    if (!head || !isNumber(head->counter->getType(), context_)) return;
    DividingLoop loop;
    loop.head = *head;
    loop.statement = &statement;
    for (; !parents.empty() && isa<AttributedStmt>(parents.back()); parents.pop_back()) loop.statement = parents.back();
    findContinues(statement.getBody(), loop.early);
    readEnd(loop);
    const Message obstacle = obstacleIn(loop, parents);
    DivisionFinder finder(mentions_, values_, divisions_, context_, loop);
    finder.find();
    if (finder.other) note(*finder.other, finder.why);
    if (loop.divisions.empty()) return;
    if (!obstacle.empty()) return note(statement, obstacle);
    found_.loops.push_back(std::move(loop));
  }

  /// Its end, where the condition names the counter as it is.
  void readEnd(DividingLoop& loop) const {
    const auto& compared = *cast<BinaryOperator>(loop.head.condition);
    if (isa<DeclRefExpr>(writtenNumber(*compared.getLHS())) && mayAskTwice(*compared.getRHS(), context_) &&
        !mentionsOf(compared.getRHS()).variables.contains(loop.head.counter->getCanonicalDecl()))
      loop.end = &writtenNumber(*compared.getRHS());
  }

  /// Why the loop stays as it is; empty: it need not. Reads its step.
  Message obstacleIn(DividingLoop& loop, const std::vector<const Stmt*>& parents) const {
    if (parents.empty() || !isa<CompoundStmt>(parents.back()) ||
        std::ranges::any_of(parents, [](const Stmt* one) { return isa<SwitchStmt>(one); }))
      return "the loop is no statement of a block";
    if (declaresNames(*loop.head.statement)) return "the loop declares more than variables";
    if (const auto* declared = loop.head.counter;
        isa<DeclStmt>(loop.head.statement->getInit()) && declared->getInitStyle() != VarDecl::CInit)
      return "its counter begins in another way than with `=`";
    const auto& mentioned = mentions_.variables.at(loop.head.counter->getCanonicalDecl());
    const bool isOwn = isOfThread(*loop.head.counter);
    const bool isAsked = !changedIn(loop.head.condition).contains(loop.head.counter);
    if (!isOwn || !isAsked || !std::ranges::all_of(mentioned, [](const Mention& mention) {
          return isRead(mention) || useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
        }))
      return "something else may change its counter";
    if (Message why = readStep(loop); !why.empty()) return why;
    return hasSeveralRounds(*loop.head.statement) ? Message() : Message("the loop has one round at most");
  }

  Message readStep(DividingLoop& loop) const {
    const QualType counter = loop.head.counter->getType();
    QualType type = counter;
    if (!loop.head.step) return "its counter stands still";
    const Expr& step = *loop.head.step->IgnoreParens();
    const auto* one = dyn_cast<UnaryOperator>(&step);
    const auto* set = dyn_cast<BinaryOperator>(&step);
    const auto isCounter = [&](const Expr* place) { return namedVariable(place) == loop.head.counter; };
    if (one && one->isIncrementOp() && isCounter(one->getSubExpr())) {
    } else if (set && set->getOpcode() == BO_AddAssign && isCounter(set->getLHS())) {
      loop.by = &writtenNumber(*set->getRHS());
      type = cast<CompoundAssignOperator>(set)->getComputationResultType();
    } else if (set && set->getOpcode() == BO_Assign && isCounter(set->getLHS())) {
      const auto* sum = dyn_cast<BinaryOperator>(writtenNumber(*set->getRHS()).IgnoreParens());
      if (!sum || sum->getOpcode() != BO_Add || !isa<DeclRefExpr>(writtenNumber(*sum->getLHS())) ||
          !isCounter(sum->getLHS()))
        return "it does not add to its counter";
      loop.by = &writtenNumber(*sum->getRHS());
      type = sum->getType();
    } else {
      return "it does not add to its counter";
    }
    return judgeStep(loop, type);
  }

  /// `type`: in which it is added.
  Message judgeStep(DividingLoop& loop, QualType type) const {
    const QualType counter = loop.head.counter->getType();
    const bool isOne = !loop.by || isOneOf(*loop.by);
    if (isOne) loop.by = nullptr;
    if (!isOne && (!values_.isSame(*loop.by, *loop.head.statement) || !loop.by->getType()->isIntegerType()))
      return "what it adds to its counter may change";
    if (!isOne && isConstant(*loop.by, context_) && !isPositive(*loop.by, context_)) return "it does not count up";
    if (!isOne && !isHarmless(*loop.by, context_))
      return "what it adds to its counter cannot be computed ahead of its rounds";
    // Whole numbers with a sign do not overflow.
    if (counter->isSignedIntegerType() && context_.hasSameUnqualifiedType(counter, type)) return {};
    const auto& compared = *cast<BinaryOperator>(loop.head.condition);
    const bool isBelow = isOne && compared.getOpcode() == BO_LT && loop.end &&
                         compared.getLHS()->getType()->isIntegerType() &&
                         context_.getIntWidth(compared.getLHS()->getType()) == context_.getIntWidth(counter);
    if (isBelow) return {};
    if (!DivisionFinder::canBeBounded(loop, values_)) return "its counter may become too large for its type";
    loop.most = mostOf(counter, context_);
    return {};
  }

  bool isOneOf(const Expr& number) const {
    Expr::EvalResult result;
    return number.EvaluateAsInt(result, context_) && result.Val.getInt() == 1;
  }

  bool hasSeveralRounds(const ForStmt& statement) const {
    const std::optional<CountingLoop> counting = countingLoop(&statement, context_);
    const std::optional<int64_t> first = counting ? rewrite::valueOf(counting->first, {}, context_) : std::nullopt;
    return !first || goesOn(*counting, {{counting->counter, *first + counting->step}}, context_) != false;
  }

  void note(const Stmt& at, const Message& why) {
    if (found_.why.empty()) found_.why = {"%1: %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), why};
  }

  const Editor& editor_;
  const ASTContext& context_;
  const Mentions& mentions_;
  const LoopValues values_;
  Divisions divisions_;
  DividingLoops found_;
};

}  // namespace

const Expr& writtenNumber(const Expr& number) {
  return *number.IgnoreParenImpCasts();
}

bool isPositive(const Expr& number, const ASTContext& context) {
  const auto index = indexNamed(*number.IgnoreParenImpCasts());
  if (index) return index->first == "blockDim" || index->first == "gridDim";
  Expr::EvalResult result;
  return number.EvaluateAsInt(result, context) && result.Val.getInt().isStrictlyPositive();
}

bool isNaturalConstant(const Expr& number, const ASTContext& context) {
  Expr::EvalResult result;
  return number.EvaluateAsInt(result, context) && !result.Val.getInt().isNegative();
}

Result<DividingLoops> findDividingLoops(const Editor& editor, const FunctionDecl& kernel) {
  if (!kernel.getBody()) return inputError("its body is not known");
  if (const std::string hidden = hiddenBuiltIn(editor, kernel); !hidden.empty())
    return inputError({"%1 is something else in it", code(hidden)});
  const Mentions mentions = mentionsOf(kernel.getBody());
  if (mentions.strange)
    return inputError(
        {"%1 is not understood", lineText(positionAt(*editor.unit(), mentions.strange->getBeginLoc()).line)});
  return DividingLoopFinder(editor, kernel, mentions).find(*kernel.getBody());
}

}  // namespace warpwright::rewrite
