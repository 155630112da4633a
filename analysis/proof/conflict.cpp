#include "analysis/proof/conflict.h"

#include <algorithm>
#include <numeric>

#include "analysis/proof/term_context.h"

namespace warpwright::proof {
namespace {

constexpr unsigned guardFreeEffort = 250;
constexpr unsigned quickEffort = 200;
constexpr unsigned weakerEffort = 500;
constexpr uint64_t drawSeed = 88172645463325252u;
constexpr int quickSampleCount = 40, sampleCount = 150, guardedSampleCount = 600;
constexpr int manySamplings = 64, lateSampleCount = 24;
/// What is made for a pair, in steps of the solver.
constexpr uint64_t stepsOfPair = 40;

Conflict undecided() {
  Conflict unknown;
  unknown.timedOut = true;
  return unknown;
}

}  // namespace

ConflictProver::ConflictProver(const Facts& facts, Solver& solver)
    : facts_(facts),
      solver_(solver),
      levels_(facts, solver),
      draws_(drawSeed),
      block_(facts),
      threadA_(block_, draws_),
      threadB_(block_, draws_) {}

void ConflictProver::startProof() {
  draws_ = Draws(drawSeed);
  rangeSought_ = false;
  inVain_ = 0;
  samplings_ = 0;
  costliest_ = {};
}

void ConflictProver::count(uint64_t before, AccessId first, AccessId second) {
  solver_.spend(stepsOfPair + (threadA_.takeWork() + threadB_.takeWork()) / evaluationsOfStep);
  if (const uint64_t steps = solver_.spent() - before; steps > costliest_.steps) costliest_ = {steps, first, second};
}

std::vector<uint32_t> ConflictProver::costliest() const {
  if (costliest_.steps == 0) return {};
  return {facts_.model().access(costliest_.first).line, facts_.model().access(costliest_.second).line};
}

ConflictProver::Encoding& ConflictProver::shared() {
  if (!sharedEncoding_) sharedEncoding_.emplace(solver_, facts_, true);
  return *sharedEncoding_;
}

ConflictProver::Encoding& ConflictProver::unshared() {
  if (!privateEncoding_) privateEncoding_.emplace(solver_, facts_, false);
  return *privateEncoding_;
}

std::optional<ConflictProver::Pair> ConflictProver::pairOf(AccessId first, AccessId second, const RoundTie& tie) const {
  const Access &a = facts_.model().access(first), &b = facts_.model().access(second);
  for (const Access* access : {&a, &b}) {
    if (!access->offset.isValid() || access->bytes == 0) return std::nullopt;
  }
  Pair pair{&a, &b, tie, rootsOf(a)};
  const std::vector<ExpressionId> more = rootsOf(b);
  pair.roots.insert(pair.roots.end(), more.begin(), more.end());
  if (!tieMatters(pair)) pair.tie = RoundTie{};
  return pair;
}

ConflictProver::Key ConflictProver::keyOf(const Pair& pair, bool guards) const {
  Key key = formOf(*pair.first, guards);
  const Key more = formOf(*pair.second, guards);
  key.insert(key.end(), more.begin(), more.end());
  key.insert(key.end(), {pair.tie.loop.value, pair.tie.same, pair.tie.next});
  return key;
}

Conflict ConflictProver::quickSearch(AccessId first, AccessId second, const RoundTie& tie) {
  Conflict result;
  const uint64_t before = solver_.spent();
  const std::optional<Pair> pair = pairOf(first, second, tie);
  if (!pair || !solver_.options().sampleFirst || solver_.cancelled()) return result;
  const Key key = keyOf(*pair, true);
  if (sampled_.count(key) != 0) return result;
  // Where many pairs were drawn for in vain, the later ones seldom meet either.
  if (sample(*pair, true, 2, samplings_++ < manySamplings ? sampleCount : lateSampleCount)) {
    result = judge(*pair, true);
    result.first.access = first;
    result.second.access = second;
  }
  if (result.kind != Conflict::Kind::real) sampled_.insert(key);
  count(before, first, second);
  return result;
}

Conflict ConflictProver::search(AccessId first, AccessId second, const RoundTie& tie, const Given& given) {
  Conflict result;
  const std::optional<Pair> pair = pairOf(first, second, tie);
  if (!pair || solver_.cancelled()) return result;
  const uint64_t before = solver_.spent();
  const auto [found, isNew] = searched_.emplace(std::pair(keyOf(*pair, true), given), Conflict{});
  if (isNew) {
    given_ = given;
    found->second = searchPair(*pair);
    given_.clear();
  }
  result = found->second;
  result.first.access = first;
  result.second.access = second;
  count(before, first, second);
  return result;
}

Conflict ConflictProver::searchPair(const Pair& pair) {
  Conflict nothing;
  if (apartByStride(pair)) return nothing;
  const std::optional<bool> exact = enumerate(pair, true, 2);
  if (exact == false) return nothing;
  if (exact == true || (solver_.options().sampleFirst && sample(pair, true, 2, guardedSampleCount)))
    return judge(pair, true);
  Encoding& encoding = shared();
  z3::expr formula = all(encoding, pair, true, 2);
  for (const auto& [id, value] : given_) {
    const z3::expr symbol = encoding.encoder.symbol(encoding.first, id);
    assign(formula, formula && symbol == encoding.encoder.number(value, symbol.get_sort().bv_size()));
  }
  // What is given may be larger than what is small.
  if (given_.empty())
    assign(formula, formula && encoding.encoder.smallValues({&encoding.first, &encoding.second}, pair.roots));
  const Decision decision = solver_.decide(formula, quickEffort);
  if (decision.kind == Decision::Kind::possible) {
    takeOver(pair, *decision.model);
    std::vector<SymbolId> absurd;
    extraordinary(pair, absurd);
    std::erase_if(absurd, [&](SymbolId id) { return given_.contains(id); });
    return absurd.empty() ? judge(pair, true) : nothing;
  }
  nothing.timedOut = decision.kind == Decision::Kind::undecided;
  return nothing;
}

Conflict ConflictProver::find(AccessId first, AccessId second, const RoundTie& tie, bool quick) {
  const std::optional<Pair> pair = pairOf(first, second, tie);
  const uint64_t before = solver_.spent();
  Conflict result;
  if (pair) {
    const Key key = keyOf(*pair, true);
    auto found = known_.find(key);
    if (found == known_.end() || (found->second.timedOut && !quick)) {
      found = known_.insert_or_assign(key, decide(*pair, quick)).first;
    }
    result = found->second;
  } else {
    const Access &a = facts_.model().access(first), &b = facts_.model().access(second);
    const Access& unclear = a.offset.isValid() && a.bytes != 0 ? b : a;
    const LineList at = lineText(unclear.line);
    result.cause = unclear.unknownReason.empty()
                       ? Message("the address at %1 is not known.", at)
                       : Message("the address at %1 is not known: %2.", at, unclear.unknownReason);
  }
  result.first.access = first;
  result.second.access = second;
  count(before, first, second);
  if (quick && result.kind != Conflict::Kind::real) inVain_ += solver_.spent() - before;
  return result;
}

std::vector<SymbolId> ConflictProver::countersAround(LoopId loop) const {
  std::vector<SymbolId> counters;
  for (LoopId id = facts_.model().loop(loop).parent; id.isValid(); id = facts_.model().loop(id).parent) {
    if (const SymbolId counter = facts_.model().loop(id).counter; counter.isValid()) counters.push_back(counter);
  }
  std::reverse(counters.begin(), counters.end());
  return counters;
}

bool ConflictProver::tieMatters(const Pair& pair) const {
  if (!pair.tie.loop.isValid()) return false;
  std::vector<SymbolId> counters = countersAround(pair.tie.loop);
  counters.push_back(facts_.model().loop(pair.tie.loop).counter);
  for (const ExpressionId root : pair.roots) {
    const std::vector<SymbolId>& cone = facts_.coneOf(root);
    for (const SymbolId counter : counters) {
      if (std::find(cone.begin(), cone.end(), counter) != cone.end()) return true;
    }
  }
  return false;
}

/// Do the places of the two never overlap because of the steps in which they are, such as two fields of a structure?
bool ConflictProver::apartByStride(const Pair& pair) const {
  const Facts::Lattice a = facts_.latticeOf(pair.first->offset), b = facts_.latticeOf(pair.second->offset);
  const uint64_t stride = std::gcd(a.stride, b.stride);
  if (stride == 0) return b.offset - a.offset >= pair.first->bytes && a.offset - b.offset >= pair.second->bytes;
  const uint64_t ahead = (b.offset % stride + stride - a.offset % stride) % stride;
  return ahead >= pair.first->bytes && stride - ahead >= pair.second->bytes;
}

Conflict ConflictProver::decide(const Pair& pair, bool quick) {
  if (apartByStride(pair)) {
    Conflict result;
    result.kind = Conflict::Kind::none;
    return result;
  }
  if (!quick && apartWithoutGuards(pair, 0)) return apart(pair);
  // What is sought for evidence alone cannot be found, or was sought for long enough.
  if (quick && (inVain_ >= mostInVain || isInDoubt(pair))) return undecided();
  const std::optional<bool> exact = enumerate(pair, true, 2);
  if (exact == true || (!exact && solver_.options().sampleFirst && sample(pair, true, 2, guardedSampleCount))) {
    return judge(pair, true);
  }
  if (exact || (!quick && apartWithoutGuards(pair, 2))) return proved(pair, weakerEffort);
  Encoding& encoding = shared();
  const z3::expr formula = all(encoding, pair, true, 2);
  const z3::expr small = encoding.encoder.smallValues({&encoding.first, &encoding.second}, pair.roots);
  const Decision decision = quick             ? solver_.decide(formula && small, quickEffort)
                            : isInDoubt(pair) ? solver_.decide(formula)
                                              : solver_.decide(formula, small);
  switch (decision.kind) {
    case Decision::Kind::impossible:
      if (quick) break;
      return proved(pair, weakerEffort);
    case Decision::Kind::possible:
      takeOver(pair, *decision.model);
      return judge(pair, quick || decision.ordinary);
    case Decision::Kind::undecided:
      break;
  }
  return undecided();
}

/// The shortest formula first: many accesses share an index form and differ in their guards only.
bool ConflictProver::apartWithoutGuards(const Pair& pair, int level) {
  Key key = keyOf(pair, false);
  key.push_back(static_cast<uint32_t>(level));
  if (const auto found = knownApart_.find(key); found != knownApart_.end()) return found->second;
  bool apart = false;
  if (const auto exact = enumerate(pair, false, level)) {
    apart = !*exact;
  } else if (!(solver_.options().sampleFirst && sampleFree(pair, false, level, sampleCount))) {
    const unsigned limit = std::min(guardFreeEffort, solver_.options().queryEffort);
    apart = solver_.decide(all(shared(), pair, false, level), limit).kind == Decision::Kind::impossible;
  }
  knownApart_.emplace(std::move(key), apart);
  return apart;
}

/// Proved without guards and assumptions.
Conflict ConflictProver::apart(const Pair& pair) {
  Conflict result;
  result.kind = Conflict::Kind::none;
  const std::vector<ObjectId> loads = facts_.sharedLoads({pair.first->offset, pair.second->offset});
  const bool needed = !loads.empty() &&
                      solver_.decide(all(unshared(), pair, false, 0), weakerEffort).kind != Decision::Kind::impossible;
  if (needed) result.loads = loads;
  return result;
}

/// The pair is proved under all assumptions: finds out which of them are needed.
Conflict ConflictProver::proved(const Pair& pair, unsigned effort) {
  Conflict result;
  result.kind = Conflict::Kind::none;
  result.level = 2;
  for (int level = 0; level < 2; ++level) {
    // Where one pair of an object needed more, the object's verdict rests on it anyway.
    if (level == 1 && beyondInside_.count(pair.first->object) != 0) continue;
    if (!provable(true, pair, level, effort)) continue;
    result.level = level;
    break;
  }
  if (result.level == 2) beyondInside_.insert(pair.first->object);
  for (const Access* access : {pair.first, pair.second}) {
    if (result.level == 0 || levels_.reachable(*access, result.level)) continue;
    Conflict unknown;
    unknown.cause = {"%1 is always outside the declared range of %2.", lineText(access->line),
                     code(facts_.model().object(access->object).name)};
    return unknown;
  }
  const std::vector<ObjectId> loads = facts_.sharedLoads(pair.roots);
  if (!loads.empty() && !provable(false, pair, result.level, effort)) result.loads = loads;
  return result;
}

bool ConflictProver::provable(bool sharesLoads, const Pair& pair, int level, unsigned effort) {
  const bool samples = sharesLoads && solver_.options().sampleFirst;
  if (samples && sampleFree(pair, true, level, quickSampleCount)) return false;
  if (const auto exact = enumerate(pair, true, level)) return !*exact;
  if (samples && sampleFree(pair, true, level, sampleCount)) return false;
  Encoding& encoding = sharesLoads ? shared() : unshared();
  const z3::expr small = encoding.encoder.smallValues({&encoding.first, &encoding.second}, pair.roots);
  return solver_.impossible(all(encoding, pair, true, level), small, effort);
}

z3::expr ConflictProver::all(Encoding& encoding, const Pair& pair, bool guards, int level) {
  std::vector<ExpressionId> roots = pair.roots;
  if (!guards) {
    std::erase_if(roots, [&](ExpressionId id) { return id == pair.first->guard || id == pair.second->guard; });
  }
  return core(encoding, pair, guards, level) && encoding.encoder.bounds({&encoding.first, &encoding.second}, roots);
}

z3::expr ConflictProver::core(Encoding& encoding, const Pair& pair, bool guards, int level) {
  Encoder& encoder = encoding.encoder;
  z3::expr different = encoder.truth(false);
  for (int d = 0; d < 3; ++d) {
    assign(different, different || encoder.threadIndex(encoding.first, d) != encoder.threadIndex(encoding.second, d));
  }
  z3::expr formula = different && overlap(encoding, pair) && tieFormula(encoding, pair);
  if (guards) {
    if (pair.first->guard.isValid()) assign(formula, formula && encoder.value(encoding.first, pair.first->guard));
    if (pair.second->guard.isValid()) assign(formula, formula && encoder.value(encoding.second, pair.second->guard));
  }
  for (int i = 1; i <= level; ++i) {
    assign(formula, formula && levels_.term(encoder, encoding.first, *pair.first, i) &&
                        levels_.term(encoder, encoding.second, *pair.second, i));
  }
  return formula;
}

z3::expr ConflictProver::overlap(Encoding& encoding, const Pair& pair) {
  Encoder& encoder = encoding.encoder;
  const Access &a = *pair.first, &b = *pair.second;
  const z3::expr x = encoder.value(encoding.first, a.offset), y = encoder.value(encoding.second, b.offset);
  // Places of one size on multiples of that size meet only where they are equal.
  if (a.bytes == b.bytes && (a.bytes & (a.bytes - 1)) == 0 && facts_.alignmentOf(a.offset) >= a.bytes &&
      facts_.alignmentOf(b.offset) >= b.bytes) {
    return x == y;
  }
  return z3::ult(y - x, encoder.number(a.bytes, 64)) || z3::ult(x - y, encoder.number(b.bytes, 64));
}

z3::expr ConflictProver::tieFormula(Encoding& encoding, const Pair& pair) {
  Encoder& encoder = encoding.encoder;
  if (!pair.tie.loop.isValid()) return encoder.truth(true);
  z3::expr related = encoder.truth(true);
  for (const SymbolId counter : countersAround(pair.tie.loop)) {
    assign(related, related && encoder.symbol(encoding.first, counter) == encoder.symbol(encoding.second, counter));
  }
  const SymbolId counter = facts_.model().loop(pair.tie.loop).counter;
  if (!counter.isValid()) return related;
  const z3::expr x = encoder.symbol(encoding.first, counter), y = encoder.symbol(encoding.second, counter);
  const unsigned width = x.get_sort().bv_size();
  z3::expr near = encoder.truth(false);
  if (pair.tie.same) assign(near, near || x == y);
  if (pair.tie.next) assign(near, near || (y == x + encoder.number(1, width) && y != encoder.number(0, width)));
  return related && near;
}

}  // namespace warpwright::proof
