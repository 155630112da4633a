#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace clang {
class CallExpr;
class CompoundStmt;
class ForStmt;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Elements of a shared array that each thread gets to by subscripts of its own, in a run of statements from which
/// nothing jumps: which of them it reads first and which it writes does not depend on data, only on rounds of loops
/// that are known. So a thread may read them into variables before the run and write them back after it, and touches
/// exactly what it touched before.
struct OwnedElements {
  /// Numbers from `low` to `high`, both among them.
  struct Slots {
    int64_t low = 0, high = 0;
  };

  const clang::Stmt *first = nullptr, *last = nullptr;  ///< of the run: statements of one block, or the same
  std::vector<VariableUse> uses;        ///< of the array inside the run; all others have another element
  std::optional<size_t> slotDimension;  ///< the subscript that tells elements apart; none: it is one element
  uint64_t extent = 1;                  ///< of that dimension, as declared
  std::optional<Slots> read;            ///< those whose first access is a read; without a dimension: 0
  std::optional<Slots> written;
  uint64_t loads = 0, stores = 0;                ///< that a thread makes in the run, and would not make any more
  std::vector<const clang::ForStmt*> loops;      ///< around uses: unrolled, every slot is a literal
  std::vector<const clang::CallExpr*> barriers;  ///< __syncthreads() between the run's statements
};

/// The longest such runs of a kernel, in source order; `acrossBarriers`: a run may go on behind a barrier. Only those
/// where registers save something that a compiler does not: there is a barrier or a loop inside, and elements are
/// written. Requires: every mention of the array in the kernel is one element (VariableUse::Kind::value), and `rank`
/// subscripts lead to it.
std::vector<OwnedElements> findOwnedElements(const Editor& editor, const clang::FunctionDecl& kernel,
                                             const clang::VarDecl& array, unsigned rank, bool acrossBarriers);

}  // namespace warpwright::rewrite
