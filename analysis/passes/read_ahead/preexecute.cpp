#include "analysis/passes/read_ahead/preexecute.h"

#include <algorithm>

#include "analysis/model/kernel_modeler.h"
#include "analysis/resources/kernel_registers.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::preexecution {
namespace {

std::string shapeOf(const KernelModel& model) {
  std::string text = model.templateArguments + " block (";
  for (size_t i = 0; i < 3; ++i) {
    text += (i ? "," : "") + (model.block[i] ? std::to_string(*model.block[i]) : std::string("?"));
  }
  return (text.front() == ' ' ? text.substr(1) : text) + ")";
}

uint32_t threadsOf(const KernelModel& model) {
  return model.block[0].value_or(0) * model.block[1].value_or(1) * model.block[2].value_or(1);
}

/// What a compiler for this device could leave to a thread: a block must fit, with the warps that are given room.
uint32_t registersOn(const KernelModel& model, const Device& device, uint32_t estimated) {
  const uint32_t pieces = std::max(1u, device.warpSize * std::max(1u, device.warpAllocationGranularity));
  const uint32_t threads = std::max(1u, (threadsOf(model) + pieces - 1) / pieces) * pieces;
  const uint32_t most = std::min(device.maxRegistersPerThread, device.registersPerMultiprocessor / threads);
  return std::min(estimated, std::max(1u, most / 4 * 4));
}

/// "(const float *, int)" of "void(const float *, int)".
std::string parametersOf(const std::string& signature) {
  const size_t open = signature.find('(');
  return open == std::string::npos ? std::string() : signature.substr(open);
}

/// The models of a kernel, and how many registers a thread of its unit's kernels takes, by mangled name.
struct Found {
  std::vector<KernelModel> models;
  std::map<std::string, uint32_t> registers;
};

Result<Found> modelsNamed(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                          const std::string& kernel, const Device& device, std::stop_token stop) {
  model::ModelOptions launches;
  for (const std::string& text : options.launches) {
    auto launch = analysis::parseLaunchText(text);
    if (!launch.ok()) return launch.error();
    launches.launches.push_back(*std::move(launch));
  }
  auto units = frontend::findUnits(file, options.flags);
  if (!units.ok()) return units.error();
  frontend::UnitParser parser(options.parse);
  Found result;
  std::vector<KernelModel>& models = result.models;
  std::vector<std::string> known;
  for (frontend::CompileCommand command : *units) {
    if (!options.arch.empty()) command.arch = options.arch;
    auto unit = parser.parse(command, stop);
    if (!unit.ok()) return unit.error();
    const resources::DeviceBitcode code = resources::takeBitcode(unit->deviceModule());
    for (const auto& [name, counted] : resources::estimateRegistersOn(device, code, command.arch, stop)) {
      if (counted.registers) result.registers[name] = *counted.registers;
    }
    auto kernels = model::modelKernels(*unit, launches, stop);
    if (!kernels.ok()) return kernels.error();
    for (model::ParsedKernel& found : *kernels) {
      for (KernelModel& model : found.models) {
        if (meansKernel(kernel, model))
          models.push_back(std::move(model));
        else if (std::ranges::find(known, model.name) == known.end())
          known.push_back(model.name);
      }
    }
  }
  if (models.empty()) {
    std::string others;
    for (const std::string& name : known) others += (others.empty() ? ". It has `" : ", `") + name + "`";
    return inputError({"There is no kernel `%1` in %2%3.", kernel, file.string(),
                       known.empty() ? std::string(", nor any other") : others});
  }
  std::vector<std::string> different;
  for (const KernelModel& model : models) {
    const bool isInstance = !model.templateArguments.empty();
    const std::string name = model.qualifiedName + (isInstance ? std::string() : parametersOf(model.signature));
    if (std::find(different.begin(), different.end(), name) == different.end()) different.push_back(name);
  }
  if (different.size() > 1) return severalKernels(kernel, different);
  return result;
}

}  // namespace

Occupancy occupancyOf(const KernelModel& model, const Device& device, uint32_t registers) {
  OccupancyRequest request;
  request.registersPerThread = registers;
  request.threadsPerBlock = threadsOf(model);
  if (request.threadsPerBlock == 0) return {};
  uint64_t dynamic = 0;
  for (const Launch& launch : model.launches) dynamic = std::max(dynamic, launch.sharedBytes.value_or(0));
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) request.sharedBytesPerBlock += object.bytes;
  }
  request.sharedBytesPerBlock += dynamic;
  return computeOccupancy(device, request);
}

Result<Prepared> prepareModel(const KernelModel& model, uint32_t registers, const Device& device, ProgramOptions how) {
  Prepared prepared;
  prepared.kernel = model.name;
  prepared.launch = shapeOf(model);
  prepared.verdict = VerdictKind::applicable;
  prepared.reason = toText(applicabilityOn(device).reason);
  if (registers > 0) prepared.registers = registersOn(model, device, registers);
  prepared.occupancy = occupancyOf(model, device, prepared.registers);
  if (!prepared.occupancy.cannotLaunch.empty()) return inputError(prepared.occupancy.cannotLaunch);
  how.device = device.name;
  how.concurrentBlocks = std::max(1u, prepared.occupancy.blocks * device.multiprocessors);
  Result<Program> program = writeProgram(model, how);
  if (!program.ok()) return program.error();
  prepared.program = *std::move(program);
  return prepared;
}

Result<Prepared> prepare(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                         const std::string& kernel, const Device& device, std::stop_token stop) {
  auto found = modelsNamed(options, file, kernel, device, stop);
  if (!found.ok()) return found.error();
  const std::vector<KernelModel>& models = found->models;
  const KernelModel& model = models.front();
  Prepared prepared;
  prepared.kernel = model.name;
  prepared.launch = shapeOf(model);
  for (size_t i = 1; i < models.size(); ++i) prepared.others.push_back(shapeOf(models[i]));
  const Applicability applicability = applicabilityOn(device);
  if (applicability.verdict != VerdictKind::applicable) {
    prepared.verdict = applicability.verdict;
    prepared.reason = toText(applicability.reason);
    return prepared;
  }
  const auto counted = found->registers.find(model.mangledName);
  auto made = prepareModel(model, counted == found->registers.end() ? 0 : counted->second, device, {});
  if (made.ok()) made->others = std::move(prepared.others);
  return made;
}

}  // namespace warpwright::preexecution
