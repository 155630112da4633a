#pragma once

#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"

namespace warpwright::model {

/// May compilers round a kernel's results otherwise if values that they do not know yet were constants?
///
/// `a * b + c` is rounded once where a compiler makes it one operation (contraction, nvcc's default), else twice.
/// Constants decide branches, unroll loops and bring products and sums together that were apart, or take one away; and
/// functions that round in a way of their own may be computed by the compiler. So a kernel that both multiplies and
/// adds is open, and one that calls such functions, divides or draws roots where nvcc is allowed to do so less exactly,
/// or computes at all where denormal numbers are taken for zero.
///
/// `kernels`: mangled names. Empty: nothing is open. Else what is, as the rest of a sentence.
Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels);

/// May compilers round otherwise once they see where a loaded number comes from: is a product stored in memory that is
/// loaded again, and are numbers added? A barrier keeps `s[t] = a * b; __syncthreads(); x = s[t] + c` two operations.
/// So it is where a factor is stored and loaded again: with `s[t] = a`, `s[t] * b` turns out to be the product `a * b`
/// that is made elsewhere, and of `c * d + s[t] * b` the sum may take the other product. `kernels` and what it gives:
/// as above.
Message openStoredProducts(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels);

/// May compilers round otherwise once other loads are made again, or once for several: is there a product whose factors
/// are loaded twice, or in each round of a loop, and are numbers added? `a[i] * b[i]` that is stored in front of a
/// barrier and added behind it is one product without the barrier, which the sum does not take any more. Of two
/// products a sum may take the other one where loads move. `kernels` and what it gives: as above.
Message openReloads(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels);

}  // namespace warpwright::model
