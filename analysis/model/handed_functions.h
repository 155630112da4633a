#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::model {

/// Functions of the host, and kernels, that are handed to functions which do nothing with them but call or launch them,
/// or hand them on to such:
///
///   template <class F, class... A> float timed(F f, A&&... a) { …; f(std::forward<A>(a)...); … }
///   timed(step, x, n);   // calls `step` with what `timed` hands on
///
///   template <class K, class... A> void go(K kernel, int n, A... a) { kernel<<<n / 256, 256>>>(a...); }
///   go(scale<float>, n, x);   // launches `scale<float>` with what `go` hands on
struct HandedFunctions {
  /// A call, or launch, by a parameter.
  struct Call {
    const clang::CallExpr* call = nullptr;
    const clang::FunctionDecl* by = nullptr;      ///< whose parameter it is
    std::vector<const clang::CallExpr*> callers;  ///< the calls that hand the function to that
  };

  /// Mentions of functions that say nothing else.
  std::unordered_set<const clang::Expr*> names;
  /// What such a function is called by, by its canonical declaration; each call once.
  std::map<const clang::FunctionDecl*, std::vector<Call>> calls;
  /// The same of local variables that kernels are kept in, whose mentions are names, too: `auto f = k; go(f, n, x);`.
  std::map<const clang::VarDecl*, std::vector<Call>> ofVariables;
};

/// Found once a unit.
const HandedFunctions& handedFunctions(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
