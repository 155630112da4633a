#pragma once

#include <set>

#include "analysis/model/source_text.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/base/message.h"

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Values that the rounds of a loop of host code use, where the loop does nothing but launch kernels and, perhaps, wait
/// for them. Nobody changes a variable meanwhile whom the program could wait for; but where a round waits, what the
/// device or another thread wrote before may be seen in the next.
class SteadyValues {
 public:
  /// `counter`: of the loop. `waits`: its rounds wait for the device.
  SteadyValues(const rewrite::Editor& editor, const clang::FunctionDecl& function, const clang::VarDecl& counter,
               bool waits);

  /// Why a round may see another value than one before, or the expression cannot be evaluated once more: the rest of a
  /// sentence about it. Empty: its value comes again after `period()` rounds.
  Message whyNot(const clang::Expr* value);
  /// Rounds after which all values come again that were asked for: 1, 2 or 4. It is more than 1 where the counter is
  /// named, as in `i % 2`.
  unsigned period() const { return period_; }
  /// Does nobody else have the variable of the function, by a pointer or reference, who could write it meanwhile?
  bool staysOwn(const clang::VarDecl& variable) const;

 private:
  Message ofName(const clang::Expr& name, const clang::VarDecl& variable);
  Message ofMember(const clang::Expr& member);
  Message ofSubscript(const clang::Expr& subscript, bool isRead);
  Message ofUnary(const clang::Expr& operation);
  Message ofBinary(const clang::Expr& operation);
  Message ofCall(const clang::CallExpr& call);
  Message ofParts(const clang::Expr& value);
  bool isOfCounter(const clang::Expr& operation);
  LineList line(const clang::Expr& part) const;

  const rewrite::Editor& editor_;
  const clang::FunctionDecl& function_;
  const clang::VarDecl& counter_;
  bool waits_;
  model::SourceText text_;
  rewrite::Mentions mentions_;
  bool hidesNames_;  ///< there is a lambda, which may have any variable
  unsigned period_ = 1;
  int depth_ = 0;  ///< of calls that are looked into
};

}  // namespace warpwright::passes
