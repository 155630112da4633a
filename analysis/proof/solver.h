#pragma once

#include <z3++.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/proof/proof.h"
#include "analysis/proof/term_context.h"

namespace warpwright::proof {

/// The answer to one formula: can it be true?
struct Decision {
  enum class Kind : uint8_t { impossible, possible, undecided };
  Kind kind = Kind::undecided;
  bool ordinary = false;             ///< possible: with small values
  std::shared_ptr<z3::model> model;  ///< possible: values that make it true
};

/// Asks Z3, in the order that measured quickest: identical formulas once, then ordinary values, then all values. Only
/// the unrestricted query can call a formula impossible. Not for use from two threads at once.
class Solver {
 public:
  Solver(const ProofOptions& options, std::stop_token stop);

  /// Made when it is first wanted: that takes effort, and many proofs do without. A TermContext.
  z3::context& context();
  const ProofOptions& options() const { return options_; }
  bool cancelled() const { return stop_.stop_requested(); }
  /// Begins one proof: it may cost twice as much as a query.
  void startProof();
  /// Something besides queries that costs as much as so many steps of the solver.
  void spend(uint64_t steps) { spent_ += steps; }
  uint64_t spent() const { return spent_; }
  /// Has the proof cost what it may?
  bool exhausted() const;
  /// Did the clock end a query of the proof after all, since steps took far longer than they usually do? Another time
  /// it may be answered.
  bool endedByClock() const { return endedByClock_; }
  uint32_t queries() const { return queries_; }

  /// `small` restricts symbols to ordinary values; `effort` limits the unrestricted query (ProofOptions).
  Decision decide(const z3::expr& formula, const z3::expr& small, unsigned effort) {
    return decide(formula, small, effort, true);
  }
  Decision decide(const z3::expr& formula, const z3::expr& small) {
    return decide(formula, small, options_.queryEffort);
  }
  /// The unrestricted query alone.
  Decision decide(const z3::expr& formula, unsigned effort);
  Decision decide(const z3::expr& formula) { return decide(formula, options_.queryEffort); }
  /// The values that `term` can have where `formula` holds, besides `known`. Nothing where there are more than `limit`
  /// or that costs too much.
  std::optional<std::vector<uint64_t>> valuesOf(const z3::expr& formula, const z3::expr& term,
                                                const std::vector<uint64_t>& known, size_t limit, unsigned effort);
  /// Is it impossible? Tries small values only where that is hard to tell.
  bool impossible(const z3::expr& formula, const z3::expr& small, unsigned effort) {
    return decide(formula, small, effort, false).kind == Decision::Kind::impossible;
  }
  bool impossible(const z3::expr& formula) { return decide(formula).kind == Decision::Kind::impossible; }

 private:
  Decision check(const z3::expr& formula, unsigned effort);
  std::pair<z3::check_result, std::shared_ptr<z3::model>> ask(const z3::expr& formula, unsigned effort);
  z3::check_result checked(z3::solver& solver, uint64_t steps);
  Decision decide(const z3::expr& formula, const z3::expr& small, unsigned effort, bool ordinaryMatters);

  ProofOptions options_;
  std::stop_token stop_;
  std::unique_ptr<TermContext> context_;
  std::atomic<z3::context*> interruptible_{nullptr};
  struct Known {
    Decision decision;
    bool restricted = false;  // small values were tried first
    unsigned effort = 0;
  };
  std::unordered_map<unsigned, Known> answers_;  // by AST id of the simplified formula
  std::vector<z3::expr> kept_;                   // so that the ids stay theirs
  bool ordinaryFirst_ = false;                   // the last formula with small values was possible with them
  uint32_t queries_ = 0;
  uint64_t spent_ = 0;  // steps of this proof
  bool endedByClock_ = false;
  std::stop_callback<std::function<void()>> interrupt_;
};

}  // namespace warpwright::proof
