#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::gpu {

/// A __device__ or __constant__ variable that a cubin defines.
struct CubinVariable {
  std::string name;  ///< mangled
  uint64_t size = 0;
  bool constant = false;
};

/// What the symbol table of a cubin (an ELF file) says.
struct CubinSymbols {
  std::vector<CubinVariable> variables;  ///< without the texts that kernels print or assert
  std::vector<std::string> functions;    ///< mangled: kernels, and what they call
  bool usesDeviceHeap = false;           ///< its kernels call malloc or new
};

/// Reads a cubin; one that is none, or is damaged, has no symbols.
CubinSymbols cubinSymbols(std::string_view cubin);

/// The machine code of all functions of a cubin, one after the other, with their names, and the numbers that it loads;
/// empty: it has none.
std::string cubinCode(std::string_view cubin);

}  // namespace warpwright::gpu
