#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::model {

/// What the instructions in a piece of inline assembly do. Only those known by name give values and do no more; what is
/// not known may touch any memory.
struct AssemblyMeaning {
  bool touchesMemory = false;   ///< loads, stores, updates or orders memory, or may
  bool readsPlace = false;      ///< which thread, lane, block or processor this is, or what time
  bool isCollective = false;    ///< exchanges values with other threads of the warp
  bool asksSharedSize = false;  ///< reads how much shared memory the block has, which a change of it alters
  bool isBarrier = false;
  bool isWarpBarrier = false;
  bool leaves = false;  ///< ends or stops the thread: trap, brkpt, exit
  unsigned instructions = 0;
  /// What stands for the address in its accesses to shared memory: "$1", a register of its own, a number.
  std::vector<std::string> sharedAddresses;
  std::string unknown;  ///< the first instruction that is not known

  /// Does it give values that depend on its operands alone, and nothing else?
  bool isArithmetic() const {
    return !touchesMemory && !readsPlace && !isCollective && !isBarrier && !isWarpBarrier && !leaves && unknown.empty();
  }
};

/// Reads PTX as inline assembly has it in LLVM: operands are $0, ${1:x}; `$$` is a dollar.
AssemblyMeaning readAssembly(std::string_view text);

}  // namespace warpwright::model
