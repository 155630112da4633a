#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads have arrays of their own, which they count in, look up, sort and shift by what they load: of
/// several types and dimensions, in blocks of any shape, in loops and conditions, handed to functions, beside shared
/// memory; some grids have more blocks than have work. Every element is written before it is read. The same seed and
/// name give the same text everywhere.
RandomKernel ownArrayKernel(uint64_t seed, const std::string& name);
