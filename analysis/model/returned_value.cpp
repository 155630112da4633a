#include "analysis/model/returned_value.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Stmt.h>

namespace warpwright::model {

using namespace clang;

const Expr* onlyReturned(const FunctionDecl& function) {
  const auto* method = dyn_cast<CXXMethodDecl>(&function);
  if (method && method->isVirtual()) return nullptr;
  const FunctionDecl* definition = nullptr;
  const auto* body = dyn_cast_or_null<CompoundStmt>(function.getBody(definition));
  const auto* gives = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  return gives ? gives->getRetValue() : nullptr;
}

}  // namespace warpwright::model
