#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel with one or two loops that halve a stride and wait for the block, trees in shared memory, from a seed: the
/// barrier in front of the work or behind it, strides that are known or passed, no powers of two, or more than the
/// block has threads, several arrays, elements of 2 to 8 bytes, work that registers can do and work that they cannot,
/// loops that nearly are one; what comes behind reads one element, the thread's own, or any.
RandomKernel treeKernel(uint64_t seed, const std::string& name);
