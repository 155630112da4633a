#pragma once

#include <string>

#include "analysis/passes/read_ahead/preexecute.h"
#include "core/job/fused_job.h"
#include "core/model/fused_chip/fused_run.h"

namespace warpwright::cli {

/// Which launches of a kernel go onto the model of a fused chip.
struct ModelledLaunches {
  uint64_t first = 0, count = 1;
};

/// Runs the program of `job` on the engine and launches of the kernel on the model, beside the program that reads
/// ahead. Errors: the program could not be run, had no such launch, or the device is not described well enough to be
/// modelled.
Result<memsim::FusedRun> modelPreexecution(EngineJob job, const preexecution::Prepared& prepared, const Device& device,
                                           const ModelledLaunches& launches, bool quiet, std::stop_token stop);

/// The modes as a table for terminals.
std::string fusedRunText(const memsim::FusedRun& run);

}  // namespace warpwright::cli
