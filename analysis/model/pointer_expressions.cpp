#include "analysis/model/pointer_expressions.h"

#include <clang/AST/ExprCXX.h>

namespace warpwright::model {

using namespace clang;

const Expr* stripped(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreParenCasts();
    if (const auto* full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(inner))
      inner = replaced->getReplacement();
    else if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
             made && made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1)
      inner = made->getArg(0);
    if (inner == expression) return inner;
    expression = inner;
  }
}

const Expr* elementOf(const Expr* list, int64_t index) {
  const auto* inits = list ? dyn_cast<InitListExpr>(stripped(list)) : nullptr;
  const bool isIn =
      inits && inits->getType()->isArrayType() && index >= 0 && index < static_cast<int64_t>(inits->getNumInits());
  return isIn ? inits->getInit(static_cast<unsigned>(index)) : nullptr;
}

void addReturns(const Stmt* statement, std::vector<const ReturnStmt*>& found) {
  if (!statement || isa<LambdaExpr>(statement)) return;
  if (const auto* one = dyn_cast<ReturnStmt>(statement)) found.push_back(one);
  for (const Stmt* child : statement->children()) addReturns(child, found);
}

const Expr* partOf(const Expr* value, const std::string& path) {
  const auto* list = dyn_cast<InitListExpr>(stripped(value));
  const RecordDecl* record = list && list->getType()->isRecordType() ? list->getType()->getAsRecordDecl() : nullptr;
  if (!record || path.size() < 2) return value;
  unsigned index = 0;
  for (const FieldDecl* field : record->fields()) {
    if (field->getNameAsString() == path.substr(1) && index < list->getNumInits()) return list->getInit(index);
    ++index;
  }
  return value;
}

bool movesPointer(const UnaryOperator& change) {
  return change.getType()->isPointerType();
}
bool movesPointer(const BinaryOperator& change) {
  return change.isCompoundAssignmentOp() && change.getType()->isPointerType();
}

}  // namespace warpwright::model
