#pragma once

#include <set>

#include "analysis/proof/conflict.h"
#include "analysis/proof/control_flow.h"

namespace warpwright::proof {

/// What the proofs do not look at and what may still put one of two accesses before the other: barriers of a warp, with
/// a name or a count, barriers that only some ways between the two pass, fences with atomics (a lock, a flag). Two
/// threads that meet race for certain only where there is none of that. Keeps references to all that it is given.
class PossibleOrder {
 public:
  PossibleOrder(const Facts& facts, const ControlFlow& flow, const std::set<BarrierId>& walls)
      : facts_(facts), model_(facts.model()), flow_(flow), walls_(walls) {}

  /// What may lie between the two, in rounds as `tie` says: a sentence. Empty: nothing. `straight`: threads come to
  /// both in one go, so a barrier that lies on some ways from one to the other may lie between.
  Message between(const Access& a, const Access& b, const RoundTie& tie, bool straight) const;
  /// Do threads come from `start` (null: the kernel's entry, or the start of a round) to both without a further round
  /// of a loop?
  bool isStraight(const Access& a, const Access& b, const Barrier* start) const;
  /// Do threads that start at `start` (null: the kernel's entry) come to both in one round of `loop` without a barrier?
  /// Where they do not, the rounds in which they meet may have one between.
  bool meetInOneRound(LoopId loop, const Access& a, const Access& b, const Barrier* start) const;

 private:
  using Point = ControlFlow::Point;
  bool comesBefore(Point from, Point to, bool leaving = false) const;
  Message barrierBetween(const Access& a, const Access& b, const RoundTie& tie, bool straight) const;
  bool fencedBetween(const Access& a, const Access& b) const;
  LoopId commonLoop(BlockId a, BlockId b) const;

  const Facts& facts_;
  const KernelModel& model_;
  const ControlFlow& flow_;
  const std::set<BarrierId>& walls_;
};

}  // namespace warpwright::proof
