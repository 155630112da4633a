#pragma once

#include <clang/AST/Type.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class DeclRefExpr;
class Expr;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Where a function reads one element of a table, or a part of it, and does nothing else with it.
struct TableRead {
  const clang::FunctionDecl* function = nullptr;
  const clang::DeclRefExpr* name = nullptr;
  const clang::Expr* element = nullptr;  ///< `table[i][j]`
};

/// An array in constant or global memory, of a size that its declaration says, of numbers or of structures that are
/// copied as bytes; declared in a namespace, so that one name means it all over a function.
struct LookupTable {
  const clang::VarDecl* variable = nullptr;
  std::vector<TableRead> reads;
  std::vector<const clang::DeclRefExpr*> others;  ///< what else is done with the table

  std::string name() const;
  /// Of one element, without qualifiers.
  clang::QualType type() const;
  std::vector<uint64_t> extents() const;  ///< outermost first
  uint64_t elements() const;
  uint64_t bytes() const;
  /// No code of the device can change it: it lies in constant memory, or its elements are constants.
  bool isConstant() const;
};

/// Does `=` copy its bytes, whatever is on its right side, and can it be declared without being made?
bool isCopiedAsBytes(clang::QualType type, const clang::ASTContext& context);

/// The tables of which functions read elements, in the order of their declarations. `functions`: definitions without
/// open types.
std::vector<LookupTable> lookupTables(const std::set<const clang::FunctionDecl*>& functions);

}  // namespace warpwright::rewrite
