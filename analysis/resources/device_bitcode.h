#pragma once

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

/// Null gives empty bitcode.
DeviceBitcode takeBitcode(const llvm::Module* module);

}  // namespace warpwright::resources
