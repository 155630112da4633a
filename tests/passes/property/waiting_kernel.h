#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads wait for each other between what they load and store, and look for something in loops of a
/// function: what may be loaded before they wait, and which loops may end early. The same seed and name give the same
/// text everywhere.
RandomKernel waitingKernel(uint64_t seed, const std::string& name);
