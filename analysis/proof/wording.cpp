#include "analysis/proof/wording.h"

#include <algorithm>

#include "analysis/proof/conflict.h"
#include "analysis/proof/facts.h"

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

std::string sentence(std::string reason) {
  if (!reason.empty() && reason.back() != '.') reason += '.';
  return reason;
}

std::string lineText(uint32_t line) {
  return "line " + std::to_string(line);
}

std::vector<Evidence> evidenceOf(const KernelModel& model, const Conflict& conflict) {
  std::vector<Evidence> list;
  for (const Sighting* sighting : {&conflict.first, &conflict.second}) {
    const Access& access = model.access(sighting->access);
    list.push_back({positionOf(model, access), sighting->thread + " " + verbOf(access) + " `" + sighting->place + "`"});
  }
  if (!conflict.conditions.empty()) list.back().text += ", with " + conflict.conditions;
  return list;
}

std::string timeoutText(const ProofOptions& options) {
  const unsigned tenths = options.queryMilliseconds / 100;
  const std::string seconds =
      tenths % 10 == 0 ? std::to_string(tenths / 10) : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  return "The proof did not finish in " + seconds + " s. Raise the limit, or verify the variant on your inputs.";
}

std::string kernelReason(const KernelModel& model) {
  if (model.hasErrors) return "`" + model.name + "` has errors. Nothing is proved about it until they are gone.";
  return model.unknownReason;
}

std::string blockSizeReason(const KernelModel& model) {
  for (const Launch& launch : model.launches) {
    if (launch.block[0] && launch.block[1] && launch.block[2]) continue;
    if (!launch.at.isValid()) break;
    // What stands for launches that are not seen says why.
    if (launch.unknownReason.starts_with("not every launch is known")) {
      return "N" + launch.unknownReason.substr(1) + ". Give the blocks of all with --launch.";
    }
    return "The block size is not known for the launch at " + lineText(launch.at.line) + ". Give it with --launch.";
  }
  return "The block size of `" + model.name + "` is not known: no launch of it was found. Give it with --launch.";
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
  const std::string at = object.name + "@" + std::to_string(access.line);
  const bool subscripts = level == 2 && !access.subscripts.empty() && access.subscripts.size() == object.extents.size();
  if (subscripts) {
    addAssumption(list,
                  {"every subscript of `" + what + "` at " + lineText(access.line) + " stays in its declared range",
                   "subscript=" + at});
  } else if (object.bytes != 0) {
    addAssumption(
        list, {"`" + what + "` at " + lineText(access.line) + " stays inside `" + object.name + "`", "inside=" + at});
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
  addAssumption(list, {"blockDim == (" + shape + ") at every launch", "block=" + shape});
}

}  // namespace warpwright::proof
