#pragma once

#include <optional>
#include <string>

#include "analysis/proof/control_flow.h"
#include "analysis/proof/encoder.h"
#include "analysis/proof/solver.h"

namespace warpwright::proof {

/// Decides what all threads of a block, or those that differ along one dimension, agree on in the same round of the
/// loops around a place. Counters of loops that were left before the place are not in the same round: their last round
/// differs from thread to thread.
class Agreement {
 public:
  static constexpr int anyDimension = -1;

  /// Threads that differ along `dimension` only, or in any way.
  Agreement(const Facts& facts, Solver& solver, int dimension);

  /// The values are the same for both threads, where both get there. `loop` is the innermost loop around the place,
  /// `guard` its path condition, invalid: not restricted. `ordinary`: whether ordinary values make them differ matters.
  Decision differ(ExpressionId expression, ExpressionId guard, LoopId loop, bool ordinary = true);
  bool agrees(ExpressionId expression, LoopId loop);
  /// Do two such threads get to the place at all?
  bool occupied(ExpressionId guard, LoopId loop);

  /// Do all threads go through the same rounds of the loop, and of those around it?
  bool sameRounds(LoopId loop, const ControlFlow& flow);
  /// Do all threads pass the barrier together?
  bool together(const Barrier& barrier, const ControlFlow& flow);

  /// Objects whose loads had to be taken as one value an address.
  const std::vector<ObjectId>& loads() const { return loads_; }
  /// A symbol that may make the expression differ in a way the model does not tell: a value that is not understood, or
  /// the last round of a loop that is not around the place.
  std::optional<SymbolId> openSymbol(ExpressionId expression, LoopId loop) const;

 private:
  struct Pair {
    Instance first, second;
  };
  Encoder& encoder();
  bool isShared(ExpressionId expression, LoopId loop) const;
  bool seenToDiffer(ExpressionId expression, LoopId loop) const;
  Decision solve(ExpressionId expression, ExpressionId guard, LoopId loop, const std::vector<ExpressionId>& roots,
                 bool ordinary);
  Pair pairIn(LoopId loop);
  z3::expr conditions(Pair& pair, ExpressionId guard, const std::vector<ExpressionId>& roots);

  const Facts& facts_;
  Solver& solver_;
  std::optional<Encoder> encoder_;  // made when it is first wanted
  int dimension_;
  std::vector<ObjectId> loads_;
};

}  // namespace warpwright::proof
