#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// The code that ptxas makes of PTX with one kernel: equal ones do the same. Errors: ptxas's messages; cancelled.
using PtxAssembler = std::function<Result<std::string>(const std::string& ptx)>;

/// What ptxas was found to make of a kernel's sums: by what a sum is of, in the order of the text, 0: it stays apart, a
/// number: it takes the product of that number, -1: that was not told.
using ToldSums = std::map<std::string, std::vector<int>>;

/// What makes fewer questions do.
struct SettlingHints {
  /// Of another text of the kernel: likely to be what ptxas makes of this one, too. It is asked whether it does.
  ToldSums like;
  /// Nothing is of use where one sum cannot be told: no more is asked then.
  bool needsAll = false;
};

struct SettledPtx {
  std::string text;
  ToldSums told;
};

/// PTX of this kernel (mangled name; and of what it may call), in which each sum that ptxas may make one operation with
/// a product says which it is, "add.rn" or "fma.rn". That is found by asking ptxas: where a text that says so gives the
/// same code, the code does so. A sum that cannot be told stays as it is, as do all where there are too many. Products
/// that nothing takes any more are gone. Lines keep their numbers. Errors: of `assemble`.
Result<SettledPtx> settledPtx(const std::string& ptx, const std::string& kernel, const PtxAssembler& assemble,
                              const SettlingHints& hints = {});

/// The text without other kernels: all that settling depends on. Lines keep their numbers.
std::string kernelAlone(const std::string& ptx, const std::string& kernel);

}  // namespace warpwright
