#pragma once

#include <unordered_set>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class CallExpr;
class DeclRefExpr;
class ParmVarDecl;
}  // namespace clang

namespace warpwright::model {

/// Is it a call of std::forward? It gives what it is given.
bool isForward(const clang::CallExpr& call);

/// Reference parameters of the project's functions that nothing is changed by, though their types would let it:
///
///   template <class F, class... A> void timed(F f, A&&... a) { f(std::forward<A>(a)...); }
///
/// All that is done with them is to read what they refer to, as it is or forwarded, and to bind another one to it.
class ReadReferences {
 public:
  explicit ReadReferences(const frontend::ParsedUnit& unit);

  /// `parameter`: of any declaration of the function.
  bool onlyReads(const clang::ParmVarDecl& parameter) const;
  /// Is a name there for nothing but to be read, or to bind one of these parameters to what it names?
  bool isRead(const clang::DeclRefExpr& name) const { return names_.contains(&name); }

 private:
  std::unordered_set<const clang::ParmVarDecl*> parameters_;  ///< of definitions
  std::unordered_set<const clang::DeclRefExpr*> names_;
};

/// Found once a unit.
const ReadReferences& readReferences(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
