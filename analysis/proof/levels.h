#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analysis/proof/concrete.h"
#include "analysis/proof/encoder.h"
#include "analysis/proof/solver.h"

namespace warpwright::proof {

/// The assumptions that a proof about subscripts may rest on: level 1, the access stays inside its object; level 2,
/// each subscript stays in its declared dimension. An assumption that some thread is known to break, whatever the
/// arguments and the data are, is not made.
class Levels {
 public:
  Levels(const Facts& facts, Solver& solver);

  /// The assumption of one level about one access; true where there is none to make.
  z3::expr term(Encoder& encoder, Instance& instance, const Access& access, int level);
  bool holds(ConcreteThread& thread, const Access& access, int level);
  /// Is there a thread that gets to the access and keeps the assumptions up to `level`? If not, a proof that rests on
  /// them is empty. True also for an access that no thread reaches.
  bool reachable(const Access& access, int level);
  /// Is there an assumption of that level about the access to make?
  bool usable(const Access& access, int level);

 private:
  bool keeps(ConcreteThread& thread, const Access& access, int level) const;
  bool exists(const Access& access, int level) const;
  z3::expr formula(Encoder& encoder, Instance& instance, const Access& access, int level) const;
  z3::expr reached(const Access& access);
  bool sampled(const Access& access, int level);
  std::optional<bool> keptByAll(const Access& access, int level);

  const Facts& facts_;
  Solver& solver_;
  struct Encoding {
    Encoder encoder;
    Instance instance;
  };
  Encoding& encoding();

  std::optional<Encoding> encoding_;
  std::map<std::vector<uint32_t>, bool> usable_, reachable_;
};

/// Offset, guard and subscripts: all that a formula about the access is made of.
std::vector<ExpressionId> rootsOf(const Access& access);
/// Identifies the index form of an access, with or without its guard.
std::vector<uint32_t> formOf(const Access& access, bool guard);

}  // namespace warpwright::proof
