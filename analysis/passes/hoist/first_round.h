#pragma once

#include <cstdint>
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// When a thread that comes to a loop evaluates a part of it in the first round.
struct FirstRound {
  enum class Kind : uint8_t {
    always,    ///< whatever values there are
    ifAny,     ///< where there is a round: `begin operation end` holds
    notKnown,  ///< it may be passed over
  };
  Kind kind = Kind::notKnown;
  const clang::VarDecl* counter = nullptr;                    ///< of a loop that may have no round
  const clang::Expr *begin = nullptr, *comparison = nullptr;  ///< what it begins with; the loop's condition
};

/// `parents`: what stands around the part, from the function's body down. Requires: `loop`, a `for`, `while` or `do`,
/// is among them. What is evaluated before the part must come to its end: calls are not looked into.
FirstRound firstRoundOf(const clang::Stmt& part, const std::vector<const clang::Stmt*>& parents,
                        const clang::Stmt& loop, const clang::ASTContext& context);

}  // namespace warpwright::rewrite
