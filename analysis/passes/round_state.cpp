#include "analysis/passes/round_state.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <vector>

#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::Mention;
using rewrite::Mentions;

bool isIn(const Stmt& around, const std::vector<const Stmt*>& parents) {
  return std::find(parents.begin(), parents.end(), &around) != parents.end();
}

/// Does what stands around an object, or a part of one, give the same again: `.x`, `[1]`, `(a, b)`, `a = 1`?
bool isSameObject(const Stmt& around, const Stmt* below, const Stmt* outer) {
  if (isa<ParenExpr, ConditionalOperator, ExprWithCleanups>(around)) return true;
  if (const auto* member = dyn_cast<MemberExpr>(&around))
    return !member->isArrow() && isa<FieldDecl>(member->getMemberDecl());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(&around)) return element->getBase() == below;
  if (const auto* unary = dyn_cast<UnaryOperator>(&around)) return unary->isPrefix() && unary->isIncrementDecrementOp();
  if (const auto* binary = dyn_cast<BinaryOperator>(&around))
    return binary->isAssignmentOp() ? binary->getLHS() == below : binary->getOpcode() == BO_Comma;
  const auto* cast = dyn_cast<CastExpr>(&around);
  if (!cast) return false;
  return cast->getCastKind() == CK_NoOp ||
         (cast->getCastKind() == CK_ArrayToPointerDecay && isa_and_nonnull<ArraySubscriptExpr>(outer));
}

/// May the place that is mentioned be reached by its address, or by another name, from then on?
bool tellsAddress(const Mention& mention) {
  const Stmt* below = mention.node;
  for (auto up = mention.parents.rbegin(); up != mention.parents.rend(); below = *up++) {
    const Stmt* outer = up + 1 == mention.parents.rend() ? nullptr : *(up + 1);
    if (isSameObject(**up, below, outer)) continue;
    if (const auto* cast = dyn_cast<CastExpr>(*up))
      return cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_ToVoid;
    if (const auto* unary = dyn_cast<UnaryOperator>(*up)) return !unary->isPostfix();
    if (const auto* made = dyn_cast<CXXConstructExpr>(*up)) return !made->getConstructor()->isTrivial();
    return isa<Expr, DeclStmt>(*up);
  }
  return false;
}

/// The rounds of one loop.
class Rounds {
 public:
  Rounds(const Stmt& loop, const BinaryOperator& step, const Mentions& mentions, const ASTContext& context)
      : loop_(loop), step_(step), mentions_(mentions), context_(context) {
    const auto* counted = dyn_cast<ForStmt>(&loop);
    body_ = counted ? counted->getBody() : cast<WhileStmt>(loop).getBody();
  }

  bool carryIn(const VarDecl& variable, const std::vector<Mention>& uses) const {
    if (variable.hasAttr<CUDASharedAttr>()) return carryInShared(uses);
    // What the header of the loop declares lives for all rounds.
    const auto declared = mentions_.declared.find(&variable);
    const bool isNew = declared != mentions_.declared.end() && isIn(*body_, declared->second.parents);
    if (isNew && !variable.isStaticLocal()) return false;
    const auto changes = [&](const Mention& use) {
      return isIn(loop_, use.parents) && use.node != step_.getLHS()->IgnoreParens() && !rewrite::isRead(use);
    };
    const bool isOwn = variable.isLocalVarDeclOrParm();
    return std::any_of(uses.begin(), uses.end(), changes) ||
           (isOwn && std::any_of(uses.begin(), uses.end(), tellsAddress));
  }

 private:
  bool carryInShared(const std::vector<Mention>& uses) const {
    const auto isInLoop = [&](const Mention& use) { return isIn(loop_, use.parents); };
    if (std::none_of(uses.begin(), uses.end(), isInLoop)) return false;
    const Mention& first = uses.front();
    const Expr* element = elementOf(first);
    const BinaryOperator* write = writeOf(first, element);
    if (!write || !staysSame(*element, *first.node)) return true;
    return std::any_of(uses.begin() + 1, uses.end(), [&](const Mention& use) {
      return !isIn(*body_, use.parents) || isIn(*write, use.parents) || tellsAddress(use) ||
             !isSame(*elementOf(use), *element);
    });
  }

  static const Expr* elementOf(const Mention& mention) {
    const Expr* element = mention.node;
    for (auto up = mention.parents.rbegin(); up != mention.parents.rend(); ++up) {
      const auto* cast = dyn_cast<CastExpr>(*up);
      const auto* subscript = dyn_cast<ArraySubscriptExpr>(*up);
      const bool isPart =
          (cast && cast->getCastKind() == CK_ArrayToPointerDecay) || (subscript && subscript->getBase() == element);
      if (!isPart) break;
      element = llvm::cast<Expr>(*up);
    }
    return element;
  }

  /// The assignment to the element that stands in the loop's body as a statement, which each round runs. Null: none.
  const BinaryOperator* writeOf(const Mention& mention, const Expr* element) const {
    for (size_t i = mention.parents.size(); i-- > 1;) {
      const auto* assignment = dyn_cast<BinaryOperator>(mention.parents[i]);
      if (!assignment) continue;
      const bool isStatement = mention.parents[i - 1] == body_ && isa<CompoundStmt>(body_);
      const bool isPlain = assignment->getOpcode() == BO_Assign && assignment->getLHS() == element;
      return isStatement && isPlain ? assignment : nullptr;
    }
    return nullptr;
  }

  /// Is it the same element throughout a round: by numbers, indices and variables that nothing changes in between?
  bool staysSame(const Expr& element, const DeclRefExpr& array) const {
    bool stays = true;
    rewrite::eachPart(&element,
                      [&](const Stmt& part, const auto&) { stays = stays && (&part == &array || isSteady(part)); });
    return stays;
  }

  bool isSteady(const Stmt& part) const {
    if (const auto* name = dyn_cast<DeclRefExpr>(&part)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (!variable) return isa<EnumConstantDecl>(name->getDecl());
      variable = variable->getCanonicalDecl();
      if (!mentions_.variables.contains(variable)) return true;  // an index
      const bool isNumber = variable->isLocalVarDeclOrParm() && variable->getType()->isIntegerType();
      const bool isCounter = rewrite::namedVariable(step_.getLHS()) == variable;
      return isNumber && (isCounter || rewrite::isOnlyRead(mentions_, variable));
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(&part)) return !binary->isAssignmentOp();
    if (const auto* unary = dyn_cast<UnaryOperator>(&part))
      return unary->isArithmeticOp() && !unary->isIncrementDecrementOp();
    return isa<IntegerLiteral, ParenExpr, CastExpr, ConstantExpr, SubstNonTypeTemplateParmExpr, ArraySubscriptExpr,
               MSPropertyRefExpr, OpaqueValueExpr>(part);
  }

  bool isSame(const Expr& a, const Expr& b) const {
    llvm::FoldingSetNodeID x, y;
    a.Profile(x, context_, true);
    b.Profile(y, context_, true);
    return x == y;
  }

  const Stmt& loop_;
  const BinaryOperator& step_;
  const Mentions& mentions_;
  const ASTContext& context_;
  const Stmt* body_ = nullptr;
};

}  // namespace

bool carriesState(const Stmt& loop, const BinaryOperator& step, const Mentions& mentions, const ASTContext& context) {
  const Rounds rounds(loop, step, mentions, context);
  return std::any_of(mentions.variables.begin(), mentions.variables.end(),
                     [&](const auto& one) { return rounds.carryIn(*one.first, one.second); });
}

}  // namespace warpwright::passes
