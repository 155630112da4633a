#pragma once

#include "tests/passes/property/random_kernel.h"

/// A kernel in which nothing depends on which threads share a block: no barrier, no shared memory. It looks at indices
/// and extents in all the ways that text has, along x and along the rows of its grid, and is launched in blocks of one
/// row. Every thread writes elements of `out` that are its own, and updates `mid` in a way that keeps no order.
RandomKernel independentKernel(uint64_t seed, const std::string& name);
