#pragma once

#include <set>
#include <utility>

#include <llvm/IR/Instruction.h>

namespace warpwright::engine {

/// A product that is part of a fused multiply-add.
bool fuses(const llvm::Instruction& i);

/// Instructions of PTX, for addresses of 32 bits, that the compiler of a GPU without another instruction set writes for
/// LLVM's: what a simulator that executes PTX counts and issues. Compilers differ in a few of them; each is one here
/// where PTX has one: a division, a square root, a comparison, a parameter that is read, the end of a thread.
class PtxWork {
 public:
  /// Instructions of a piece of code without branches that matter, in order.
  float of(const llvm::Instruction& i);

 private:
  std::set<std::pair<const llvm::Value*, uint64_t>> scaled_;  ///< indices, and by which size they were multiplied
};

}  // namespace warpwright::engine
