#include <algorithm>
#include <map>
#include <set>

#include "analysis/proof/control_flow.h"
#include "analysis/proof/possible_order.h"
#include "analysis/proof/session.h"
#include "analysis/proof/uniform.h"
#include "analysis/proof/wording.h"
#include "core/kernel/bit_vector.h"

namespace warpwright::proof {
namespace {

constexpr int mostUndecided = 3;  // pairs in global memory on which the solver may spend its time in vain
constexpr uint64_t lanesOfWarp = 32;

bool isWrite(const Access& access) {
  return access.kind != AccessKind::read;
}

/// Is a block one warp, so that what a warp waits for is what the block waits for?
bool isOneWarp(const KernelModel& model) {
  uint64_t threads = 1;
  for (const auto& extent : model.block) threads *= extent ? uint64_t{*extent} : lanesOfWarp + 1;
  return threads <= lanesOfWarp;
}

/// Two accesses that threads may make in one interval between barriers.
struct Meeting {
  AccessId first, second;
  RoundTie tie;
  bool roundsOpen = false;  ///< in which rounds of a loop is not known, and a barrier may lie between those
  bool straight = false;    ///< see PossibleOrder::between
  auto operator<=>(const Meeting&) const = default;
};

class RaceProof {
 public:
  RaceProof(Session& session, RacesIn where, Answer& answer)
      : session_(session),
        where_(where),
        facts_(session.facts),
        model_(session.model),
        answer_(answer),
        flow_(session.model),
        order_(facts_, flow_, walls_) {}

  void run();
  void runExchanges(const std::vector<ObjectId>& objects);

 private:
  void lookAtBarriers();
  void collect(const Neighbourhood& interval, const Barrier* start);
  void collect(const Access& a, const Access& b, const Barrier* start);
  void meet(const Access& a, const Access& b, const Barrier* start, LoopId around, std::set<Meeting>& meetings) const;
  bool isTied(LoopId loop) const;
  bool standsApart(LoopId loop, const Access& inside, const Access& outside) const;
  bool decidedByIndices(const Access& a, const Access& b) const;
  std::vector<ConflictProver::Given> given(const Access& a, const Access& b) const;
  bool quickSearch(const std::set<Meeting>& meetings);
  void prove(const std::set<Meeting>& meetings);
  void search(const std::set<Meeting>& meetings);
  Message possibleOrder(const Meeting& meeting) const;
  bool mayExchange(const Access& a, const Access& b) const;
  void tell(const Conflict& conflict);
  void giveUp(const Message& reason) {
    if (doubt_.empty()) doubt_ = reason;
  }

  Session& session_;
  RacesIn where_;
  const Facts& facts_;
  const KernelModel& model_;
  Answer& answer_;
  ControlFlow flow_;
  std::set<BarrierId> walls_;
  PossibleOrder order_;
  bool together_ = true;  // all threads pass every barrier in the same rounds
  mutable std::map<LoopId, bool> tied_;
  std::set<Meeting> shared_, global_;
  Message doubt_;
};

void RaceProof::lookAtBarriers() {
  const bool warpsAreBlocks = isOneWarp(model_);
  for (const Barrier& barrier : model_.barriers) {
    if (barrier.kind == Barrier::Kind::block || (barrier.kind == Barrier::Kind::warp && warpsAreBlocks))
      walls_.insert(barrier.id);
  }
  Agreement agreement(facts_, session_.solver, Agreement::anyDimension);
  for (const Barrier& barrier : model_.barriers) {
    if (!walls_.contains(barrier.id) || agreement.together(barrier, flow_)) continue;
    // CUDA demands it; it only is not seen from here. Rounds of loops are then not tied.
    together_ = false;
    addAssumption(
        answer_.assumptions,
        {{"the threads of a block that have not returned reach the barrier at %1 together", lineText(barrier.line)},
         {}});
  }
  for (const ObjectId object : agreement.loads()) {
    for (Assumption& assumption : facts_.loadAssumptions(object))
      addAssumption(answer_.assumptions, std::move(assumption));
  }
}

/// Do indices, counted rounds and arguments decide where two threads are, and not data?
bool RaceProof::decidedByIndices(const Access& a, const Access& b) const {
  const std::vector<SymbolId> cone = facts_.coneOf({a.offset, b.offset, a.guard, b.guard});
  return a.offset.isValid() && b.offset.isValid() && std::all_of(cone.begin(), cone.end(), [&](SymbolId id) {
           const Symbol& symbol = model_.pool.symbolAt(id);
           switch (symbol.kind) {
             case SymbolKind::threadIndex:
             case SymbolKind::blockSize:
             case SymbolKind::blockIndex:
             case SymbolKind::gridSize:
             case SymbolKind::argument:
               return true;
             case SymbolKind::loopCounter:
               return symbol.loop.isValid() && model_.loop(symbol.loop).backedgeCount.isValid();
             default:
               return false;
           }
         });
}

/// What the launches pass for the arguments that decide where two threads are in global memory, once each. A place that
/// rests on an argument counts only for launches that are known to pass it: others may pass a row length that keeps
/// threads apart. A condition may rest on an open one, such as `n`: where threads meet, they do so for all callers for
/// whom the lines run.
std::vector<ConflictProver::Given> RaceProof::given(const Access& a, const Access& b) const {
  const auto argumentsOf = [&](const std::vector<ExpressionId>& expressions) {
    std::vector<SymbolId> cone = facts_.coneOf(expressions);
    std::erase_if(cone, [&](SymbolId id) { return model_.pool.symbolAt(id).kind != SymbolKind::argument; });
    return cone;
  };
  const auto passed = [&](const Launch& launch, const Symbol& symbol) -> std::optional<uint64_t> {
    const auto at = std::find(model_.parameterNames.begin(), model_.parameterNames.end(), symbol.name);
    const auto number = static_cast<size_t>(at - model_.parameterNames.begin());
    if (number >= launch.arguments.size() || !launch.arguments[number]) return std::nullopt;
    return static_cast<uint64_t>(*launch.arguments[number]) & bits::mask(symbol.width);
  };
  const std::vector<SymbolId> needed = argumentsOf({a.offset, b.offset}), wanted = argumentsOf({a.guard, b.guard});
  std::vector<ConflictProver::Given> list;
  for (const Launch& launch : model_.launches) {
    ConflictProver::Given one;
    for (const std::vector<SymbolId>* some : {&needed, &wanted}) {
      for (const SymbolId id : *some) {
        if (const auto value = passed(launch, model_.pool.symbolAt(id))) one[id] = *value;
      }
    }
    const bool complete = std::all_of(needed.begin(), needed.end(), [&](SymbolId id) { return one.contains(id); });
    if (complete && std::find(list.begin(), list.end(), one) == list.end()) list.push_back(std::move(one));
  }
  if (model_.launches.empty() && needed.empty()) list.emplace_back();
  return list;
}

/// Do rounds of the loop keep to their own? Each has a barrier, which all threads pass in the same rounds, and once
/// left the loop is not entered again within one round of the loop around it.
bool RaceProof::isTied(LoopId loop) const {
  if (!together_ || !loop.isValid()) return false;
  const auto [known, isNew] = tied_.emplace(loop, false);
  if (isNew) known->second = !flow_.hasOpenRound(loop, walls_) && !flow_.isEnteredAgain(loop);
  return known->second;
}

/// Both are in one round of the loops around `loop`, in which all threads take the same rounds of it, each with a
/// barrier. So when one of them is past the loop, all have passed its last barrier: another one can only be where the
/// loop is left without a further barrier. And while one has yet to enter it, another one is before the first barrier.
bool RaceProof::standsApart(LoopId loop, const Access& inside, const Access& outside) const {
  if (!isTied(loop) || flow_.contains(loop, outside.block)) return false;
  const ControlFlow::Point at{inside.block, inside.order};
  const Loop& entered = model_.loop(loop);
  const bool isBefore = flow_.reaches(outside.block, entered.header, entered.parent);
  const bool isAfter = flow_.reaches(entered.header, outside.block, entered.parent);
  if (isBefore) return !isAfter && !flow_.isEnteredTo(loop, at, walls_);
  return isAfter && !flow_.leaves(loop, at, walls_);
}

void RaceProof::collect(const Neighbourhood& interval, const Barrier* start) {
  for (const uint32_t index : interval.calls) {
    const OpaqueCall& call = model_.calls[index];
    if (call.touchesMemory) {
      giveUp({"%1, called at %2, may touch any memory.", code(call.name), lineText(call.line)});
    }
  }
  for (size_t i = 0; i < interval.accesses.size(); ++i) {
    for (size_t j = i; j < interval.accesses.size(); ++j) {
      collect(model_.access(interval.accesses[i]), model_.access(interval.accesses[j]), start);
    }
  }
}

/// The pair can meet when both threads start at the barrier `start` (null: at the kernel's entry, or at the start of a
/// round) and pass no other barrier.
void RaceProof::collect(const Access& a, const Access& b, const Barrier* start) {
  if (!(isWrite(a) || isWrite(b)) || (a.kind == AccessKind::atomic && b.kind == AccessKind::atomic)) return;
  for (const Access* access : {&a, &b}) {
    if (facts_.isResolved(*access)) continue;
    if (facts_.mayMeetInShared(a, b)) {
      giveUp({"the pointer used at %1 may point anywhere.", lineText(access->line)});
    }
    return;
  }
  if (!facts_.sameMemory(a.object, b.object)) return;
  const bool isShared = facts_.isSharedMemory(a.object);
  if (!isShared && !facts_.isGlobalMemory(a.object)) return;
  if (!isShared && !decidedByIndices(a, b)) return;
  for (const Access* access : {&a, &b}) {
    if (isShared && facts_.isVolatile(*access)) {
      return giveUp(
          {"%1 uses volatile memory, which threads of a warp may exchange values through.", lineText(access->line)});
    }
  }
  meet(a, b, start, {}, isShared ? shared_ : global_);
}

/// Both threads are in the same round of `around` (invalid: the kernel) when they make their accesses. A loop in it
/// without a round free of barriers is in its first round when it is entered, and in the same round or the next when it
/// is gone on with. Where one thread is in the next round, it has passed no barrier since `start` in the last one, so
/// none is left for the other one there.
void RaceProof::meet(const Access& a, const Access& b, const Barrier* start, LoopId around,
                     std::set<Meeting>& meetings) const {
  const LoopId loop = flow_.loopInside(around, a.block), other = flow_.loopInside(around, b.block);
  if (loop != other && (standsApart(loop, a, b) || standsApart(other, b, a))) return;
  if (loop != other || !isTied(loop)) {
    const bool roundsOpen = loop == other && loop.isValid() && !order_.meetInOneRound(loop, a, b, start);
    meetings.insert({a.id, b.id, around.isValid() ? RoundTie{around, true, false} : RoundTie{}, roundsOpen,
                     order_.isStraight(a, b, start)});
    return;
  }
  if (!start || !flow_.contains(loop, start->block)) return meet(a, b, start, loop, meetings);
  const ControlFlow::Point from{start->block, start->order};
  const ControlFlow::Point atA{a.block, a.order}, atB{b.block, b.order};
  const bool aNow = flow_.connects(loop, from, atA, false, walls_),
             aNext = flow_.connects(loop, from, atA, true, walls_);
  const bool bNow = flow_.connects(loop, from, atB, false, walls_),
             bNext = flow_.connects(loop, from, atB, true, walls_);
  if (aNow && bNow) meet(a, b, start, loop, meetings);
  if (aNext && bNext) meet(a, b, nullptr, loop, meetings);
  const bool aEnds = flow_.finishesRound(loop, atA, walls_), bEnds = flow_.finishesRound(loop, atB, walls_);
  if (aNow && aEnds && bNext) meetings.insert({a.id, b.id, {loop, false, true}});
  if (aNext && bNow && bEnds) meetings.insert({b.id, a.id, {loop, false, true}});
}

void RaceProof::tell(const Conflict& conflict) {
  const Access &a = model_.access(conflict.first.access), &b = model_.access(conflict.second.access);
  answer_.kind = Answer::Kind::violated;
  answer_.evidence = evidenceOf(model_, conflict);
  const Code object = code(model_.object(a.object).name);
  if (a.line == b.line) {
    answer_.reason = {"Two threads race: both touch %1 at %2 with no barrier between.", object, lineText(a.line)};
  } else {
    answer_.reason = {"Two threads race: %1 and %2 touch %3 with no barrier between.",
                      lineText(std::min(a.line, b.line)), lineText(std::max(a.line, b.line)), object};
  }
}

/// What may lie between the two although the proof sees them meet; empty: nothing, they race.
Message RaceProof::possibleOrder(const Meeting& meeting) const {
  const Access &a = model_.access(meeting.first), &b = model_.access(meeting.second);
  if (meeting.roundsOpen) {
    return {"%1 and %2 meet in some rounds of a loop, and whether a barrier lies between those rounds is not known.",
            lineText(std::min(a.line, b.line)), lineText(std::max(a.line, b.line))};
  }
  return order_.between(a, b, meeting.tie, meeting.straight);
}

/// Does one of the pairs meet with values that are quickly drawn?
bool RaceProof::quickSearch(const std::set<Meeting>& meetings) {
  for (const Meeting& meeting : meetings) {
    if (session_.solver.exhausted()) break;
    const Conflict conflict = session_.conflicts.quickSearch(meeting.first, meeting.second, meeting.tie);
    if (conflict.kind != Conflict::Kind::real) continue;
    if (const Message order = possibleOrder(meeting); !order.empty()) {
      giveUp(order);
      continue;
    }
    tell(conflict);
    return true;
  }
  return false;
}

/// Looks for a pair that meets with ordinary values. What is not found stays an assumption, so no time goes into a
/// proof that there is none, and little into pairs that are hard to decide.
void RaceProof::search(const std::set<Meeting>& meetings) {
  int undecided = 0;
  for (const Meeting& meeting : meetings) {
    const Access &a = model_.access(meeting.first), &b = model_.access(meeting.second);
    // Rounds that are not tied meet though there may be a barrier between.
    const std::vector<SymbolId> cone = facts_.coneOf({a.offset, b.offset, a.guard, b.guard});
    const bool counts = std::any_of(cone.begin(), cone.end(), [&](SymbolId id) {
      return model_.pool.symbolAt(id).kind == SymbolKind::loopCounter;
    });
    if (counts && !together_) continue;
    for (const ConflictProver::Given& values : given(a, b)) {
      if (session_.solver.cancelled() || session_.solver.exhausted() || undecided == mostUndecided) return;
      const Conflict conflict = session_.conflicts.search(a.id, b.id, meeting.tie, values);
      if (conflict.kind == Conflict::Kind::real && possibleOrder(meeting).empty()) return tell(conflict);
      undecided += conflict.timedOut;
    }
  }
}

void RaceProof::prove(const std::set<Meeting>& meetings) {
  ConflictProver& prover = session_.conflicts;
  if (quickSearch(meetings)) return;
  bool failed = false;
  for (const Meeting& meeting : meetings) {
    if (session_.solver.cancelled()) return;
    const LineList lines = linesText({model_.access(meeting.first).line, model_.access(meeting.second).line});
    if (session_.solver.exhausted()) return giveUp(tooLongReason(session_.solver, lines));
    const Conflict conflict = prover.find(meeting.first, meeting.second, meeting.tie, failed);
    if (conflict.kind == Conflict::Kind::none) {
      addAssumptions(answer_.assumptions, facts_, conflict);
      continue;
    }
    const Message order = conflict.kind == Conflict::Kind::real ? possibleOrder(meeting) : Message();
    if (conflict.kind == Conflict::Kind::real && together_ && order.empty()) return tell(conflict);
    failed = true;
    if (!order.empty()) {
      giveUp(order);
      continue;
    }
    giveUp(conflict.timedOut        ? tooLongReason(session_.solver, lines)
           : conflict.cause.empty() ? Message("%1 may meet.", lines)
                                    : conflict.cause);
  }
}

void RaceProof::run() {
  lookAtBarriers();
  collect(flow_.atEntry(walls_), nullptr);
  for (const BarrierId barrier : walls_) collect(flow_.after(barrier, walls_), &model_.barriers[barrier.value]);
  if (where_ == RacesIn::anyMemory) prove(shared_);
  if (answer_.kind == Answer::Kind::violated) return;
  search(global_);
  if (answer_.kind == Answer::Kind::violated) return;
  if (where_ == RacesIn::globalMemory) {
    answer_.reason = "That no two threads touch the same global memory, with a write among them, is not proved.";
    return;
  }
  if (!doubt_.empty()) {
    answer_.reason = {"Cannot tell whether threads race: %1", doubt_};
    return;
  }
  answer_.kind = Answer::Kind::holds;
  answer_.reason = "No two threads touch the same shared memory between barriers, with a write among them.";
}

/// May another thread load what one stores? Where both are at one place that tells threads apart, it is one thread's.
bool RaceProof::mayExchange(const Access& a, const Access& b) const {
  if (!facts_.isResolved(a) || !facts_.isResolved(b) || !decidedByIndices(a, b)) return false;
  const std::vector<SymbolId> cone = facts_.coneOf({a.offset});
  const bool tellsApart = std::any_of(
      cone.begin(), cone.end(), [&](SymbolId id) { return model_.pool.symbolAt(id).kind == SymbolKind::threadIndex; });
  return a.offset != b.offset || !tellsApart;
}

void RaceProof::runExchanges(const std::vector<ObjectId>& objects) {
  const bool areOrdered =
      !model_.barriers.empty() || std::any_of(model_.calls.begin(), model_.calls.end(),
                                              [](const OpaqueCall& call) { return call.name == "memory fence"; });
  answer_.reason = "That no thread loads what another one stores is not proved.";
  if (!areOrdered) return;
  for (const Access& a : model_.accesses) {
    if (!isWrite(a) || std::find(objects.begin(), objects.end(), a.object) == objects.end()) continue;
    for (const Access& b : model_.accesses) {
      if (isWrite(b) || b.object != a.object || facts_.isVolatile(b) || !mayExchange(a, b)) continue;
      for (const ConflictProver::Given& values : given(a, b)) {
        if (session_.solver.cancelled() || session_.solver.exhausted()) return;
        const Conflict conflict = session_.conflicts.search(a.id, b.id, {}, values);
        if (conflict.kind != Conflict::Kind::real) continue;
        answer_.kind = Answer::Kind::violated;
        answer_.evidence = evidenceOf(model_, conflict);
        answer_.reason = {"Threads exchange values through %1 (%2)", code(model_.object(a.object).name),
                          linesText({std::min(a.line, b.line), std::max(a.line, b.line)})};
        return;
      }
    }
  }
}

}  // namespace

Answer proveUnexchanged(Session& session, const std::vector<ObjectId>& objects) {
  return attempt(session,
                 [&](Answer& answer) { RaceProof(session, RacesIn::globalMemory, answer).runExchanges(objects); });
}

Answer proveRaceFree(Session& session, RacesIn where) {
  return attempt(session, [&](Answer& answer) { RaceProof(session, where, answer).run(); });
}

}  // namespace warpwright::proof
