#pragma once

#include <clang/AST/Type.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/constant_loops.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class BinaryOperator;
class ContinueStmt;
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// What a loop divides by one number in each round: its counter, the counter and a number that stays the same, or a
/// quotient that it has so. As long as none is negative, and none too large for its type, quotient and remainder of the
/// next round follow from those of this one.
struct CounterDivision {
  std::optional<size_t> of;             ///< the division whose quotient is divided; nothing: the counter is
  const clang::Expr* offset = nullptr;  ///< what is added to the counter first; null: nothing
  const clang::Expr* divisor = nullptr;
  bool isNamed = false;  ///< the divisor is a variable that has its name in all of the loop
  clang::QualType type;  ///< in which it is divided: an integer of 32 or 64 bits
  /// In the order of the text; those that stand in another one are left out.
  std::vector<const clang::BinaryOperator*> quotients, remainders;
};

/// A loop of a kernel that counts up evenly, with what it divides.
struct DividingLoop {
  SteppedLoop head;
  const clang::Stmt* statement = nullptr;  ///< the loop with what is written before it: stands in a block
  const clang::Expr* by = nullptr;         ///< what is added to the counter behind each round; null: one
  /// What the counter is compared with, where it may be asked in front of the loop whether there is a round; else null.
  const clang::Expr* end = nullptr;
  /// No number on the way is too large where the end, with what is added behind a round or before a division, is not
  /// larger than this. Nothing: none is anyhow.
  std::optional<uint64_t> most;
  std::vector<const clang::ContinueStmt*> early;  ///< ends of rounds beside that of the body
  std::vector<CounterDivision> divisions;         ///< that of a quotient behind the one that gives it
};

struct DividingLoops {
  std::vector<DividingLoop> loops;  ///< in the order of the text
  Message why;  ///< why a division of a counter stays, from its line on; empty: there is none that does
};

/// Loops whose rounds divide what follows from their counters. `kernel`: a definition without open types. Errors:
/// nothing of it is understood.
Result<DividingLoops> findDividingLoops(const Editor& editor, const clang::FunctionDecl& kernel);

/// The number as it is written: without parentheses and what is converted unasked.
const clang::Expr& writtenNumber(const clang::Expr& number);

/// Is it the number of threads or blocks along a dimension, or a constant above zero?
bool isPositive(const clang::Expr& number, const clang::ASTContext& context);

/// Is it a constant that is not negative?
bool isNaturalConstant(const clang::Expr& number, const clang::ASTContext& context);

}  // namespace warpwright::rewrite
