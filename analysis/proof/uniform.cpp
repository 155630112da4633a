#include "analysis/proof/uniform.h"

#include <algorithm>

#include "analysis/proof/session.h"
#include "analysis/proof/term_context.h"
#include "analysis/proof/wording.h"

namespace warpwright::proof {
namespace {

constexpr uint64_t drawSeed = 88172645463325252u;
constexpr int sampleCount = 60;

}  // namespace

Agreement::Agreement(const Facts& facts, Solver& solver, int dimension)
    : facts_(facts), solver_(solver), dimension_(dimension) {}

Encoder& Agreement::encoder() {
  if (!encoder_) encoder_.emplace(solver_.context(), facts_, true);
  return *encoder_;
}

/// Made of nothing but what both threads share: no solver is needed to see that it is the same.
bool Agreement::isShared(ExpressionId expression, LoopId loop) const {
  const auto& model = facts_.model();
  if (!facts_.isTotal(expression)) return false;
  return std::all_of(facts_.coneOf(expression).begin(), facts_.coneOf(expression).end(), [&](SymbolId id) {
    const Symbol& symbol = model.pool.symbolAt(id);
    if (symbol.kind == SymbolKind::threadIndex) return dimension_ != anyDimension && symbol.dimension != dimension_;
    LoopId around = loop;
    while (around.isValid() && model.loop(around).counter != id) around = model.loop(around).parent;
    return around.isValid() || facts_.sharingOf(id) != Sharing::instance;
  });
}

Agreement::Pair Agreement::pairIn(LoopId loop) {
  Pair pair{Instance(facts_.model(), "@1"), Instance(facts_.model(), "@2")};
  for (LoopId id = loop; id.isValid(); id = facts_.model().loop(id).parent) {
    const SymbolId counter = facts_.model().loop(id).counter;
    if (counter.isValid()) pair.second.preset(counter, encoder().symbol(pair.first, counter));
  }
  return pair;
}

z3::expr Agreement::conditions(Pair& pair, ExpressionId guard, const std::vector<ExpressionId>& roots) {
  z3::expr different = encoder().truth(false), same = encoder().truth(true);
  for (int d = 0; d < 3; ++d) {
    const z3::expr x = encoder().threadIndex(pair.first, d), y = encoder().threadIndex(pair.second, d);
    if (dimension_ == anyDimension || dimension_ == d) {
      assign(different, different || x != y);
    } else {
      assign(same, same && x == y);
    }
  }
  z3::expr all = different && same && encoder().bounds({&pair.first, &pair.second}, roots);
  if (guard.isValid()) assign(all, all && encoder().value(pair.first, guard) && encoder().value(pair.second, guard));
  return all;
}

Decision Agreement::differ(ExpressionId expression, ExpressionId guard, LoopId loop, bool ordinary) {
  std::vector<ExpressionId> roots{expression};
  if (guard.isValid()) roots.push_back(guard);
  const Decision decision = isShared(expression, loop) ? Decision{Decision::Kind::impossible, false, nullptr}
                                                       : solve(expression, guard, loop, roots, ordinary);
  if (decision.kind == Decision::Kind::impossible) {
    for (const ObjectId object : facts_.sharedLoads(roots)) {
      if (std::find(loads_.begin(), loads_.end(), object) == loads_.end()) loads_.push_back(object);
    }
  }
  return decision;
}

Decision Agreement::solve(ExpressionId expression, ExpressionId guard, LoopId loop,
                          const std::vector<ExpressionId>& roots, bool ordinary) {
  Pair pair = pairIn(loop);
  if (dimension_ != anyDimension) {
    // Equal by construction for the other dimensions: lets equal index forms meet without the solver.
    for (int d = 0; d < 3; ++d) {
      if (d != dimension_) pair.second.shareThread(d, encoder().threadIndex(pair.first, d));
    }
  }
  const z3::expr x = encoder().value(pair.first, expression), y = encoder().value(pair.second, expression);
  if (z3::eq(x.simplify(), y.simplify())) return {Decision::Kind::impossible, false, nullptr};
  const z3::expr formula = conditions(pair, guard, roots) && x != y;
  const z3::expr small = encoder().smallValues({&pair.first, &pair.second}, roots);
  if (ordinary) return solver_.decide(formula, small);
  const bool never = solver_.impossible(formula, small, solver_.options().queryEffort);
  return {never ? Decision::Kind::impossible : Decision::Kind::undecided, false, nullptr};
}

bool Agreement::agrees(ExpressionId expression, LoopId loop) {
  if (!expression.isValid()) return false;
  const bool sampled = solver_.options().sampleFirst && !isShared(expression, loop);
  if (sampled && seenToDiffer(expression, loop)) return false;
  return differ(expression, {}, loop, false).kind == Decision::Kind::impossible;
}

/// Do concrete threads in the same rounds of the loops around have different values?
bool Agreement::seenToDiffer(ExpressionId expression, LoopId loop) const {
  Draws draws(drawSeed);
  ConcreteBlock block(facts_);
  ConcreteThread first(block, draws), second(block, draws);
  const auto drawThread = [&](const std::array<uint64_t, 3>& other) {
    std::array<uint64_t, 3> index = other;
    for (int d = 0; d < 3; ++d) {
      if (dimension_ == anyDimension || dimension_ == d) index[d] = draws.below(block.shape()[d]);
    }
    return index;
  };
  const auto sameRound = [&](LoopId id) {
    const Loop& around = facts_.model().loop(id);
    if (!around.counter.isValid()) return true;
    const auto round = first.valueOf(around.counter);
    if (!round) return false;
    second.set(around.counter, *round);
    const auto most = around.backedgeCount.isValid() ? second.value(around.backedgeCount) : round;
    return most && *round <= *most;
  };
  for (int i = 0; i < sampleCount; ++i) {
    block.restart(draws);
    block.drawWidely(i % 2 == 1);
    std::array<uint64_t, 3> index{};
    for (int d = 0; d < 3; ++d) index[d] = draws.below(block.shape()[d]);
    const std::array<uint64_t, 3> other = drawThread(index);
    if (other == index) continue;
    first.restart(index);
    second.restart(other);
    bool together = true;
    // From the outermost: a loop's bound may count rounds of those around it.
    std::vector<LoopId> loops;
    for (LoopId id = loop; id.isValid(); id = facts_.model().loop(id).parent) loops.insert(loops.begin(), id);
    for (const LoopId id : loops) together = together && sameRound(id);
    if (!together) continue;
    const auto x = first.value(expression), y = second.value(expression);
    if (x && y && *x != *y) return true;
  }
  return false;
}

bool Agreement::occupied(ExpressionId guard, LoopId loop) {
  std::vector<ExpressionId> roots;
  if (guard.isValid()) roots.push_back(guard);
  Pair pair = pairIn(loop);
  return !solver_.impossible(conditions(pair, guard, roots));
}

bool Agreement::sameRounds(LoopId id, const ControlFlow& flow) {
  if (!id.isValid()) return true;
  const Loop& loop = facts_.model().loop(id);
  if (!sameRounds(loop.parent, flow)) return false;
  bool latchesDecide = true;  // a latch that only leads back: who gets there goes on
  for (const BlockId latch : flow.latches(id)) {
    const BasicBlock& block = facts_.model().blocks[latch.value];
    latchesDecide = latchesDecide && block.successors.size() == 1 && agrees(block.reach, id);
  }
  if (latchesDecide) return true;
  // `backedgeCount` is a bound and need not be exact.
  return loop.constantTripCount && flow.exitingBlocks(id).size() == 1;
}

bool Agreement::together(const Barrier& barrier, const ControlFlow& flow) {
  const BasicBlock& block = facts_.model().blocks[barrier.block.value];
  const ExpressionId guard = barrier.guard.isValid() ? barrier.guard : block.reach;
  return sameRounds(block.loop, flow) && agrees(guard, block.loop);
}

std::optional<SymbolId> Agreement::openSymbol(ExpressionId expression, LoopId loop) const {
  for (const SymbolId id : facts_.coneOf(expression)) {
    if (facts_.isOpaque(id)) return id;
    const Symbol& symbol = facts_.model().pool.symbolAt(id);
    if (symbol.kind != SymbolKind::loopCounter) continue;
    LoopId around = loop;
    while (around.isValid() && around != symbol.loop) around = facts_.model().loop(around).parent;
    if (!around.isValid()) return id;
  }
  return std::nullopt;
}

namespace {

Message openText(const Symbol& symbol) {
  const Message at = symbol.line ? Message(" at %1", lineText(symbol.line)) : Message();
  switch (symbol.kind) {
    case SymbolKind::loaded:
      return {"%1 is read%2 from memory that the kernel writes.", code(symbol.name), at};
    case SymbolKind::loopCounter:
      return "the last round of a loop before it may differ between threads.";
    default:
      if (!symbol.reason.empty()) return {"it depends on %1.", symbol.reason};
      return {"it depends on %1%2.", code(symbol.name), at};
  }
}

}  // namespace

Answer proveUniform(Session& session, ExpressionId expression, const Place& place, int dimension) {
  return attempt(session, [&](Answer& answer) {
    const KernelModel& model = session.model;
    const Facts& facts = session.facts;
    static constexpr const char* axes[] = {"x", "y", "z"};
    const std::string axis = std::string("threadIdx.") + axes[dimension];
    Agreement agreement(facts, session.solver, dimension);
    const Code text = code(model.pool.text(expression));
    const Decision decision = agreement.differ(expression, place.guard, place.loop);
    switch (decision.kind) {
      case Decision::Kind::impossible:
        if (!agreement.occupied(place.guard, place.loop)) {
          answer.reason = {"Only one thread along %1 computes %2.", axis, text};
          return;
        }
        answer.kind = Answer::Kind::holds;
        answer.reason = {"%1 does not depend on %2.", text, axis};
        for (const ObjectId load : agreement.loads()) {
          for (Assumption& assumption : facts.loadAssumptions(load)) {
            addAssumption(answer.assumptions, std::move(assumption));
          }
        }
        return;
      case Decision::Kind::possible:
        if (const auto open = agreement.openSymbol(expression, place.loop)) {
          answer.reason = {"Cannot tell whether %1 depends on %2: %3", text, axis,
                           openText(model.pool.symbolAt(*open))};
        } else if (!decision.ordinary) {
          answer.reason = {"Cannot tell whether %1 depends on %2: only unusual values make it differ.", text, axis};
        } else {
          answer.kind = Answer::Kind::violated;
          answer.reason = {"%1 depends on %2.", text, axis};
        }
        return;
      case Decision::Kind::undecided:
        answer.reason = tooLongReason(session.solver, {});
        return;
    }
  });
}

}  // namespace warpwright::proof
