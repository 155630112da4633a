#include "analysis/proof/possible_order.h"

#include <algorithm>
#include <vector>

#include "analysis/proof/wording.h"

namespace warpwright::proof {
namespace {

constexpr const char* fence = "memory fence";

ControlFlow::Point pointOf(const Access& access) {
  return {access.block, access.order};
}
ControlFlow::Point pointOf(const Barrier& barrier) {
  return {barrier.block, barrier.order};
}
ControlFlow::Point pointOf(const OpaqueCall& call) {
  return {call.block, call.order};
}

Message nameOf(const Barrier& barrier) {
  const Message name = barrier.text.empty() ? Message("the barrier") : Message(code(barrier.text));
  return {"%1 at %2", name, lineText(barrier.line)};
}

}  // namespace

/// Is there a way from one to the other that goes on with no further round of any loop, `leaving`: of any loop around
/// both? Most loops are left by way of their header.
bool PossibleOrder::comesBefore(Point from, Point to, bool leaving) const {
  if (from.block == to.block) return from.order < to.order;
  std::vector<BlockId> open{from.block};
  std::set<BlockId> seen;
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    for (const BlockId next : model_.blocks[block.value].successors) {
      const LoopId loop = model_.blocks[next.value].loop;
      const bool goesBack = loop.isValid() && model_.loop(loop).header == next && flow_.contains(loop, block);
      if (goesBack && !(leaving && !flow_.contains(loop, to.block))) continue;
      if (next == to.block) return true;
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

LoopId PossibleOrder::commonLoop(BlockId a, BlockId b) const {
  LoopId loop = model_.blocks[a.value].loop;
  while (loop.isValid() && !flow_.contains(loop, b)) loop = model_.loop(loop).parent;
  return loop;
}

bool PossibleOrder::isStraight(const Access& a, const Access& b, const Barrier* start) const {
  return start == nullptr || (comesBefore(pointOf(*start), pointOf(a)) && comesBefore(pointOf(*start), pointOf(b)));
}

Message PossibleOrder::barrierBetween(const Access& a, const Access& b, const RoundTie& tie, bool straight) const {
  const bool nextRound = tie.loop.isValid() && tie.next && !tie.same;
  const LoopId common = commonLoop(a.block, b.block);
  for (const Barrier& barrier : model_.barriers) {
    const bool isWall = walls_.count(barrier.id) != 0;
    const Point at = pointOf(barrier);
    if (nextRound) {
      const bool between =
          flow_.contains(tie.loop, barrier.block) && (comesBefore(pointOf(a), at) || comesBefore(at, pointOf(b)));
      if (!isWall && between) return nameOf(barrier);
      continue;
    }
    const auto isOnTheWay = [&](const Access& from, const Access& to) {
      return comesBefore(pointOf(from), at, !isWall) && comesBefore(at, pointOf(to), !isWall);
    };
    const bool between = isOnTheWay(a, b) || isOnTheWay(b, a);
    // In which rounds they meet is not known, then.
    const bool inLoop = !tie.loop.isValid() && common.isValid() && flow_.contains(common, barrier.block);
    if ((between && (straight || !isWall)) || (!isWall && inLoop)) return nameOf(barrier);
  }
  return "";
}

/// Is one followed by a fence and an atomic or volatile access, and the other behind such an access?
bool PossibleOrder::fencedBetween(const Access& a, const Access& b) const {
  std::vector<Point> gentle;
  for (const Access& access : model_.accesses) {
    if (access.kind == AccessKind::atomic || facts_.isVolatile(access)) gentle.push_back(pointOf(access));
  }
  const auto follows = [&](Point from) {
    return std::any_of(gentle.begin(), gentle.end(), [&](Point to) { return comesBefore(from, to); });
  };
  const auto orders = [&](const Access& first, const Access& second) {
    const bool knows =
        std::any_of(gentle.begin(), gentle.end(), [&](Point from) { return comesBefore(from, pointOf(second)); });
    return knows && std::any_of(model_.calls.begin(), model_.calls.end(), [&](const OpaqueCall& call) {
             return call.name == fence && comesBefore(pointOf(first), pointOf(call)) && follows(pointOf(call));
           });
  };
  return !gentle.empty() && (orders(a, b) || orders(b, a));
}

Message PossibleOrder::between(const Access& a, const Access& b, const RoundTie& tie, bool straight) const {
  const Message lines =
      a.line == b.line ? Message("what two threads do at %1", lineText(a.line))
                       : Message("%1 and %2", lineText(std::min(a.line, b.line)), lineText(std::max(a.line, b.line)));
  if (const Message barrier = barrierBetween(a, b, tie, straight); !barrier.empty()) {
    return {"%1 may lie between %2, and which threads it orders there is not looked at.", barrier, lines};
  }
  if (fencedBetween(a, b)) return {"fences and atomics may order %1, which is not looked at.", lines};
  return "";
}

bool PossibleOrder::meetInOneRound(LoopId loop, const Access& a, const Access& b, const Barrier* start) const {
  const Point atA = pointOf(a), atB = pointOf(b);
  if (flow_.isEnteredTo(loop, atA, walls_) && flow_.isEnteredTo(loop, atB, walls_)) return true;
  if (start == nullptr || !flow_.contains(loop, start->block)) return false;
  const Point from = pointOf(*start);
  return flow_.connects(loop, from, atA, false, walls_) && flow_.connects(loop, from, atB, false, walls_);
}

}  // namespace warpwright::proof
