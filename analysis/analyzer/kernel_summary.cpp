#include "analysis/analyzer/kernel_summary.h"

#include <algorithm>

namespace warpwright::analysis {
namespace {

// What the kernel needs of a multiprocessor, as far as the source tells.
KernelResources resourcesOf(const KernelModel& model) {
  KernelResources resources;
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) resources.sharedBytes += object.bytes;
  }
  // What a launch asks for is set aside, whether the kernel uses it or not.
  uint64_t dynamic = 0;
  for (const Launch& launch : model.launches) dynamic = std::max(dynamic, launch.sharedBytes.value_or(0));
  resources.sharedBytes += dynamic;
  return resources;
}

bool sameLaunch(const Launch& a, const Launch& b) {
  return a.at == b.at && a.block == b.block && a.grid == b.grid;
}

void addNew(std::vector<Launch>& list, const Launch& launch) {
  if (std::none_of(list.begin(), list.end(), [&](const Launch& known) { return sameLaunch(known, launch); }))
    list.push_back(launch);
}

void addInstance(KernelSummary& summary, const std::string& instance) {
  std::vector<std::string>& known = summary.instances;
  if (std::find(known.begin(), known.end(), instance) == known.end()) known.push_back(instance);
}

}  // namespace

KernelSummary summarise(const model::ParsedKernel& kernel) {
  KernelSummary summary;
  const KernelModel& first = kernel.models.front();
  summary.name = first.name;
  summary.signature = first.signature;
  summary.definition = first.definition;
  summary.nameAt = first.nameAt;
  for (const KernelModel& model : kernel.models) {
    summary.hasErrors = summary.hasErrors || model.hasErrors;
    if (summary.unknownReason.empty()) summary.unknownReason = model.unknownReason;
    for (const Launch& launch : model.launches) addNew(summary.launches, launch);
    if (!model.templateArguments.empty()) addInstance(summary, model.mangledName);
    const KernelResources resources = resourcesOf(model);
    if (resources.sharedBytes >= summary.resources.sharedBytes) summary.resources = resources;
  }
  return summary;
}

void addToSummary(KernelSummary& known, const KernelSummary& other) {
  if (known.launches.empty() && !other.launches.empty()) known.unit = other.unit;
  for (const Launch& launch : other.launches) addNew(known.launches, launch);
  for (const std::string& instance : other.instances) addInstance(known, instance);
  known.hasErrors = known.hasErrors || other.hasErrors;
}

void addRegisters(KernelResources& known, const KernelResources& counted) {
  if (known.registers.value_or(0) >= counted.registers.value_or(0)) return;
  known.registers = counted.registers;
  known.registersLow = counted.registersLow;
  known.registersHigh = counted.registersHigh;
  known.source = counted.source;
}

KernelResources registersOf(const model::ParsedKernel& kernel, const resources::KernelRegisters& counted) {
  KernelResources most;
  for (const KernelModel& model : kernel.models) {
    const auto found = counted.byName.find(model.mangledName);
    if (found != counted.byName.end()) addRegisters(most, found->second);
  }
  return most;
}

}  // namespace warpwright::analysis
