#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// A small kernel made from a seed, and the host code that launches it.
struct RandomKernel {
  std::string name;      ///< "k3"
  std::string text;      ///< the definition, with what it needs before it
  std::string host;      ///< what the launches need before them, after all kernels
  std::string launches;  ///< statements for a host function that has in, out and mid on the device
};

/// The kernel of a seed: 1-D to 3-D blocks, shared arrays whose elements a thread keeps for itself or shares, guards,
/// loops, barriers that are needed and barriers that are not, templates; assembly, output, text that looks at itself,
/// calls of functions and constructors of system headers; several launches, in the forms of launch_forms.h; or one that
/// works on elements of its threads (element_kernel.h), on what they share (reuse_kernel.h), along rows (row_kernel.h),
/// in a tree (tree_kernel.h), in warps that exchange values (warp_kernel.h), between barriers (waiting_kernel.h), in
/// arrays of its threads (own_array_kernel.h), or by divisions of what its loops count (division_kernel.h). Subscripts
/// stay inside the arrays, everything is written before it is read, and a barrier stands wherever threads would race
/// without; but a few kernels lack one of those: their races are for the proofs to see. The same seed and name give the
/// same text everywhere.
RandomKernel randomKernel(uint64_t seed, const std::string& name);

/// A whole program: launches each kernel on fresh buffers, in a function of its own, and prints a line a kernel, its
/// name and a hash of all that it wrote; lines before it that begin with the name and a colon are what it said while it
/// ran.
std::string programOf(const std::vector<RandomKernel>& kernels);

/// The header that some kernels include as <attack/library.h>: a library of the system, for a folder given by -isystem.
std::string systemHeader();
