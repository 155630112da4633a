#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace clang {
class ASTContext;
class Expr;
class ForStmt;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

bool isLoop(const clang::Stmt* statement);

/// What integer variables hold at one point of a walk through loops whose rounds are known when they are compiled.
using KnownValues = std::map<const clang::VarDecl*, int64_t>;

/// The value of an integer expression of constants and known variables. Nothing where it holds anything else, or where
/// a number on the way needs more than 31 bits, or is negative as an unsigned one: no wrap-around has to be thought of.
std::optional<int64_t> valueOf(const clang::Expr* expression, const KnownValues& known,
                               const clang::ASTContext& context);

/// `for (i = first; i < bound; i += step)` with an integer counter that only its head changes.
struct CountingLoop {
  const clang::ForStmt* statement = nullptr;
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* first = nullptr;
  const clang::Expr* condition = nullptr;  ///< a comparison with the counter on its left
  int64_t step = 0;
};

/// The same with any step: what the head does behind each round, to the counter among others, or to nothing.
struct SteppedLoop {
  const clang::ForStmt* statement = nullptr;
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* first = nullptr;
  const clang::Expr* condition = nullptr;  ///< a comparison with the counter on its left
  const clang::Expr* step = nullptr;       ///< null: there is none
};

/// Reads a loop's head. Nothing where it is another kind of loop, or where its body may change the counter.
std::optional<SteppedLoop> steppedLoop(const clang::ForStmt* loop, const clang::ASTContext& context);
/// Reads it where it counts by a constant.
std::optional<CountingLoop> countingLoop(const clang::ForStmt* loop, const clang::ASTContext& context);

/// Does the loop go on with these values? Nothing where that is not known.
std::optional<bool> goesOn(const CountingLoop& loop, const KnownValues& known, const clang::ASTContext& context);

/// Variables of which something other than a read may be done in the statement: assigned, counted up, declared, bound
/// to a reference, their address taken.
std::set<const clang::VarDecl*> changedIn(const clang::Stmt* statement);

/// Of those, the ones with which more is done than assignments and counting: a pointer or a reference to them may live
/// on.
std::set<const clang::VarDecl*> escapedIn(const clang::Stmt* statement);

}  // namespace warpwright::rewrite
