#pragma once

#include <optional>
#include <vector>

#include "analysis/passes/warp_exchange/thread_values.h"

namespace clang {
class BinaryOperator;
}  // namespace clang

namespace warpwright::passes {

/// An element that a statement touches, with the element of each thread.
struct Touch {
  const clang::ArraySubscriptExpr* mention = nullptr;
  ThreadElements elements;
  bool reads = false, writes = false;
};

/// A statement of a block that only computes numbers and touches elements of shared arrays.
struct Part {
  const clang::Stmt* statement = nullptr;
  std::optional<ThreadValues> before;
  enum class Kind : uint8_t { other, barrier, plain } kind = Kind::other;
  const clang::Expr* guard = nullptr;            ///< of an `if`
  const clang::BinaryOperator* write = nullptr;  ///< the assignment to an element
  std::vector<Touch> touches;
  bool multiplies = false;
};

/// Reads a statement of a function. `values`: in front of it.
Part readPart(const clang::ASTContext& context, const ThreadValues& values, const clang::Stmt& statement);

/// The same of an expression that only computes a number, and may read elements. Nothing: it does more.
std::optional<Part> readValue(const clang::ASTContext& context, const ThreadValues& values, const clang::Expr& value);

/// `__syncwarp()` of all lanes, or `__syncthreads()`, as a statement.
bool isWarpBarrier(const clang::Stmt& statement);
bool isBarrierOfBlock(const clang::Stmt& statement);

}  // namespace warpwright::passes
