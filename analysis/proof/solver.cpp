#include "analysis/proof/solver.h"

#include <algorithm>
#include <limits>

namespace warpwright::proof {
namespace {

constexpr unsigned smallEffort = 400, firstEffort = 100;
/// Where steps take so much longer than they usually do, the clock ends a query after all.
constexpr uint64_t leastMilliseconds = 4000, slowestMilliseconds = 40;  // at least; for what is one

uint32_t countedBy(const z3::solver& solver) {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i) {
    if (statistics.is_uint(i) && statistics.key(i) == "rlimit count") return statistics.uint_value(i);
  }
  return 0;
}

/// Index forms are small formulas with a few wide products. The SMT core, which turns a product into bits only once it
/// matters, answers them in half the time that Z3's own strategy for bit-vectors takes, and leaves fewer undecided.
z3::tactic strategy(z3::context& context) {
  const auto step = [&](const char* name) { return z3::tactic(context, name); };
  return step("simplify") & step("propagate-values") & step("solve-eqs") & step("max-bv-sharing") & step("smt");
}

}  // namespace

Solver::Solver(const ProofOptions& options, std::stop_token stop)
    : options_(options), stop_(stop), interrupt_(stop, [this] {
        if (z3::context* context = interruptible_.load()) context->interrupt();
      }) {}

z3::context& Solver::context() {
  if (!context_) {
    context_ = std::make_unique<TermContext>();
    interruptible_.store(context_.get());
  }
  return *context_;
}

void Solver::startProof() {
  spent_ = 0;
  endedByClock_ = false;
}

bool Solver::exhausted() const {
  return spent_ > 2 * options_.queryEffort * stepsOfEffort;
}

/// Z3's answer within so many of its steps. Counted, since a machine that is busy must not change verdicts.
z3::check_result Solver::checked(z3::solver& solver, uint64_t steps) {
  const uint64_t patience = std::max(leastMilliseconds, steps / stepsOfEffort * slowestMilliseconds);
  z3::params limits(context());
  limits.set("rlimit", static_cast<unsigned>(std::clamp<uint64_t>(steps, 1, std::numeric_limits<unsigned>::max())));
  limits.set("timeout", static_cast<unsigned>(patience));
  solver.set(limits);
  const uint32_t before = countedBy(solver);
  const z3::check_result result = solver.check();
  const uint32_t taken = countedBy(solver) - before;  // it may overflow
  const bool byClock = result == z3::unknown && !cancelled() && taken < steps;
  spent_ += byClock ? steps : taken;
  endedByClock_ |= byClock;
  return result;
}

std::pair<z3::check_result, std::shared_ptr<z3::model>> Solver::ask(const z3::expr& formula, unsigned effort) {
  z3::solver solver = strategy(context()).mk_solver();
  solver.add(formula);
  const z3::check_result result = checked(solver, effort * stepsOfEffort);
  return {result, result == z3::sat ? std::make_shared<z3::model>(solver.get_model()) : nullptr};
}

Decision Solver::check(const z3::expr& formula, unsigned effort) {
  Decision decision;
  if (cancelled() || exhausted()) return decision;
  ++queries_;
  auto [result, model] = ask(formula, effort);
  // A check that was interrupted may have ended in either way.
  if (cancelled()) return Decision{};
  if (result == z3::unsat) decision.kind = Decision::Kind::impossible;
  if (result == z3::sat) decision.kind = Decision::Kind::possible;
  decision.model = std::move(model);
  return decision;
}

Decision Solver::decide(const z3::expr& formula, unsigned effort) {
  return decide(formula, context().bool_val(false), effort);
}

Decision Solver::decide(const z3::expr& formula, const z3::expr& small, unsigned effort, bool ordinaryMatters) {
  const z3::expr simple = formula.simplify();
  if (simple.is_false()) return {Decision::Kind::impossible, false, nullptr};
  const bool restricted = options_.smallValuesFirst && !small.is_false();
  const unsigned id = Z3_get_ast_id(context(), simple);
  if (const auto known = answers_.find(id); known != answers_.end()) {
    const auto& [decision, tried, limit] = known->second;
    if (decision.kind == Decision::Kind::impossible) return decision;
    if (decision.kind == Decision::Kind::possible && !ordinaryMatters) return decision;
    if (tried >= (restricted && ordinaryMatters) && (decision.kind == Decision::Kind::possible || limit >= effort))
      return decision;
  }
  const bool everythingIsSmall = restricted && small.simplify().is_true();
  Decision decision;
  if (!restricted || everythingIsSmall) {
    decision = check(simple, effort);
  } else {
    // Most formulas asked are impossible, and most of those are shown to be in a moment. But where the last one was
    // possible, this one often is.
    if (!ordinaryFirst_) decision = check(simple, std::min(firstEffort, effort));
    const bool isEnough = decision.kind == Decision::Kind::possible && !ordinaryMatters;
    if (decision.kind != Decision::Kind::impossible && !isEnough) {
      Decision ordinary = check(simple && small, std::min(smallEffort, options_.queryEffort));
      ordinary.ordinary = true;
      ordinaryFirst_ = ordinary.kind == Decision::Kind::possible;
      if (ordinaryFirst_) decision = std::move(ordinary);
    }
    // Impossible with small values says nothing about the others.
    if (decision.kind == Decision::Kind::undecided) decision = check(simple, effort);
  }
  if (decision.kind == Decision::Kind::possible && everythingIsSmall) decision.ordinary = true;
  if (!cancelled() && !exhausted()) {
    kept_.push_back(simple);
    answers_.insert_or_assign(id, Known{decision, restricted && ordinaryMatters, effort});
  }
  return decision;
}

std::optional<std::vector<uint64_t>> Solver::valuesOf(const z3::expr& formula, const z3::expr& term,
                                                      const std::vector<uint64_t>& known, size_t limit,
                                                      unsigned effort) {
  z3::solver solver(context(), "QF_BV");
  const unsigned width = term.get_sort().bv_size();
  const z3::expr value = context().bv_const("value", width);
  solver.add(formula && value == term);
  for (const uint64_t other : known) solver.add(value != context().bv_val(other, width));
  std::vector<uint64_t> found;
  const uint64_t most = spent_ + effort * stepsOfEffort;
  while (!cancelled() && !exhausted() && spent_ < most) {
    ++queries_;
    const z3::check_result result = checked(solver, most - spent_);
    if (cancelled() || result == z3::unknown) return std::nullopt;
    if (result == z3::unsat) return found;
    if (found.size() == limit) return std::nullopt;
    found.push_back(solver.get_model().eval(value, true).get_numeral_uint64());
    solver.add(value != context().bv_val(found.back(), width));
  }
  return std::nullopt;
}

}  // namespace warpwright::proof
