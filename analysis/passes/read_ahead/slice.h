#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::preexecution {

/// A condition of the kernel split at its conjunctions, as far as a CPU program can ask it.
struct Guard {
  std::vector<ExpressionId> conditions;  ///< all of them must hold; those that read memory come last
  bool complete = true;                  ///< false: a condition was dropped that a CPU program cannot know
};

/// One access that is worth a load on the CPU: global memory, at an address that can be computed there.
struct Fetch {
  AccessId access;
  Guard guard;
};

/// What happens at one level of the kernel, in its order: fetches, or the level of a loop inside.
struct Level {
  struct Item {
    std::vector<Fetch> fetches;   ///< up to the next loop; empty: `inner`
    std::optional<size_t> inner;  ///< index into Slice::levels
  };
  LoopId loop;  ///< invalid: outside of all loops
  Guard stays;  ///< a thread is in a round of the loop; empty at the outermost level
  /// Where the rounds are one number for all threads: the loop goes on while `round < bound`, or up to round `bound`.
  ExpressionId uniformBound;
  ExpressionId ensured;  ///< the condition of `stays` that the bound ensures; invalid: none
  bool signedBound = false;
  bool boundIsLastRound = false;
  std::vector<Item> items;
};

/// The backward slice of a kernel's global accesses: what a CPU must know to touch the cache lines that the kernel will
/// touch (HPCA'12, step 1 of Figures 2 and 8). Index forms are slices already: nothing but integers, and loads that
/// addresses need, is in them.
struct Slice {
  std::vector<Level> levels;  ///< levels[0] is the kernel's body
  struct Note {
    SourcePosition at;  ///< of what the note is about
    Message text;       ///< for the user; names the line
  };
  std::vector<Note> notes;  ///< what was left out or dropped
  uint32_t fetches = 0;     ///< accesses of the slice
  uint32_t leftOut = 0;     ///< global accesses whose address a CPU cannot know
  /// HWST: some global access stands in a loop of the kernel. Otherwise LWST.
  bool heavyweight() const { return levels.size() > 1; }
};

/// What a guard asks of a thread beyond what its being in a round of the level's loop says.
Guard beyondRound(const Level& level, Guard guard);

/// Requires: a model without errors. Loops whose end a CPU cannot tell are left out, with a note.
Slice sliceOf(const KernelModel& model);

/// The line of an access as people know it: what an atomic of CUDA's headers does stands there, and its call elsewhere.
uint32_t lineOfAccess(const Access& access);

/// The memory behind a symbol that was loaded can be read while the kernel runs: no write of the kernel changes it.
bool isReadableIndex(const KernelModel& model, const Symbol& symbol);

}  // namespace warpwright::preexecution
