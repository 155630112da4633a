#pragma once

#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/statements.h"

namespace clang {
class Expr;
class ForStmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Variables that the head of a loop declares and that may live outside of it as well:
///
///   for (int a = first, b = own; a < end; a += step, b += row) {     int b = own;
///     ...                                                            for (int a = first; a < end; a += step) {
///   }                                                                  ...
///                                                                      b += row;
///                                                                    }
///
/// They are numbers whose first value and steps name no other variable of the head, nor one that another step changes,
/// and have no effects of their own; the body has no `continue`, and gives no other meaning to what the steps name.
struct LoopHeader {
  struct Variable {
    const clang::VarDecl* variable = nullptr;
    std::vector<const clang::Expr*> steps;  ///< in the order of the text
  };
  std::vector<Variable> movable;
  std::vector<const clang::VarDecl*> staying;    ///< the other variables
  std::vector<const clang::Expr*> stayingSteps;  ///< steps of those, and of variables from outside

  /// Nothing movable: the head is taken as a whole.
  static LoopHeader of(const clang::ForStmt& loop);
};

/// The text of a loop's head, up to its body, without the variables of `gone` and their steps; from `begin` on, where
/// the statement begins. Errors, the rest of a sentence: macros or comments are in the way.
Result<std::string> headerWithout(const clang::ForStmt& loop, const std::vector<const clang::VarDecl*>& gone,
                                  const KernelText& text, uint32_t begin, uint32_t bodyBegin);

}  // namespace warpwright::rewrite
