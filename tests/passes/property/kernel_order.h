#pragma once

#include <string>
#include <vector>

/// One statement's use of memory that the threads of a block share.
struct MemoryTouch {
  std::string memory;  ///< what cannot overlap anything of another name
  std::string place;   ///< the thread's own place, which no other thread has at the same time; empty: any place
  bool writes = false;
  std::string
      update;  ///< the atomic function that does it; empty: none. Two kinds without a barrier have no one result
};

/// Which barriers a kernel needs, followed while it is written. Conservative: a barrier it asks for may order nothing
/// after all, one it does not ask for is not needed. A place that names a loop counter (`i` and a number) is another
/// one in each round.
class KernelOrder {
 public:
  /// Must a barrier come before the touch?
  bool needsBarrier(const MemoryTouch& next) const;
  void touch(const MemoryTouch& next);
  /// All threads pass a barrier here.
  void barrier();
  /// A barrier is wanted here and left out: a race that the engine reports. Atomics of two kinds, which it does not
  /// report, still need one.
  void barrierLeftOut();

  /// A loop, or a branch that all threads of the block take or none, begins and ends: it may be left out.
  void enter(bool isLoop);
  void leave();
  /// Must a barrier stand at the end of the loop's body, before its next round?
  bool nextRoundNeedsBarrier() const;

 private:
  struct Region {
    bool isLoop = false;
    bool isOpen = true;               ///< no barrier yet that every round passes
    std::vector<MemoryTouch> before;  ///< pending when it began
    std::vector<MemoryTouch> first;   ///< touches up to the first such barrier
  };
  std::vector<MemoryTouch> pending_;  ///< since the last barrier
  std::vector<Region> regions_;
};
