#pragma once

#include <optional>
#include <string>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class ASTContext;
class BinaryOperator;
}  // namespace clang

namespace warpwright::rewrite {

/// The product that a variable is declared with, in a statement of its own of a block; null: it is none, or a constant.
const clang::BinaryOperator* productGiven(const clang::VarDecl& variable, const Placed<clang::DeclStmt>& place,
                                          const clang::ASTContext& context);

/// A sum of a loop whose variable is a product in the first round: compilers that write all rounds out may let that
/// one round's sum take it.
///
///     float v = p * q;
///     for (int k = 1; k <= 4; ++k) v += a[k] * b[k];
struct FirstRound {
  const clang::VarDecl* variable = nullptr;        ///< v
  const clang::BinaryOperator* product = nullptr;  ///< p * q
  std::string isFirst;                             ///< "k == 1"
};

/// Nothing: the sum (`+=`, `-=`) is no such one, as far as that can be told. The variable is declared in front of the
/// loop and is changed by that sum alone; the loop counts from a constant, and stands in no other loop behind the
/// declaration. `mentions`: of the function's body.
std::optional<FirstRound> firstRoundOf(const clang::BinaryOperator& sum, const Mentions& mentions,
                                       const clang::ASTContext& context);

}  // namespace warpwright::rewrite
