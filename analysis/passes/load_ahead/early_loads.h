#pragma once

#include <clang/AST/Type.h>

#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class CompoundAssignOperator;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A load from memory behind an argument that every thread makes behind a barrier, and whose address it knows in front
/// of it. Both stand in the kernel's outermost block.
struct EarlyLoad {
  const clang::Stmt* barrier = nullptr;    ///< a `__syncthreads();`, the first in front of which the address is known
  const clang::Stmt* statement = nullptr;  ///< that holds the load
  const clang::ParmVarDecl* array = nullptr;
  clang::QualType type;                                   ///< of what is loaded: a number
  std::vector<const clang::Expr*> mentions{};             ///< all in the statement, one element
  const clang::CompoundAssignOperator* update = nullptr;  ///< `a[i] += x` is the statement; null: it only loads
};

struct EarlyLoads {
  std::vector<EarlyLoad> loads;  ///< one for each element and statement, in the order of the text
  Message why;                   ///< why another load stays, as the rest of a sentence; empty: there is none
};

/// Loads of a kernel that can be made in front of a barrier, as far as addresses and the threads' ways tell. Whether
/// what is loaded changes until then is not looked at. `kernel`: a definition without open types. Errors: nothing of it
/// is understood.
Result<EarlyLoads> findEarlyLoads(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
