#pragma once

#include <vector>

#include "tests/passes/property/random_kernel.h"

/// `count` kernels of a seed, "k0" and on: random ones and, every WARPWRIGHT_PROPERTY_INDEPENDENT-th (8), independent
/// ones. One of these set makes all random ones work on elements of their threads (WARPWRIGHT_PROPERTY_ELEMENTS), load
/// what their threads share (…_REUSE), go along rows (…_ROWS), be trees (…_TREES), exchange values in their warps
/// (…_WARPS), wait and look for something (…_WAITS), divide what their loops count (…_DIVISIONS), or look up arrays of
/// their threads (…_ARRAYS).
std::vector<RandomKernel> chosenKernels(int seed, int count);
