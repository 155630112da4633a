#pragma once

#include <functional>
#include <vector>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Is the statement among those that stand around something?
bool holds(const std::vector<const clang::Stmt*>& parents, const clang::Stmt& statement);

/// A part of a kernel: is what stands inside of these a part of it?
using Region = std::function<bool(const std::vector<const clang::Stmt*>& parents)>;

/// What keeps its value while a part of a kernel runs, a loop for one, as far as the text tells. Memory is not looked
/// into.
class LoopValues {
 public:
  /// Keeps references. `mentions`: of the kernel's body.
  LoopValues(const Mentions& mentions, const clang::ASTContext& context) : mentions_(mentions), context_(context) {}

  /// Does the variable keep its value in the part, which it is declared in front of?
  bool stays(const clang::VarDecl& variable, const Region& part) const;
  bool stays(const clang::VarDecl& variable, const clang::Stmt& loop) const;
  /// Has the whole number one value in all of the part, made of nothing in memory?
  bool isSame(const clang::Expr& number, const Region& part) const;
  bool isSame(const clang::Expr& number, const clang::Stmt& loop) const;

 private:
  bool isDeclaredIn(const clang::VarDecl& variable, const Region& part) const;

  const Mentions& mentions_;
  const clang::ASTContext& context_;
};

}  // namespace warpwright::rewrite
