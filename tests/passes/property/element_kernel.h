#pragma once

#include <cstdint>
#include <string>

#include "tests/passes/property/random_kernel.h"

/// A kernel whose threads each do something with elements of their own, `p[i]`, from a seed: elements of 1 to 8 bytes,
/// the thread's number and the conditions spelled in many ways, loads that come before and behind stores, some under
/// conditions, rounds of a loop that are a grid apart, offsets, arguments that are one memory, addresses that no vector
/// has. It writes nothing but the thread's own elements of `out` and `mid`.
RandomKernel elementKernel(uint64_t seed, const std::string& name);
