#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/passes/warp_exchange/tree_work.h"
#include "core/base/message.h"
#include "core/finding/opportunity.h"

namespace clang {
class CallExpr;
class CompoundStmt;
class Expr;
class FunctionDecl;
class IfStmt;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// A loop that halves a number and waits for all threads of the block in each round. `parents`: from the function's
/// body down to it.
struct HalvingLoop {
  const clang::Stmt* loop = nullptr;
  std::vector<const clang::Stmt*> parents;
  const clang::VarDecl* stride = nullptr;  ///< the number
};

/// All of them in one instance of a kernel, in source order.
std::vector<HalvingLoop> halvingLoops(const clang::FunctionDecl& kernel);

/// One of them that is a tree: in each round the threads below the stride work, and all others wait.
///
///   for (int s = first; s > 0; s /= 2) { __syncthreads(); if (t < s) work }      or with the barrier behind the work
struct TreeLoop : HalvingLoop {
  const clang::CompoundStmt* body = nullptr;
  const clang::CallExpr* barrier = nullptr;
  bool barrierFirst = false;  ///< in a round, in front of the work
  const clang::IfStmt* work = nullptr;
  const clang::Expr* thread = nullptr;  ///< the number of the thread in its block, as the condition has it
  bool outlives = false;                ///< the stride is looked at outside of the loop
  /// Strides of all rounds, where they are known; empty: they are not.
  std::vector<int64_t> strides;
  /// Does something behind the loop need a barrier between itself and the last rounds, that the loop does not have?
  bool needsBarrierBehind = true;
  TreeWork exchange;
};

struct TreeReading {
  VerdictKind verdict = VerdictKind::applicable;
  Message why;    ///< where it is not applicable
  TreeLoop tree;  ///< where it is
};

/// Reads the loop in an instance of the kernel that is launched with blocks of one shape.
TreeReading readTree(const clang::FunctionDecl& kernel, const std::array<std::optional<uint32_t>, 3>& block,
                     const HalvingLoop& loop);

}  // namespace warpwright::passes
