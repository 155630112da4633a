#include "analysis/rewrite/tree/index_names.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

namespace warpwright::rewrite {

using namespace clang;

const DeclRefExpr* indexObject(const MSPropertyRefExpr& property) {
  const Expr* base = property.getBaseExpr()->IgnoreParenImpCasts();
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(base); opaque && opaque->getSourceExpr())
    base = opaque->getSourceExpr()->IgnoreParenImpCasts();
  return dyn_cast<DeclRefExpr>(base);
}

std::optional<std::pair<std::string, int>> indexNamed(const MSPropertyRefExpr& property) {
  const DeclRefExpr* name = indexObject(property);
  const StringRef member = property.getPropertyDecl()->getName();
  if (!name || member.size() != 1 || member[0] < 'x' || member[0] > 'z') return std::nullopt;
  return std::pair(name->getDecl()->getNameAsString(), member[0] - 'x');
}

std::optional<std::pair<std::string, int>> indexNamed(const Stmt& expression) {
  const auto* pseudo = dyn_cast<PseudoObjectExpr>(&expression);
  const auto* property = pseudo ? dyn_cast<MSPropertyRefExpr>(pseudo->getSyntacticForm()->IgnoreParens()) : nullptr;
  return property ? indexNamed(*property) : std::nullopt;
}

}  // namespace warpwright::rewrite
