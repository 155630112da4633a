#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads each divide what loops count, by numbers of all sizes and signs: quotients, remainders, those
/// of quotients, of sums; in some rounds only, or in loops of loops. Its divisors may be zero where nothing is divided.
/// The same seed and name give the same text everywhere.
RandomKernel divisionKernel(uint64_t seed, const std::string& name);
