#include "analysis/passes/read_ahead/captured_program.h"

#include <algorithm>

#include "analysis/frontend/captured_units.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/frontend/toolkit.h"
#include "analysis/model/kernel_modeler.h"

namespace warpwright::preexecution {
namespace {

/// A program for another block would fetch nothing.
bool isOfBlock(const KernelModel& model, const Launch& launch) {
  for (size_t i = 0; i < 3; ++i) {
    if (model.block[i] && model.block[i] != launch.block[i]) return false;
  }
  return true;
}

}  // namespace

Result<Program> programOf(const LaunchCapture& capture, const ProgramOptions& options, std::stop_token stop) {
  Launch launch;
  for (size_t i = 0; i < 3; ++i) {
    launch.grid[i] = capture.grid[i];
    launch.block[i] = capture.block[i];
  }
  launch.sharedBytes = capture.dynamicSharedBytes;
  launch.fromUser = true;
  model::ModelOptions as;
  as.launches.emplace_back(capture.kernel.name, launch);
  auto commands = analysis::unitsOf(capture);
  if (!commands.ok()) return commands.error();
  const std::filesystem::path own = capture.kernel.at.file;
  std::stable_partition(commands->begin(), commands->end(), [&](const auto& command) { return command.file == own; });
  frontend::UnitParser parser(frontend::optionsUnder(capture.program.toolkit));
  Error missing = inputError("The captured sources do not have the kernel " + capture.kernel.signature +
                             " as it was launched. Capture the launch again.");
  for (const frontend::CompileCommand& command : *commands) {
    const auto unit = parser.parse(command, stop);
    const auto kernels = unit.ok() ? model::modelKernels(*unit, as, stop) : unit.error();
    if (stop.stop_requested()) return cancelledError();
    if (!kernels.ok()) {
      if (command.file == own) missing = kernels.error();
      continue;
    }
    for (const model::ParsedKernel& kernel : *kernels) {
      for (const KernelModel& model : kernel.models) {
        if (model.mangledName == capture.kernel.mangledName && isOfBlock(model, launch))
          return writeProgram(model, options);
      }
    }
  }
  return missing;
}

}  // namespace warpwright::preexecution
