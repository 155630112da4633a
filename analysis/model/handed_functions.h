#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// Functions of the host that are handed to others, which do nothing with them but call them:
///
///   template <class F, class... A> float timed(F f, A&&... a) { …; f(std::forward<A>(a)...); … }
///   timed(step, x, n);   // calls `step` with what `timed` hands on
struct HandedFunctions {
  /// Mentions of functions that say nothing else.
  std::unordered_set<const clang::Expr*> names;
  /// The calls by parameters that such a function is handed to, by its canonical declaration.
  std::map<const clang::FunctionDecl*, std::vector<const clang::CallExpr*>> calls;
};

/// Found once a unit. Kernels are none of them: what is launched is told elsewhere (useOf).
const HandedFunctions& handedFunctions(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
