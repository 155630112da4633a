#pragma once

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

/// What keeps its value while a loop of a kernel runs, as far as the text tells. Memory is not looked into.
class LoopValues {
 public:
  /// Keeps references. `mentions`: of the kernel's body.
  LoopValues(const Mentions& mentions, const clang::ASTContext& context) : mentions_(mentions), context_(context) {}

  /// Does the variable keep its value in the loop, which it is declared in front of?
  bool stays(const clang::VarDecl& variable, const clang::Stmt& loop) const;
  /// Has the whole number one value in all rounds, made of nothing in memory?
  bool isSame(const clang::Expr& number, const clang::Stmt& loop) const;

 private:
  bool isDeclaredIn(const clang::VarDecl& variable, const clang::Stmt& loop) const;

  const Mentions& mentions_;
  const clang::ASTContext& context_;
};

}  // namespace warpwright::rewrite
