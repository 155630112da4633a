#include <algorithm>
#include <limits>

#include "analysis/proof/session.h"
#include "analysis/proof/wording.h"

namespace warpwright::proof {
namespace {

/// Pairs that the solver is asked about where the answer can be no more than a refusal; the clearest come first.
constexpr size_t mostAsked = 12;

/// Index forms without values that are not understood come first: a counter-example there shows something.
size_t opacity(const Facts& facts, const Access& access) {
  if (!access.offset.isValid()) return std::numeric_limits<size_t>::max() / 4;
  size_t opaque = 0;
  for (const SymbolId id : facts.coneOf(access.offset)) {
    opaque += facts.isOpaque(id) || facts.sharingOf(id) == Sharing::address ? 4 : 0;
  }
  if (!access.guard.isValid()) return opaque;
  for (const SymbolId id : facts.coneOf(access.guard)) opaque += facts.isOpaque(id) ? 1 : 0;
  return opaque;
}

std::vector<std::pair<AccessId, AccessId>> crossingPairs(const Facts& facts, ObjectId object) {
  std::vector<std::pair<AccessId, AccessId>> pairs;
  const KernelModel& model = facts.model();
  for (const Access& write : model.accesses) {
    if (write.object != object || write.kind == AccessKind::read) continue;
    for (const Access& read : model.accesses) {
      if (read.object == object && read.kind != AccessKind::write) pairs.emplace_back(write.id, read.id);
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
    const auto rank = [&](const auto& pair) {
      return opacity(facts, model.access(pair.first)) + opacity(facts, model.access(pair.second));
    };
    return rank(a) < rank(b);
  });
  return pairs;
}

Message unknownBeforeProof(const Facts& facts, const MemoryObject& object) {
  const KernelModel& model = facts.model();
  if (!object.unknownReason.empty())
    return {"Cannot tell whether %1 is private: %2", code(object.name), sentence(object.unknownReason)};
  if (object.space == MemorySpace::generic) return {"Cannot tell where %1 points.", code(object.name)};
  for (const Access& access : model.accesses) {
    if (access.object.isValid() || !facts.mayBeReached(object.id)) continue;
    const Message why = access.unknownReason.empty() ? Message() : Message(" (%1)", access.unknownReason);
    return {"Cannot tell whether %1 is private: the pointer used at %2 may point into it%3.", code(object.name),
            lineText(access.line), why};
  }
  if (object.space != MemorySpace::shared || !object.isDynamic) return "";
  for (const MemoryObject& other : model.objects) {
    if (other.id == object.id || !facts.sameMemory(object.id, other.id)) continue;
    return {"%1 and %2 are names of the same dynamic shared memory.", code(object.name), code(other.name)};
  }
  for (const OpaqueCall& call : model.calls) {
    if (!call.touchesMemory) continue;
    return {"%1, called at %2, may use the dynamic shared memory of %3 too.", code(call.name), lineText(call.line),
            code(object.name)};
  }
  return "";
}

void tell(Answer& answer, const KernelModel& model, const MemoryObject& object, const Conflict& conflict) {
  const Access &write = model.access(conflict.first.access), &read = model.access(conflict.second.access);
  answer.kind = Answer::Kind::violated;
  answer.evidence = evidenceOf(model, conflict);
  const Code name = code(object.name);
  const Message stays =
      object.space == MemorySpace::shared ? Message("%1 stays shared", name) : Message("%1 stays where it is", name);
  if (write.id == read.id) {
    answer.reason = {"%1: threads update the same element at %2.", stays, lineText(write.line)};
    return;
  }
  const Message did = write.kind == AccessKind::atomic ? "updated" : "wrote";
  answer.reason = {"%1: %2 reads what other threads %3 at %4.", stays, lineText(read.line), did, lineText(write.line)};
}

Message causeText(const KernelModel& model, const MemoryObject& object, const Conflict& conflict) {
  const Access &write = model.access(conflict.first.access), &read = model.access(conflict.second.access);
  const Access& shown = read.text.empty() ? write : read;
  return {"Cannot tell whether %1 is private: %2", code(shown.text.empty() ? object.name : shown.text), conflict.cause};
}

/// Threads may be seen to share an object of which not everything is known.
void refute(Answer& answer, const MemoryObject& object, Session& session) {
  std::vector<std::pair<AccessId, AccessId>> pairs = crossingPairs(session.facts, object.id);
  for (const bool quick : {true, false}) {
    if (!quick && pairs.size() > mostAsked) pairs.resize(mostAsked);
    for (const auto& [write, read] : pairs) {
      if (session.solver.cancelled() || session.solver.exhausted()) return;
      const Conflict conflict =
          quick ? session.conflicts.quickSearch(write, read, {}) : session.conflicts.find(write, read, {}, true);
      if (conflict.kind == Conflict::Kind::real) return tell(answer, session.model, object, conflict);
    }
  }
}

void provePairs(Answer& answer, const MemoryObject& object, Session& session) {
  const Facts& facts = session.facts;
  ConflictProver& prover = session.conflicts;
  const KernelModel& model = session.model;
  bool failed = false;
  Message reason;
  std::vector<Evidence> evidence;
  const std::vector<std::pair<AccessId, AccessId>> pairs = crossingPairs(facts, object.id);
  for (const auto& [write, read] : pairs) {
    if (session.solver.exhausted()) break;
    const Conflict conflict = prover.quickSearch(write, read, {});
    if (conflict.kind == Conflict::Kind::real) return tell(answer, model, object, conflict);
  }
  for (const auto& [write, read] : pairs) {
    if (session.solver.cancelled()) return;
    const LineList lines = linesText({model.access(write).line, model.access(read).line});
    if (session.solver.exhausted()) {
      answer.reason = tooLongReason(session.solver, lines);
      return;
    }
    const Conflict conflict = prover.find(write, read, {}, failed);
    switch (conflict.kind) {
      case Conflict::Kind::real:
        return tell(answer, model, object, conflict);
      case Conflict::Kind::none:
        addAssumptions(answer.assumptions, facts, conflict);
        continue;
      case Conflict::Kind::unknown:
        break;
    }
    failed = true;
    if (!reason.empty()) continue;
    reason = conflict.timedOut ? tooLongReason(session.solver, lines) : causeText(model, object, conflict);
    for (const AccessId id : {write, read}) {
      const Access& access = model.access(id);
      evidence.push_back({positionOf(model, access),
                          {"%1 %2", verbOf(access), code(access.text.empty() ? object.name : access.text)}});
    }
  }
  if (!reason.empty()) {
    answer.reason = std::move(reason);
    answer.evidence = std::move(evidence);
    return;
  }
  answer.kind = Answer::Kind::holds;
  answer.reason = {"No thread reads what another thread writes to %1.", code(object.name)};
}

}  // namespace

Answer provePrivate(Session& session, ObjectId id) {
  return attempt(session, [&](Answer& answer) {
    const KernelModel& model = session.model;
    const Facts& facts = session.facts;
    const MemoryObject& object = model.object(id);
    if (object.space == MemorySpace::local || object.space == MemorySpace::parameter) {
      answer.kind = Answer::Kind::holds;
      answer.reason = {"%1 belongs to one thread.", code(object.name)};
      return;
    }
    answer.reason = unknownBeforeProof(facts, object);
    if (!answer.reason.empty()) {
      refute(answer, object, session);
      if (answer.kind == Answer::Kind::violated) return;
      answer.evidence.push_back(
          {object.unknownAt.isValid() ? object.unknownAt : object.declaration.begin, answer.reason});
      return;
    }
    provePairs(answer, object, session);
    const auto isVolatile = [&](const Access& access) { return access.object == id && facts.isVolatile(access); };
    const auto found = std::find_if(model.accesses.begin(), model.accesses.end(), isVolatile);
    if (answer.kind == Answer::Kind::holds && found != model.accesses.end()) {
      answer.kind = Answer::Kind::unknown;
      answer.reason = {"%1 is volatile: each access at %2 must reach memory. Remove `volatile` if it is not needed.",
                       code(object.name), lineText(found->line)};
    }
  });
}

}  // namespace warpwright::proof
