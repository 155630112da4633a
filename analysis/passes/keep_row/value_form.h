#pragma once

#include <optional>
#include <set>
#include <string>

#include "analysis/rewrite/tree/constant_loops.h"
#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// How a value is made of a loop's counter, constants and variables. Two of one text have one value wherever their
/// counters have, and their variables.
struct ValueForm {
  std::string text;                           ///< not for people
  std::set<const clang::VarDecl*> variables;  ///< that have to have the same values
};

/// Reads how values of a kernel are made. Memory is not looked into: a value that is loaded has no form.
class ValueForms {
 public:
  /// Keeps references. `mentions`: of the kernel's body.
  ValueForms(const Mentions& mentions, const clang::ASTContext& context) : mentions_(mentions), context_(context) {}

  /// Of a loop's head: two of one form have the same rounds with the same counters. Nothing: its start, condition or
  /// step are more than values, or it steps in another way than by an assignment to its counter.
  std::optional<ValueForm> ofHead(const SteppedLoop& loop) const;
  /// Of the address of a place in memory, in a round of the loop: `a[row * n + k]`. Nothing: it has none.
  std::optional<ValueForm> ofPlace(const clang::Expr& place, const SteppedLoop& loop) const;

 private:
  const Mentions& mentions_;
  const clang::ASTContext& context_;
};

}  // namespace warpwright::rewrite
