#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::proof {

/// What can happen between a barrier and the nearest other barriers that stay.
struct Neighbourhood {
  std::vector<AccessId> accesses;
  std::vector<uint32_t> calls;  ///< indices of KernelModel::calls
};

/// Walks over the control-flow graph and the order of events inside its blocks. Keeps a reference to the model.
class ControlFlow {
 public:
  explicit ControlFlow(const KernelModel& model);

  /// Accesses and calls from which `barrier` can be reached without passing one of `walls`.
  Neighbourhood before(BarrierId barrier, const std::set<BarrierId>& walls) const;
  /// Accesses and calls that can be reached from `barrier` without passing one of `walls`.
  Neighbourhood after(BarrierId barrier, const std::set<BarrierId>& walls) const;
  /// Accesses and calls that can be reached from the kernel's entry without passing one of `walls`.
  Neighbourhood atEntry(const std::set<BarrierId>& walls) const;

  /// Is a block inside a loop (or in a loop nested in it)?
  bool contains(LoopId loop, BlockId block) const;
  /// The outermost loop around a block; invalid: none.
  LoopId outermostLoop(BlockId block) const;
  /// The outermost of the loops inside `around` (invalid: of all) that are around a block; invalid: none.
  LoopId loopInside(LoopId around, BlockId block) const;
  /// Can a round of the loop pass, from header to header, without one of `walls`?
  bool hasOpenRound(LoopId loop, const std::set<BarrierId>& walls) const;

  struct Point {
    BlockId block;
    uint32_t order = 0;
  };
  /// Is there a way inside the loop from one event to a later one without one of `walls`, within one round
  /// (`takesBackEdge` false) or through exactly one back edge of the loop?
  bool connects(LoopId loop, Point from, Point to, bool takesBackEdge, const std::set<BarrierId>& walls) const;

  /// Is there a way from the event to the next round of the loop without one of `walls`?
  bool finishesRound(LoopId loop, Point from, const std::set<BarrierId>& walls) const;

  /// Is there a way from one block to another, inside a loop without its back edges? Invalid: any way.
  bool reaches(BlockId from, BlockId to, LoopId inside = {}) const;
  /// Is there a way from the loop's exits back to its header within one round of the loop around it?
  bool isEnteredAgain(LoopId loop) const;
  /// Is there a way from the event out of the loop without one of `walls`?
  bool leaves(LoopId loop, Point from, const std::set<BarrierId>& walls) const;
  /// Is there a way to the event from where the loop is entered, without one of `walls`?
  bool isEnteredTo(LoopId loop, Point to, const std::set<BarrierId>& walls) const;

  /// Blocks of the loop with an edge back to its header, and blocks with an edge out of it.
  std::vector<BlockId> latches(LoopId loop) const;
  std::vector<BlockId> exitingBlocks(LoopId loop) const;

 private:
  struct Event {
    enum class Kind : uint8_t { access, barrier, call };
    uint32_t order = 0;
    Kind kind = Kind::access;
    uint32_t index = 0;
  };
  enum class Direction : uint8_t { backward, forward };

  Neighbourhood walk(BlockId block, int64_t from, Direction direction, const std::set<BarrierId>& walls) const;
  /// Events of a block after (or before) an order; stops at a wall. True if the block's end was reached.
  template <typename Visit>
  bool scan(BlockId block, Direction direction, int64_t from, const std::set<BarrierId>& walls, Visit visit) const;

  const KernelModel& model_;
  std::vector<std::vector<Event>> events_;  // by block, in order
  std::vector<std::vector<BlockId>> predecessors_;
};

}  // namespace warpwright::proof
