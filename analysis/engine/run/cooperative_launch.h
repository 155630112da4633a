#pragma once

#include "analysis/engine/run/launch_run.h"

namespace warpwright::engine {

/// Runs a cooperative launch: all blocks are there at once, each a runner of its own, on the calling thread. A block
/// runs until it waits for the whole grid, spins, or ends; then the next one goes on. A barrier of the grid opens when
/// every block waits at it.
LaunchResult runCooperative(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                            std::stop_token stop);

/// As `runCooperative`, and measures what the launch asks of memory (see runBlocksTraced). All of it is traced.
LaunchResult runCooperativeTraced(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                                  const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                                  std::stop_token stop);

}  // namespace warpwright::engine
