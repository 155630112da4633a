#pragma once

#include <optional>
#include <string>

#include "core/kernel/kernel_model.h"

namespace llvm {
class CallBase;
class Instruction;
class Value;
}  // namespace llvm

namespace warpwright::model {

/// What a call means to memory and to the order of threads.
struct CallMeaning {
  enum class Kind {
    nothing,     ///< pure, or about debug information and lifetimes
    access,      ///< reads or writes what its first argument points to
    copy,        ///< memcpy, memmove, memset
    mathOutput,  ///< a math function that writes through its pointer arguments
    barrier,
    opaque,
  };
  Kind kind = Kind::opaque;
  AccessKind access = AccessKind::read;
  Barrier::Kind barrier = Barrier::Kind::block;
  std::string name;  ///< as the user knows it, where that is known
  bool touchesMemory = true;
  bool isWarpCollective = false;
  bool asksSharedSize = false;  ///< how much shared memory the block has
  bool picksShared = false;     ///< reaches shared memory by a number: whichever array lies there
  uint32_t bytes = 0;           ///< of an access; 0: those of its result
};
CallMeaning meaningOf(const llvm::CallBase& call);

/// Does this use of a pointer let the address get out of sight: stored, made a number, handed to code that is not
/// understood? The reason ("its address is stored"), or empty.
std::string escapeThrough(const llvm::Instruction& user, const llvm::Value& pointer);

}  // namespace warpwright::model
