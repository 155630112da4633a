#include "analysis/passes/placement/placement.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"

namespace warpwright::passes {

namespace {

/// Objects at which threads meet, by their type.
bool isMeetingPoint(const MemoryObject& object) {
  for (const char* type : {"cuda::barrier", "cuda::pipeline_shared_state", "cuda::latch", "semaphore",
                           "cooperative_groups::block_tile_memory", "cg::block_tile_memory"}) {
    if (object.elementType.find(type) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::optional<Judgement> judgeAtSight(const KernelModel& model, const MemoryObject& object,
                                      const std::string& fixedSize, const Message& question) {
  using enum VerdictKind;
  if (model.hasErrors)
    return makeJudgement(unknown, "The kernel has errors: nothing in it is changed until they are gone.");
  if (object.isVolatile) {
    return makeJudgement(refused, {"%1 is volatile (%2): each access is meant to reach memory.", code(object.name),
                                   lineText(object.declaration.begin.line)});
  }
  if (isMeetingPoint(object)) {
    return makeJudgement(refused, {"%1 (%2) is a %3: threads meet at it, in shared memory.", code(object.name),
                                   lineText(object.declaration.begin.line), code(object.elementType)});
  }
  if (object.isDynamic) {
    return makeJudgement(refused, {"%1 is dynamic shared memory (%2), sized by the launch: %3.", code(object.name),
                                   lineText(object.declaration.begin.line), fixedSize});
  }
  const bool accessed = std::any_of(model.accesses.begin(), model.accesses.end(),
                                    [&](const Access& access) { return access.object == object.id; });
  if (!accessed && object.unknownReason.empty() && model.unknownReason.empty()) {
    if (object.uses.empty()) {
      return makeJudgement(refused, {"%1 (%2) is never read or written: remove it.", code(object.name),
                                     lineText(object.declaration.begin.line)});
    }
    return makeJudgement(unknown, {"Cannot tell %1: %2 names it, but no access was found.", question,
                                   lineText(object.uses.front().range.begin.line)});
  }
  for (const Message* reason : {&model.unknownReason, &object.unknownReason}) {
    if (reason->empty()) continue;
    return makeJudgement(unknown, {"Cannot tell %1: %2.", question, *reason});
  }
  return std::nullopt;
}

Judgement judgePrivate(const KernelContext& context, size_t index, const MemoryObject& object,
                       const std::string& fixedSize) {
  using enum VerdictKind;
  const KernelModel& model = context.kernel().models[index];
  for (const Access& access : model.accesses) {
    if (model.hasErrors || access.object != object.id || access.kind != AccessKind::atomic) continue;
    return makeJudgement(refused, {"%1 works on %2 with an atomic operation, which private memory does not have.",
                                   capitalised(lineText(access.line)), code(object.name)});
  }
  const auto sight = judgeAtSight(model, object, fixedSize, "whether " + code(object.name) + " is private");
  if (sight && (sight->verdict == refused || model.hasErrors || !model.unknownReason.empty())) return *sight;

  Judgement judgement;
  const proof::Answer isPrivate = context.isPrivate(index, object.id);
  judgement.take(isPrivate);
  judgement.verdict = verdictOf(isPrivate.kind);
  judgement.reason = isPrivate.reason;
  // What is not known of an object may leave it open, but threads that are seen to share it do so all the same.
  if (sight && judgement.verdict != refused) return *sight;
  return judgement;
}

bool OtherFindings::applies(const std::string& id, const MemoryObject& object) {
  auto known = found_.find(id);
  if (known == found_.end()) known = found_.emplace(id, findPass(id)->find(context_)).first;
  return std::any_of(known->second.begin(), known->second.end(), [&](const Opportunity& other) {
    return other.range == object.declaration && other.verdict == VerdictKind::applicable;
  });
}

const MemoryObject* sameObject(const KernelModel& model, const MemoryObject& object) {
  const auto same = std::find_if(model.objects.begin(), model.objects.end(), [&](const MemoryObject& other) {
    return other.space == MemorySpace::shared && other.name == object.name &&
           other.declaration.begin == object.declaration.begin;
  });
  return same == model.objects.end() ? nullptr : &*same;
}

Estimate accessEstimate(const KernelModel& model, const MemoryObject& object) {
  double loads = 0, stores = 0;
  for (const Access& access : model.accesses) {
    if (access.object != object.id) continue;
    double weight = 1;
    for (LoopId loop = access.loop; loop.isValid(); loop = model.loop(loop).parent) weight *= model.loop(loop).weight;
    if (access.kind != AccessKind::write) loads += weight;
    if (access.kind != AccessKind::read) stores += weight;
  }
  Estimate estimate;
  estimate.inputs = {
      {"shared_loads", loads}, {"shared_stores", stores}, {"shared_bytes", static_cast<double>(object.bytes)}};
  return estimate;
}

}  // namespace warpwright::passes
