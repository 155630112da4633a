#pragma once

#include <functional>

#include "analysis/frontend/parsed_unit.h"
#include "core/finding/guard.h"

namespace clang {
class CUDAKernelCallExpr;
class FunctionDecl;
class IfStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Does the launch name the kernel, which is given as it is written? In a host template it is not settled yet which of
/// its instances, or of its overloads, it is.
bool namesKernel(const clang::CUDAKernelCallExpr& launch, const clang::FunctionDecl& kernel);

/// What an `if` chooses between that writeGuardedCopy has written: the launch of the original, and that of the copy
/// that is asked for. Both null: it is no such `if`; no copy: its copies are others.
struct GuardedLaunch {
  const clang::CUDAKernelCallExpr *original = nullptr, *copy = nullptr;
};

/// Reads the `if`, and those in its `else`. `kernel`: the original as it is written. `isAsked`: of the launch of a
/// copy.
GuardedLaunch readGuardedLaunch(const clang::IfStmt& choice, const clang::FunctionDecl& kernel,
                                const std::function<bool(const clang::CUDAKernelCallExpr&)>& isAsked);

/// Does the text have a copy of the guard's kernel already, launched where the guard says?
bool hasGuardedCopy(const frontend::ParsedUnit& unit, const Guard& guard);

}  // namespace warpwright::rewrite
