#include "analysis/proof/solver.h"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace warpwright::proof {
namespace {

constexpr unsigned smallMilliseconds = 400, firstMilliseconds = 100;
constexpr double worthTiming = 0.002, mostSlowdown = 16, enoughOfLimit = 0.7;  // seconds; times; part

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
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
    context_ = std::make_unique<z3::context>();
    interruptible_.store(context_.get());
  }
  return *context_;
}

void Solver::startProof() {
  proofStart_ = processorSeconds();
}

bool Solver::outOfTime() const {
  return (processorSeconds() - proofStart_) * 1000 > 2.0 * options_.queryMilliseconds;
}

/// Z3's answer within a limit of processor time. Z3 itself looks at the clock, and a machine that is busy must not
/// change verdicts: where little of the time was this thread's, the limit is lengthened.
std::pair<z3::check_result, std::shared_ptr<z3::model>> Solver::ask(const z3::expr& formula, unsigned milliseconds) {
  for (int tries = 3;; --tries) {
    z3::solver solver = strategy(context()).mk_solver();
    z3::params limits(context());
    limits.set("timeout", std::max(static_cast<unsigned>(milliseconds * slowdown_), 1u));
    solver.set(limits);
    solver.add(formula);
    const double processor = processorSeconds();
    const auto clock = std::chrono::steady_clock::now();
    const z3::check_result result = solver.check();
    const double spent = processorSeconds() - processor;
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
    const bool cutShort = result == z3::unknown && spent * 1000 < enoughOfLimit * milliseconds;
    if (spent > worthTiming) {
      const double slowdown = cutShort ? passed / spent : (slowdown_ + passed / spent) / 2;
      slowdown_ = std::clamp(slowdown, 1.0, mostSlowdown);
    }
    if (result == z3::sat) return {result, std::make_shared<z3::model>(solver.get_model())};
    if (!cutShort || tries == 1 || cancelled() || outOfTime()) return {result, nullptr};
  }
}

Decision Solver::check(const z3::expr& formula, unsigned milliseconds) {
  Decision decision;
  if (cancelled() || outOfTime()) return decision;
  ++queries_;
  auto [result, model] = ask(formula, milliseconds);
  // A check that was interrupted may have ended in either way.
  if (cancelled()) return Decision{};
  if (result == z3::unsat) decision.kind = Decision::Kind::impossible;
  if (result == z3::sat) decision.kind = Decision::Kind::possible;
  decision.model = std::move(model);
  return decision;
}

Decision Solver::decide(const z3::expr& formula, unsigned milliseconds) {
  return decide(formula, context().bool_val(false), milliseconds);
}

Decision Solver::decide(const z3::expr& formula, const z3::expr& small, unsigned milliseconds, bool ordinaryMatters) {
  const z3::expr simple = formula.simplify();
  if (simple.is_false()) return {Decision::Kind::impossible, false, nullptr};
  const bool restricted = options_.smallValuesFirst && !small.is_false();
  const unsigned id = Z3_get_ast_id(context(), simple);
  if (const auto known = answers_.find(id); known != answers_.end()) {
    const auto& [decision, tried, limit] = known->second;
    if (decision.kind == Decision::Kind::impossible) return decision;
    if (decision.kind == Decision::Kind::possible && !ordinaryMatters) return decision;
    if (tried >= restricted && (decision.kind == Decision::Kind::possible || limit >= milliseconds)) return decision;
  }
  const bool everythingIsSmall = restricted && small.simplify().is_true();
  Decision decision;
  if (!restricted || everythingIsSmall) {
    decision = check(simple, milliseconds);
  } else {
    // Most formulas asked are impossible, and most of those are shown to be in a moment. But where the last one was
    // possible, this one often is.
    if (!ordinaryFirst_) decision = check(simple, std::min(firstMilliseconds, milliseconds));
    const bool isEnough = decision.kind == Decision::Kind::possible && !ordinaryMatters;
    if (decision.kind != Decision::Kind::impossible && !isEnough) {
      Decision ordinary = check(simple && small, std::min(smallMilliseconds, options_.queryMilliseconds));
      ordinary.ordinary = true;
      ordinaryFirst_ = ordinary.kind == Decision::Kind::possible;
      if (ordinaryFirst_) decision = std::move(ordinary);
    }
    // Impossible with small values says nothing about the others.
    if (decision.kind == Decision::Kind::undecided) decision = check(simple, milliseconds);
  }
  if (decision.kind == Decision::Kind::possible && everythingIsSmall) decision.ordinary = true;
  if (!cancelled() && !outOfTime()) {
    kept_.push_back(simple);
    answers_.insert_or_assign(id, Known{decision, restricted && ordinaryMatters, milliseconds});
  }
  return decision;
}

std::optional<std::vector<uint64_t>> Solver::valuesOf(const z3::expr& formula, const z3::expr& term,
                                                      const std::vector<uint64_t>& known, size_t limit,
                                                      unsigned milliseconds) {
  const auto start = std::chrono::steady_clock::now();
  z3::solver solver(context(), "QF_BV");
  const unsigned width = term.get_sort().bv_size();
  const z3::expr value = context().bv_const("value", width);
  solver.add(formula && value == term);
  for (const uint64_t other : known) solver.add(value != context().bv_val(other, width));
  std::vector<uint64_t> found;
  while (!cancelled() && !outOfTime()) {
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    if (spent.count() >= milliseconds) return std::nullopt;
    z3::params limits(context());
    limits.set("timeout", static_cast<unsigned>(milliseconds - spent.count()));
    solver.set(limits);
    ++queries_;
    const z3::check_result result = solver.check();
    if (cancelled() || result == z3::unknown) return std::nullopt;
    if (result == z3::unsat) return found;
    if (found.size() == limit) return std::nullopt;
    found.push_back(solver.get_model().eval(value, true).get_numeral_uint64());
    solver.add(value != context().bv_val(found.back(), width));
  }
  return std::nullopt;
}

}  // namespace warpwright::proof
