#include <algorithm>
#include <map>
#include <set>

#include "analysis/proof/control_flow.h"
#include "analysis/proof/session.h"
#include "analysis/proof/uniform.h"
#include "analysis/proof/wording.h"
#include "core/kernel/pointer_fields.h"

namespace warpwright::proof {
namespace {

/// Two accesses that only a removed barrier orders: the first may come before it, the second after it.
struct OrderedPair {
  AccessId first, second;
  BarrierId barrier;
  RoundTie tie;
};

bool isGlobal(const Facts& facts, const Access& access) {
  return !access.object.isValid() || facts.isGlobalMemory(access.object);
}

bool isWrite(const Access& access) {
  return access.kind != AccessKind::read;
}

/// What is seen outside, in the order in which it happens: text that threads print, and the end of the launch.
bool isSeenOutside(const OpaqueCall& call) {
  return call.name == "printf" || call.name == "assert" || call.name == "trap";
}

class BarrierProof {
 public:
  BarrierProof(Session& session, Answer& answer, const std::vector<BarrierId>& removed,
               const std::vector<ObjectId>& privatised)
      : session_(session),
        facts_(session.facts),
        model_(session.model),
        answer_(answer),
        flow_(session.model),
        removed_(removed),
        privatised_(privatised.begin(), privatised.end()) {}

  void run();

 private:
  bool matters(const Access& access) const;
  Message obstacle(const Barrier& barrier) const;
  Message obstacleAround(const Barrier& barrier, const Neighbourhood& before, const Neighbourhood& after) const;
  Message blockOrder(const Barrier& barrier, const Access& before, const Access& after) const;
  bool ordersOutput(const Barrier& barrier, const Neighbourhood& before, const Neighbourhood& after);
  void collect(const Barrier& barrier, const Neighbourhood& before, const Neighbourhood& after);
  const Access* unresolved(const Access& a, const Access& b) const;
  RoundTie tieOf(const Access& before, const Access& after, const Barrier& barrier) const;
  void assumeTextures();
  void provePairs();
  void tell(const OrderedPair& pair, const Conflict& conflict);
  void giveUp(const Message& reason) {
    if (doubt_.empty()) doubt_ = reason;
  }
  static Message nameOf(const Barrier& barrier) { return {"the barrier at %1", lineText(barrier.line)}; }

  Session& session_;
  const Facts& facts_;
  const KernelModel& model_;
  Answer& answer_;
  ControlFlow flow_;
  std::vector<BarrierId> removed_;
  std::set<BarrierId> walls_;
  std::set<ObjectId> privatised_;
  bool together_ = true;  // all threads pass every barrier of the block together
  std::vector<OrderedPair> pairs_;
  Message doubt_;  // why the answer cannot be `holds`
};

/// Accesses to memory that other threads of the block can see.
bool BarrierProof::matters(const Access& access) const {
  if (!access.object.isValid()) return true;
  if (privatised_.count(access.object) != 0) return false;
  return facts_.isSharedMemory(access.object) || facts_.isGlobalMemory(access.object);
}

Message BarrierProof::obstacle(const Barrier& barrier) const {
  if (barrier.kind == Barrier::Kind::warp) return {"%1 orders a warp, which is not looked at.", nameOf(barrier)};
  if (barrier.kind == Barrier::Kind::other) {
    return {"%1 at %2 gives a value or counts threads.", code(barrier.text), lineText(barrier.line)};
  }
  for (const OpaqueCall& call : model_.calls) {
    if (!call.isWarpCollective || call.name.find("sync") != std::string::npos) continue;
    return {"%1 at %2 needs the warp's threads to be together.", code(call.name), lineText(call.line)};
  }
  return "";
}

/// Other blocks see global memory too: what a barrier puts before an atomic or volatile access, or after one, they may
/// rely on.
Message BarrierProof::blockOrder(const Barrier& barrier, const Access& before, const Access& after) const {
  const auto signals = [&](const Access& access) {
    return isGlobal(facts_, access) && (access.kind == AccessKind::atomic || facts_.isVolatile(access));
  };
  const auto published = [&](const Access& access) {
    return isGlobal(facts_, access) && (!access.object.isValid() || facts_.isWritten(access.object));
  };
  const Access* signal = signals(before) && published(after)   ? &before
                         : signals(after) && published(before) ? &after
                                                               : nullptr;
  if (!signal) return "";
  return {"other blocks may rely on the order of %1 and %2 that %3 gives.", lineText(before.line), lineText(after.line),
          nameOf(barrier)};
}

Message BarrierProof::obstacleAround(const Barrier& barrier, const Neighbourhood& before,
                                     const Neighbourhood& after) const {
  for (const Neighbourhood* side : {&before, &after}) {
    for (const uint32_t index : side->calls) {
      const OpaqueCall& call = model_.calls[index];
      if (!call.touchesMemory) continue;
      return {"%1, called at %2, may touch any memory.", code(call.name), lineText(call.line)};
    }
    for (const AccessId id : side->accesses) {
      const Access& access = model_.access(id);
      if (!matters(access) || !facts_.isVolatile(access) || isGlobal(facts_, access)) continue;
      return {"%1 uses volatile memory, which threads of a warp may exchange values through.", lineText(access.line)};
    }
  }
  for (const AccessId x : before.accesses) {
    for (const AccessId y : after.accesses) {
      const Access &a = model_.access(x), &b = model_.access(y);
      if (!matters(a) || !matters(b)) continue;
      if (const Message order = blockOrder(barrier, a, b); !order.empty()) return order;
    }
  }
  return "";
}

/// Does the barrier stand between two calls whose order is seen outside? Then it stays.
bool BarrierProof::ordersOutput(const Barrier& barrier, const Neighbourhood& before, const Neighbourhood& after) {
  const auto outputOf = [&](const Neighbourhood& side) {
    const auto found = std::find_if(side.calls.begin(), side.calls.end(),
                                    [&](uint32_t index) { return isSeenOutside(model_.calls[index]); });
    return found == side.calls.end() ? nullptr : &model_.calls[*found];
  };
  const OpaqueCall *first = outputOf(before), *second = outputOf(after);
  if (!first || !second) return false;
  answer_.kind = Answer::Kind::violated;
  answer_.reason = {"Barrier at %1 stays: it orders %2 at %3 and %4 at %5, and that order is seen outside.",
                    lineText(barrier.line),
                    code(first->name),
                    lineText(first->line),
                    code(second->name),
                    lineText(second->line)};
  return true;
}

/// Which rounds of the outermost loop around the barrier can meet: without another barrier in between, the second
/// thread is in the same round as the first one or in the next.
RoundTie BarrierProof::tieOf(const Access& before, const Access& after, const Barrier& barrier) const {
  const LoopId loop = flow_.outermostLoop(barrier.block);
  if (!together_ || !loop.isValid() || !flow_.contains(loop, before.block) || !flow_.contains(loop, after.block) ||
      flow_.hasOpenRound(loop, walls_)) {
    return {};
  }
  const ControlFlow::Point a{before.block, before.order}, b{after.block, after.order}, at{barrier.block, barrier.order};
  const bool arrivesNow = flow_.connects(loop, a, at, false, walls_),
             arrivesNext = flow_.connects(loop, a, at, true, walls_);
  const bool leavesNow = flow_.connects(loop, at, b, false, walls_),
             leavesNext = flow_.connects(loop, at, b, true, walls_);
  if (arrivesNext && leavesNext) return {};
  const RoundTie tie{loop, arrivesNow && leavesNow, (arrivesNow && leavesNext) || (arrivesNext && leavesNow)};
  return tie.same || tie.next ? tie : RoundTie{};
}

/// The one of two accesses whose pointer may lead to what the other one touches, if there is one.
const Access* BarrierProof::unresolved(const Access& a, const Access& b) const {
  if (!facts_.isResolved(a)) return !facts_.isResolved(b) || facts_.mayBeReached(b.object) ? &a : nullptr;
  return !facts_.isResolved(b) && facts_.mayBeReached(a.object) ? &b : nullptr;
}

void BarrierProof::collect(const Barrier& barrier, const Neighbourhood& before, const Neighbourhood& after) {
  for (const AccessId x : before.accesses) {
    for (const AccessId y : after.accesses) {
      const Access &a = model_.access(x), &b = model_.access(y);
      if (!(isWrite(a) || isWrite(b)) || !matters(a) || !matters(b)) continue;
      if (const Access* open = unresolved(a, b)) {
        giveUp({"the pointer used at %1 may point anywhere.", lineText(open->line)});
        continue;
      }
      if (!facts_.isResolved(a) || !facts_.isResolved(b)) continue;
      if (facts_.sameMemory(a.object, b.object)) {
        pairs_.push_back({x, y, barrier.id, tieOf(a, b, barrier)});
        continue;
      }
      const MemoryObject &p = model_.object(a.object), &q = model_.object(b.object);
      const bool bothGlobal = facts_.isGlobalMemory(p.id) && facts_.isGlobalMemory(q.id);
      if (bothGlobal && (isBehindPointer(p) || isBehindPointer(q))) {
        addAssumption(answer_.assumptions, disjointAssumption(p, q));
      }
    }
  }
}

/// A barrier may stand between a fetch and a write of what was fetched.
void BarrierProof::assumeTextures() {
  const auto fetches = [](const OpaqueCall& call) { return call.name == "texture fetch"; };
  if (std::none_of(model_.calls.begin(), model_.calls.end(), fetches)) return;
  for (const MemoryObject& object : model_.objects) {
    if (!facts_.isGlobalMemory(object.id) || !facts_.isWritten(object.id)) continue;
    addAssumption(answer_.assumptions,
                  {{"no texture is fetched from %1", code(object.name)}, {RunCheck::Kind::untextured, {object.name}}});
  }
}

/// Shared memory before global, index forms that are understood before others: the evidence is better.
void sortForEvidence(const Facts& facts, std::vector<OrderedPair>& pairs) {
  const auto opaque = [&](AccessId id) {
    const Access& access = facts.model().access(id);
    if (!access.offset.isValid()) return 100;
    const std::vector<SymbolId>& cone = facts.coneOf(access.offset);
    return static_cast<int>(std::count_if(cone.begin(), cone.end(), [&](SymbolId s) { return facts.isOpaque(s); }));
  };
  const auto rank = [&](const OrderedPair& pair) {
    const bool global = !facts.isSharedMemory(facts.model().access(pair.first).object);
    return (global ? 1000 : 0) + opaque(pair.first) + opaque(pair.second);
  };
  std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

void BarrierProof::tell(const OrderedPair& pair, const Conflict& conflict) {
  const Access &a = model_.access(pair.first), &b = model_.access(pair.second);
  const Code object = code(model_.object(a.object).name);
  const LineList first = lineText(a.line), second = lineText(b.line);
  answer_.kind = Answer::Kind::violated;
  answer_.evidence = evidenceOf(model_, conflict);
  if (!isWrite(a)) {
    answer_.otherwise = {"%1 may overwrite %2 before %3 has read it.", second, object, first};
  } else if (b.kind == AccessKind::read) {
    answer_.otherwise = {"%1 may read %2 before %3 has written it.", second, object, first};
  } else {
    answer_.otherwise = {"%1 may write %2 before %3 has.", second, object, first};
  }
  answer_.reason = {"Barrier at %1 stays: without it, %2", lineText(model_.barriers[pair.barrier.value].line),
                    answer_.otherwise};
}

void BarrierProof::provePairs() {
  ConflictProver& prover = session_.conflicts;
  sortForEvidence(facts_, pairs_);
  // Where threads may pass barriers one by one, rounds of a loop are not tied, and a meeting may be none.
  const auto counts = [&](const OrderedPair& pair) {
    return together_ || !flow_.outermostLoop(model_.barriers[pair.barrier.value].block).isValid();
  };
  for (const OrderedPair& pair : pairs_) {
    if (!counts(pair)) continue;
    if (session_.solver.exhausted()) break;
    const Conflict conflict = prover.quickSearch(pair.first, pair.second, pair.tie);
    if (conflict.kind == Conflict::Kind::real) return tell(pair, conflict);
  }
  bool failed = !doubt_.empty();
  for (const OrderedPair& pair : pairs_) {
    if (failed && !counts(pair)) continue;  // it can neither prove nor refute any more
    if (session_.solver.cancelled()) return;
    const LineList lines = linesText({model_.access(pair.first).line, model_.access(pair.second).line});
    if (session_.solver.exhausted()) return giveUp(tooLongReason(session_.solver, lines));
    const Conflict conflict = prover.find(pair.first, pair.second, pair.tie, failed);
    if (conflict.kind == Conflict::Kind::none) {
      addAssumptions(answer_.assumptions, facts_, conflict);
      continue;
    }
    if (conflict.kind == Conflict::Kind::real && counts(pair)) return tell(pair, conflict);
    failed = true;
    giveUp(conflict.timedOut        ? tooLongReason(session_.solver, lines)
           : conflict.cause.empty() ? Message("%1 may meet.", lines)
                                    : conflict.cause);
  }
}

void BarrierProof::run() {
  for (const Barrier& barrier : model_.barriers) {
    const bool stays = std::find(removed_.begin(), removed_.end(), barrier.id) == removed_.end();
    if (barrier.kind == Barrier::Kind::block && stays) walls_.insert(barrier.id);
  }
  Agreement agreement(facts_, session_.solver, Agreement::anyDimension);
  for (const Barrier& barrier : model_.barriers) {
    if (barrier.kind != Barrier::Kind::block || agreement.together(barrier, flow_)) continue;
    together_ = false;
    giveUp({"it is not shown that all threads pass %1 together.", nameOf(barrier)});
  }
  // The last one asked for comes first: the others are often known to be redundant without it.
  for (auto removed = removed_.rbegin(); removed != removed_.rend(); ++removed) {
    const BarrierId id = *removed;
    const Barrier& barrier = model_.barriers[id.value];
    if (const Message reason = obstacle(barrier); !reason.empty()) giveUp(reason);
    const Neighbourhood before = flow_.before(id, walls_), after = flow_.after(id, walls_);
    if (const Message reason = obstacleAround(barrier, before, after); !reason.empty()) giveUp(reason);
    if (ordersOutput(barrier, before, after)) return;
    collect(barrier, before, after);
  }
  assumeTextures();
  provePairs();
  if (answer_.kind == Answer::Kind::violated) return;
  std::vector<uint32_t> lines;
  for (const BarrierId id : removed_) lines.push_back(model_.barriers[id.value].line);
  const Message what = removed_.size() == 1 ? Message("the barrier at %1", linesText(lines))
                                            : Message("the barriers at %1", linesText(lines, ", "));
  if (!doubt_.empty()) {
    answer_.reason = {"Cannot tell whether %1 may go: %2", what, doubt_};
    return;
  }
  for (const ObjectId object : agreement.loads()) {
    for (Assumption& assumption : facts_.loadAssumptions(object))
      addAssumption(answer_.assumptions, std::move(assumption));
  }
  answer_.kind = Answer::Kind::holds;
  answer_.reason = {"No two threads touch the same memory across %1.", what};
}

}  // namespace

Answer proveBarriersRedundant(Session& session, const std::vector<BarrierId>& removed,
                              const std::vector<ObjectId>& privatised) {
  return attempt(session, [&](Answer& answer) { BarrierProof(session, answer, removed, privatised).run(); });
}

}  // namespace warpwright::proof
