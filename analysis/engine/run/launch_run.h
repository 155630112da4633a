#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "analysis/engine/run/block_runner.h"
#include "analysis/engine/run/deadline_watch.h"
#include "analysis/engine/run/device_program.h"
#include "core/model/memory/launch_model.h"

namespace warpwright::engine {

/// What launches keep from one to the next.
struct LaunchWorkers {
  std::vector<std::unique_ptr<BlockRunner>> runners;
  std::vector<std::unique_ptr<BlockRunner>> coResident;  ///< of cooperative launches, one a block
  DeadlineWatch watch;
  std::function<void(std::string_view)> print;  ///< empty: standard output
};

struct LaunchResult {
  std::optional<BlockFailure> failure;
  std::vector<EngineFinding> findings;
  uint64_t accesses = 0;
  std::optional<memsim::LaunchMetrics> metrics;
  std::optional<memsim::GpuWork> work;
  std::optional<memsim::RequestTrace> requests;
  std::optional<memsim::TouchTrace> touches;
};

/// Adds findings to those of other workers; what both have counts twice.
void mergeFindings(std::vector<EngineFinding>& into, std::vector<EngineFinding> more);

/// Runs all blocks of a launch on as many workers as asked for; stops at the first failure.
LaunchResult runBlocks(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                       std::stop_token stop);

/// As `runBlocks`, and measures what the launch asks of memory. `traced`: the kernel compiled for tracing; blocks that
/// are not sampled run `shape`'s. `places`: one for each site of the traced kernel.
LaunchResult runBlocksTraced(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                             const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                             std::stop_token stop);

/// As `runBlocks`, and keeps what every block asks of memory, with the instructions between. Fails where that takes
/// more than `options.work->bytesLimit`.
LaunchResult runBlocksRecorded(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                               const LaunchOptions& options, std::stop_token stop);

/// As `runBlocksTraced`, but keeps what blocks ask of memory in place of modelling it (`options.requests`).
LaunchResult runBlocksKept(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                           const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                           std::stop_token stop);

/// As `runBlocks`, and keeps what each thread touches. Without `touches` where that takes more than
/// `options.touches->bytesLimit`.
LaunchResult runBlocksTouched(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                              const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                              std::stop_token stop);

}  // namespace warpwright::engine
