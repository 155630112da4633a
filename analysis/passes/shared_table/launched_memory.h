#pragma once

#include <cstdint>

#include "analysis/model/kernel_modeler.h"
#include "core/base/result.h"

namespace clang {
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Bytes behind a pointer argument of a kernel: all of one piece of memory, which every launch passes the start of, and
/// which is there when the kernel begins, as the host code that the unit has is seen to ask for it. Requires: all
/// launches are known. Errors, each a sentence: it is not seen.
Result<uint64_t> launchedBytes(const model::ParsedKernel& kernel, const clang::ParmVarDecl& argument);

}  // namespace warpwright::passes
