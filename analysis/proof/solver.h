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

  /// Made when it is first wanted: that takes milliseconds, and many proofs do without.
  z3::context& context();
  const ProofOptions& options() const { return options_; }
  bool cancelled() const { return stop_.stop_requested(); }
  /// Starts the clock of one proof: it may spend twice the limit of a query, in processor time of this thread.
  void startProof();
  bool outOfTime() const;
  uint32_t queries() const { return queries_; }

  /// `small` restricts symbols to ordinary values; `milliseconds` limits the unrestricted query.
  Decision decide(const z3::expr& formula, const z3::expr& small, unsigned milliseconds) {
    return decide(formula, small, milliseconds, true);
  }
  Decision decide(const z3::expr& formula, const z3::expr& small) {
    return decide(formula, small, options_.queryMilliseconds);
  }
  /// The unrestricted query alone.
  Decision decide(const z3::expr& formula, unsigned milliseconds);
  Decision decide(const z3::expr& formula) { return decide(formula, options_.queryMilliseconds); }
  /// The values that `term` can have where `formula` holds, besides `known`. Nothing where there are more than `limit`
  /// or the time is over.
  std::optional<std::vector<uint64_t>> valuesOf(const z3::expr& formula, const z3::expr& term,
                                                const std::vector<uint64_t>& known, size_t limit,
                                                unsigned milliseconds);
  /// Is it impossible? Tries small values only where that is hard to tell.
  bool impossible(const z3::expr& formula, const z3::expr& small, unsigned milliseconds) {
    return decide(formula, small, milliseconds, false).kind == Decision::Kind::impossible;
  }
  bool impossible(const z3::expr& formula) { return decide(formula).kind == Decision::Kind::impossible; }

 private:
  Decision check(const z3::expr& formula, unsigned milliseconds);
  std::pair<z3::check_result, std::shared_ptr<z3::model>> ask(const z3::expr& formula, unsigned milliseconds);
  Decision decide(const z3::expr& formula, const z3::expr& small, unsigned milliseconds, bool ordinaryMatters);

  ProofOptions options_;
  std::stop_token stop_;
  std::unique_ptr<z3::context> context_;
  std::atomic<z3::context*> interruptible_{nullptr};
  struct Known {
    Decision decision;
    bool restricted = false;  // small values were tried first
    unsigned milliseconds = 0;
  };
  std::unordered_map<unsigned, Known> answers_;  // by AST id of the simplified formula
  std::vector<z3::expr> kept_;                   // so that the ids stay theirs
  bool ordinaryFirst_ = false;                   // the last formula with small values was possible with them
  uint32_t queries_ = 0;
  double proofStart_ = 0;  // processor seconds
  double slowdown_ = 1;    // seconds for each processor second, of late
  std::stop_callback<std::function<void()>> interrupt_;
};

}  // namespace warpwright::proof
