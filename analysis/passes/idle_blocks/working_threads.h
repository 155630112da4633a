#pragma once

#include <clang/AST/Type.h>

#include <cstdint>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::passes {

/// Which threads of a kernel do anything: those whose number along x in the whole grid is below `factor * (a + more)`,
/// where `a` is an argument, or a number.
///
///   int i = (blockIdx.x * blockDim.x + threadIdx.x) / 36;   if (i < n) { all that it does }
struct WorkingThreads {
  int argument = -1;   ///< its index; -1: `number`
  int64_t number = 0;  ///< where it is none
  int64_t factor = 1;
  int64_t more = 0;          ///< added to the argument, or number: 1 of `i <= n`
  clang::QualType given;     ///< the type of the argument in the kernel
  clang::QualType compared;  ///< the type that it is compared in

  bool operator==(const WorkingThreads&) const = default;
};

/// `kernel`: an instance. Errors, as the rest of a sentence: the kernel is of another kind.
Result<WorkingThreads> workingThreads(const rewrite::Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::passes
