#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads go over rounds and load in each what others load, too, from a seed: rows and columns, points
/// that all look at, indices, conditions, counters and bodies spelled in many ways, values that only some threads have,
/// loads that are nobody else's. It writes nothing but the thread's own element of `out`.
RandomKernel reuseKernel(uint64_t seed, const std::string& name);
