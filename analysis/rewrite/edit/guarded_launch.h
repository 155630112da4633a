#pragma once

#include <array>
#include <cstdint>

#include "analysis/frontend/parsed_unit.h"
#include "core/finding/guard.h"

namespace clang {
class CUDAKernelCallExpr;
class FunctionDecl;
class IfStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// What an `if` chooses between that writeGuardedCopy has written: the launch of the original, and that of the copy for
/// the blocks that are asked for. Both null: it is no such `if`; no copy: it asks for other
/// blocks.
struct GuardedLaunch {
  const clang::CUDAKernelCallExpr *original = nullptr, *copy = nullptr;
};

/// Reads the `if`, and those in its `else`. `kernel`: the original as it is written.
GuardedLaunch readGuardedLaunch(const clang::IfStmt& choice, const clang::FunctionDecl& kernel,
                                const std::array<uint32_t, 3>& block);

/// Does the text have a copy of the guard's kernel already, launched where the blocks are the guard's?
bool hasGuardedCopy(const frontend::ParsedUnit& unit, const Guard& guard);

}  // namespace warpwright::rewrite
