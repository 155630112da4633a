#pragma once

#include <cstdint>
#include <string>

namespace llvm {
class Module;
}

namespace warpwright::engine {

/// The device side of one translation unit: an nvptx64 module of `frontend::compileForEngine` as bitcode, so that each
/// kernel can be compiled in a context of its own when it is first launched.
struct DeviceUnit {
  std::string name;  ///< source file, for messages
  std::string bitcode;
};
/// Writes a module as bitcode.
std::string bitcodeOf(const llvm::Module& module);

/// A __device__ or __constant__ variable; it lies in the arena.
struct DeviceVariable {
  uint64_t address = 0, size = 0;
  bool constant = false;
  bool fixed = false;  ///< nothing writes it, so that its text is what it holds
  bool named = true;   ///< false: a literal of the code, such as a text
};

}  // namespace warpwright::engine
