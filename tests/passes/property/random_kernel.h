#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// A small kernel made from a seed, and the host code that launches it.
struct RandomKernel {
  std::string name;      ///< "k3"
  std::string text;      ///< the definition
  std::string launches;  ///< statements for `main`, which has in, out and mid on the device
};

/// The kernel of a seed: 1-D to 3-D blocks, shared arrays whose elements a thread keeps for itself or shares, guards,
/// loops, barriers that are needed and barriers that are not. Subscripts stay inside the arrays. Not every kernel is
/// free of races: the engine's check says which are. The same seed and name give the same text everywhere.
RandomKernel randomKernel(uint64_t seed, const std::string& name);

/// A whole program: launches each kernel on fresh buffers and prints one line a kernel, its name and a hash of all that
/// it wrote.
std::string programOf(const std::vector<RandomKernel>& kernels);
