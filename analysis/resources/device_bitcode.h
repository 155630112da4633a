#pragma once

#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace warpwright::resources {

/// A device module as bytes: LLVM's contexts belong to one thread, bytes go to any.
struct DeviceBitcode {
  std::string bytes;          ///< without debug information; empty: there is no device code
  uint64_t instructions = 0;  ///< before inlining
};

/// Null gives empty bitcode. `only`: of kernels those with these mangled names, and what they call; a sort of a library
/// brings a hundred of its own. Null: all.
DeviceBitcode takeBitcode(const llvm::Module* module, const std::set<std::string>* only = nullptr);

}  // namespace warpwright::resources
