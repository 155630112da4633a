#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "analysis/analyzer/analysis.h"
#include "analysis/passes/read_ahead/applicability.h"
#include "analysis/passes/read_ahead/program.h"
#include "core/device/device.h"
#include "core/device/occupancy.h"
#include "core/finding/opportunity.h"

namespace warpwright::preexecution {

/// What `warpwright preexec` answers for one kernel on one device.
struct Prepared {
  std::string kernel;
  VerdictKind verdict = VerdictKind::unknown;
  std::string reason;
  std::optional<Program> program;   ///< where the verdict is `applicable`
  uint32_t registers = 0;           ///< a thread's, estimated; 0: not known
  Occupancy occupancy;              ///< of the launch that the program was written for; zero: not known
  std::string launch;               ///< "block (256,1,1)": what the program was written for
  std::vector<std::string> others;  ///< launches and instantiations that it was not written for
};

/// How much of a multiprocessor the blocks of a model's largest launch fill, with so many registers a thread (0: not
/// looked at). Zero where the block is not known.
Occupancy occupancyOf(const KernelModel& model, const Device& device, uint32_t registers);

/// Writes the program of one model, for `prepared.registers` registers a thread. `how`: its numbers; the device and the
/// concurrent blocks are filled in. Requires: a device on which it helps.
/// Errors: the kernel cannot be launched there; those of writeProgram.
Result<Prepared> prepareModel(const KernelModel& model, uint32_t registers, const Device& device, ProgramOptions how);

/// Finds the kernel in the file, judges it, and writes its program. Concurrent blocks are those the occupancy
/// calculator gives, by shared memory, block size and estimated registers. Errors: the file cannot be parsed, has no
/// such kernel, or the kernel has no global access that can be fetched ahead.
Result<Prepared> prepare(const analysis::AnalyzeOptions& options, const std::filesystem::path& file,
                         const std::string& kernel, const Device& device, std::stop_token stop);

}  // namespace warpwright::preexecution
