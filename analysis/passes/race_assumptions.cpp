#include "analysis/passes/race_assumptions.h"

#include <algorithm>

#include "analysis/proof/facts.h"
#include "core/kernel/pointer_fields.h"

namespace warpwright::passes {

Assumption noRaces(Apart who) {
  switch (who) {
    case Apart::threads:
      return {"no two threads of one launch touch the same global element, one of them writing", {}};
    case Apart::threadsBetweenBarriers:
      return {"no two threads of one launch touch the same global element between barriers, one of them writing", {}};
    case Apart::threadsButForAtomics:
      return {"no two threads of one launch touch the same global element, one of them writing, atomics aside", {}};
    case Apart::threadsBetweenBarriersButForAtomics:
      return {
          "no two threads of one launch touch the same global element between barriers, one of them writing, atomics "
          "aside",
          {}};
    case Apart::blocksButForAtomics:
      return {"no two blocks of one launch touch the same global element, one of them writing, atomics aside", {}};
  }
  return {};
}

bool isNoRaces(const Assumption& assumption) {
  for (const Apart who : {Apart::threads, Apart::threadsBetweenBarriers, Apart::threadsButForAtomics,
                          Apart::threadsBetweenBarriersButForAtomics, Apart::blocksButForAtomics}) {
    if (noRaces(who).text == assumption.text) return true;
  }
  return false;
}

std::optional<Judgement> judgeSeenRaces(const KernelContext& context) {
  const model::ParsedKernel& kernel = context.kernel();
  for (size_t i = 0; i < kernel.models.size(); ++i) {
    if (kernel.models[i].launches.empty()) continue;
    const proof::Answer races = context.isRaceFree(i, proof::RacesIn::globalMemory);
    if (races.kind != proof::Answer::Kind::violated) continue;
    Judgement all = makeJudgement(VerdictKind::applicable, ""), one = makeJudgement(VerdictKind::refused, races.reason);
    one.take(races);
    all.conjoin(std::move(one), kernel, i);
    return all;
  }
  return std::nullopt;
}

std::vector<MemoryPair> memoriesThatMayBeOne(const KernelModel& model) {
  const proof::Facts facts(model);
  // What a compiler lets local arrays begin with, or strings: the host has no pointer there.
  const auto isReached = [&](const MemoryObject& object) {
    return facts.isGlobalMemory(object.id) && !object.name.starts_with("__const.") && !object.name.starts_with(".str");
  };
  std::vector<MemoryPair> pairs;
  for (const MemoryObject& a : model.objects) {
    for (const MemoryObject& b : model.objects) {
      const bool mayBeOne = a.id < b.id && isReached(a) && isReached(b) && (isBehindPointer(a) || isBehindPointer(b));
      if (mayBeOne && (facts.isWritten(a.id) || facts.isWritten(b.id))) pairs.push_back({&a, &b});
    }
  }
  return pairs;
}

bool mayBeOneMemory(const std::vector<KernelModel>& models) {
  return std::ranges::any_of(models, [](const KernelModel& model) { return !memoriesThatMayBeOne(model).empty(); });
}

}  // namespace warpwright::passes
