#pragma once

#include <functional>
#include <string>

#include "core/base/result.h"

namespace warpwright {

/// The code that ptxas makes of PTX with one kernel: equal ones do the same. Errors: ptxas's messages; cancelled.
using PtxAssembler = std::function<Result<std::string>(const std::string& ptx)>;

/// PTX of this kernel (mangled name; and of what it may call), in which each sum that ptxas may make one operation with
/// a product says which it is, "add.rn" or "fma.rn". That is found by asking ptxas: where a text that says so gives the
/// same code, the code does so. A sum that cannot be told stays as it is, as do all where there are too many. Products
/// that nothing takes any more are gone. Lines keep their numbers. Errors: of `assemble`.
Result<std::string> settledPtx(const std::string& ptx, const std::string& kernel, const PtxAssembler& assemble);

}  // namespace warpwright
