#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose warps exchange values, from a seed: shuffles and votes of whole warps and of some of their threads,
/// under conditions and in loops that are the same for a warp and such that are not, after some have returned, in
/// functions; blocks of one row and of several; counters in shared memory; variables seen as another type.
RandomKernel warpKernel(uint64_t seed, const std::string& name);
