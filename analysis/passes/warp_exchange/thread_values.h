#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class ArraySubscriptExpr;
class ASTContext;
class Expr;
class FunctionDecl;
class ParmVarDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// A number for each thread of a block, by its number in the block.
using ThreadNumbers = std::vector<int64_t>;

/// The element that each thread of a block means: of a shared array, counted from its first one.
struct ThreadElements {
  const clang::VarDecl* array = nullptr;
  ThreadNumbers element;

  bool operator==(const ThreadElements&) const = default;
};

/// What the variables of a function are for each thread of a block, at one place of its body: whole numbers that follow
/// from the numbers of the threads and from constants, and pointers into shared arrays. All others are not known.
class ThreadValues {
 public:
  /// At the beginning of the body, nothing is known of its parameters. Keeps a reference to the mentions of the body.
  ThreadValues(const clang::FunctionDecl& function, const rewrite::Mentions& mentions,
               const std::array<uint32_t, 3>& block);

  size_t threads() const { return threads_; }

  /// What an expression is, evaluated at the place. Nothing: it is not known.
  std::optional<ThreadNumbers> number(const clang::Expr* expression) const;
  /// Which element a pointer leads to, or an array begins with.
  std::optional<ThreadElements> pointee(const clang::Expr* pointer) const;
  std::optional<ThreadElements> elementOf(const clang::ArraySubscriptExpr& element) const;

  /// Goes on behind a statement.
  void pass(const clang::Stmt& statement);
  /// What the statement may change is not known from here on.
  void forget(const clang::Stmt& statement);
  /// Does the statement change a variable that the expression names?
  bool changes(const clang::Stmt& statement, const clang::Expr& expression) const;
  /// A call gives a parameter what the caller has.
  void give(const clang::ParmVarDecl& parameter, const clang::Expr& argument, const ThreadValues& caller);

 private:
  std::optional<ThreadNumbers> computed(const clang::Expr& expression) const;
  std::optional<ThreadNumbers> named(const clang::VarDecl& variable) const;
  void set(const clang::VarDecl& variable, const clang::Expr* value);
  void declare(const clang::VarDecl& variable);
  void assign(const clang::Expr& expression);
  bool isFollowed(const clang::VarDecl& variable) const;

  const clang::ASTContext* context_;
  const rewrite::Mentions* mentions_;
  std::array<uint32_t, 3> block_;
  size_t threads_ = 1;
  std::set<const clang::VarDecl*> escaped_;  ///< something else than reading and assigning is done with them
  std::map<const clang::VarDecl*, ThreadNumbers> numbers_;
  std::map<const clang::VarDecl*, ThreadElements> pointers_;
};

}  // namespace warpwright::passes
