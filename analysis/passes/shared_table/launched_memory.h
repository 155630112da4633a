#pragma once

#include <cstdint>

#include "analysis/model/kernel_modeler.h"
#include "core/base/result.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// A piece of memory that launches pass.
struct LaunchedBytes {
  uint64_t bytes = 0;
  uint32_t choiceAt = 0;  ///< line of an `#if` in front of which it is open what asks for it; 0: there is none
};

/// What lies behind a pointer argument of a kernel: all of one piece of memory, which every launch passes the start of,
/// and which is there when the kernel begins, as the host code that the unit has is seen to ask for it. Requires: all
/// launches are known. Errors, each a sentence: it is not seen.
Result<LaunchedBytes> launchedBytes(const model::ParsedKernel& kernel, const clang::ParmVarDecl& argument);

}  // namespace warpwright::passes
