#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads each go along a row of memory, in loops that add, copy, look up and store in place; in some of
/// them a round needs what the one before stored, or is the last. The same seed and name give the same text everywhere.
RandomKernel rowKernel(uint64_t seed, const std::string& name);
