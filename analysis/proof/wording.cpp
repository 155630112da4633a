#include "analysis/proof/wording.h"

#include <algorithm>

#include "analysis/proof/conflict.h"
#include "analysis/proof/facts.h"
#include "analysis/proof/solver.h"
#include "core/base/message_search.h"

namespace warpwright::proof {

SourcePosition positionOf(const KernelModel& model, const Access& access) {
  if (access.range.isValid()) return access.range.begin;
  return {model.definition.begin.file, access.line, 0};
}

SourcePosition positionOf(const KernelModel& model, const Barrier& barrier) {
  if (barrier.range.isValid()) return barrier.range.begin;
  return {model.definition.begin.file, barrier.line, 0};
}

std::string verbOf(const Access& access) {
  switch (access.kind) {
    case AccessKind::read:
      return "reads";
    case AccessKind::write:
      return "writes";
    case AccessKind::atomic:
      break;
  }
  return "updates";
}

Message sentence(Message reason) {
  if (!reason.empty() && !toText(reason).ends_with('.')) reason += ".";
  return reason;
}

std::vector<Evidence> evidenceOf(const KernelModel& model, const Conflict& conflict) {
  std::vector<Evidence> list;
  for (const Sighting* sighting : {&conflict.first, &conflict.second}) {
    const Access& access = model.access(sighting->access);
    list.push_back({positionOf(model, access), {"%1 %2 %3", sighting->thread, verbOf(access), code(sighting->place)}});
  }
  if (!conflict.conditions.empty()) list.back().text += {", with %1", conflict.conditions};
  return list;
}

static constexpr const char* notInTime = "The proof did not finish in time";

Message tooLongReason(const Solver& solver, const LineList& lines) {
  const Message what = solver.endedByClock() ? notInTime : "The proof took too long";
  const char* then = "Verify the variant on your inputs.";
  if (lines.at.empty()) return {"%1. %2", what, then};
  return {"%1 at %2. %3", what, lines, then};
}

bool mayFinish(const Message& reason) {
  return holds(reason, notInTime);
}

Message kernelReason(const KernelModel& model) {
  if (model.hasErrors) return {"%1 has errors. Nothing is proved about it until they are gone.", code(model.name)};
  return model.unknownReason;
}

Message blockSizeReason(const KernelModel& model) {
  for (const Launch& launch : model.launches) {
    if (launch.block[0] && launch.block[1] && launch.block[2]) continue;
    if (!launch.at.isValid()) break;
    if (!launch.openReason.empty()) {
      return {"Not every launch is known: %1.", launch.openReason};
    }
    return {"The block size is not known for the launch at %1.", lineText(launch.at)};
  }
  return {"The block size of %1 is not known: no launch of it was found.", code(model.name)};
}

void addAssumption(std::vector<Assumption>& list, Assumption assumption) {
  const auto same = [&](const Assumption& other) {
    return other.text == assumption.text && other.check == assumption.check;
  };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(assumption));
}

void addLevelAssumption(std::vector<Assumption>& list, const KernelModel& model, const Access& access, int level) {
  if (level == 0) return;
  const MemoryObject& object = model.object(access.object);
  const std::string what = access.text.empty() ? object.name : access.text;
  const SourcePosition at{{}, access.line, 0};
  const bool subscripts = level == 2 && !access.subscripts.empty() && access.subscripts.size() == object.extents.size();
  if (subscripts) {
    addAssumption(list, {{"every subscript of %1 at %2 stays in its declared range", code(what), lineText(access.line)},
                         {RunCheck::Kind::subscript, {object.name}, at}});
  } else if (object.bytes != 0) {
    addAssumption(list, {{"%1 at %2 stays inside %3", code(what), lineText(access.line), code(object.name)},
                         {RunCheck::Kind::inside, {object.name}, at}});
  }
}

void addAssumptions(std::vector<Assumption>& list, const Facts& facts, const Conflict& proved) {
  for (const AccessId id : {proved.first.access, proved.second.access}) {
    addLevelAssumption(list, facts.model(), facts.model().access(id), proved.level);
  }
  for (const ObjectId object : proved.loads) {
    for (Assumption& assumption : facts.loadAssumptions(object)) addAssumption(list, std::move(assumption));
  }
}

void addBlockAssumption(std::vector<Assumption>& list, const KernelModel& model) {
  if (!model.block[0] || !model.block[1] || !model.block[2]) return;
  std::string shape;
  for (int d = 0; d < 3; ++d) shape += (d ? "," : "") + std::to_string(*model.block[d]);
  addAssumption(list, {{"blockDim == (%1) at every launch", shape}, {RunCheck::Kind::block, {shape}}, true});
}

}  // namespace warpwright::proof
