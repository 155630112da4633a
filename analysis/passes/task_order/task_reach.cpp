#include "analysis/passes/task_order/task_reach.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"

namespace warpwright::passes {

using namespace clang;

TaskReach::TaskReach(const FunctionDecl& kernel, const IfStmt& guard, bool guardLeaves)
    : region_(guardLeaves ? kernel.getBody() : guard.getThen()) {
  std::vector<const Stmt*> open{kernel.getBody()};
  hasOtherReturn_ = false;
  while (!open.empty() && !hasOtherReturn_) {
    const Stmt* one = open.back();
    open.pop_back();
    if (!one || (guardLeaves && one == &guard)) continue;
    hasOtherReturn_ = isa<ReturnStmt>(one);
    open.insert(open.end(), one->child_begin(), one->child_end());
  }
}

bool TaskReach::isAlways(const Stmt* node, const std::vector<const Stmt*>& parents,
                         const std::vector<const ForStmt*>& rows) const {
  if (hasOtherReturn_) return false;
  const Stmt* child = node;
  for (size_t i = parents.size(); i-- > 0; child = parents[i]) {
    const Stmt* parent = parents[i];
    if (parent == region_) return true;
    const auto* binary = dyn_cast<BinaryOperator>(parent);
    const auto* branch = dyn_cast<IfStmt>(parent);
    const auto* loop = dyn_cast<ForStmt>(parent);
    const auto leaves = [](const Stmt& part) { return isa<BreakStmt, ContinueStmt>(part); };
    const bool isRow = loop && loop->getBody() == child && std::find(rows.begin(), rows.end(), loop) != rows.end() &&
                       !frontend::anyPart(loop, leaves);
    const auto* choice = dyn_cast<ConditionalOperator>(parent);
    const bool isChosen = choice ? choice->getCond() != child : isa<AbstractConditionalOperator>(parent);
    const bool isEvaluated = isa<Expr>(parent) && !isChosen &&
                             !isa<StmtExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(parent) &&
                             !(binary && binary->isLogicalOp() && binary->getLHS() != child);
    const bool isCondition = branch && branch->getCond() == child;
    if (!isa<DeclStmt, CompoundStmt>(parent) && !isRow && !isEvaluated && !isCondition) return false;
  }
  return false;
}

}  // namespace warpwright::passes
