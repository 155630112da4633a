#include "analysis/engine/run/cooperative_launch.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "analysis/engine/check/global_races.h"
#include "analysis/engine/run/checker.h"
#include "analysis/engine/run/signal_stack.h"
#include "analysis/engine/trace/trace_log.h"

namespace warpwright::engine {

// What a block does in a launch whose blocks are all there.

void BlockRunner::waitForGrid(DeviceThread* thread, uint32_t site) {
  if (!shape_.cooperative) {
    fail(thread,
         "waits at a barrier of the whole grid, but its launch is not cooperative (cudaLaunchCooperativeKernel)",
         siteAt(site));
  }
  Barrier& barrier = barriers_[gridBarrier];
  if (barrier.arrived++ == 0) {
    barrier.site = site;
    pendingBarriers_ |= 1u << gridBarrier;
  }
  thread->site = site;
  const uint32_t bit = 1u << thread->lane;
  barrier.lanes[thread->warp] |= bit;
  warps_[thread->warp].runnable &= ~bit;
  if (barrier.arrived == live_) return suspend(thread);
  switchAway(thread);
}

void BlockRunner::suspend(DeviceThread* thread) {
  suspended_ = thread;
  engineSwitchContext(&thread->stackPointer, schedulerStack_);
}

bool BlockRunner::waitsForGrid() const {
  return barriers_[gridBarrier].arrived != 0 && barriers_[gridBarrier].arrived == live_;
}

bool BlockRunner::resume() {
  DeviceThread* next = suspended_;
  suspended_ = nullptr;
  if (waitsForGrid()) {
    openBarrier(gridBarrier, next != nullptr ? next : &threads_[0], false);
    if (checker_ != nullptr) checker_->leaveGridBarrier();
    if (next == nullptr) next = anyRunnable();
  }
  switchIn(next->stackPointer, next);
  return suspended_ == nullptr && !waitsForGrid();
}

SourcePosition BlockRunner::gridBarrierPlace() const {
  return siteAt(barriers_[gridBarrier].site);
}

namespace {

/// What a traced block is taken to keep of its requests: how much it will be is not known before all of them have run.
constexpr uint64_t assumedRequestBytes = 128 << 10;

/// The logs of a traced launch, one a block.
class CooperativeTrace {
 public:
  CooperativeTrace(const LaunchShape& shape, const LaunchOptions& options, uint64_t blocks)
      : shape_(shape),
        multiprocessors_(options.metrics->device.multiprocessors),
        model_(options.metrics->device,
               {blocks, shape.block[0] * shape.block[1] * shape.block[2],
                shape.kernel->staticSharedBytes + shape.dynamicSharedBytes, 0},
               shape.kernel->trace->sites, {.threads = options.workers}),
        requests_(blocks),
        pool_(std::make_shared<std::vector<TraceLog::Buffer>>()) {
    model_.sawFirstBlock(1, assumedRequestBytes);
  }

  void begin(BlockRunner& runner) {
    const memsim::AddressMap map{reinterpret_cast<uint64_t>(runner.sharedMemory()), 256u << 10, runner.stacks().base(),
                                 runner.stacks().bytes()};
    const uint64_t block = logs_.size();
    logs_.push_back(std::make_unique<TraceLog>(*shape_.kernel->trace, map, BlockRunner::maxWarps,
                                               uint64_t{model_.residentBlocks()} * multiprocessors_, pool_));
    requests_[block].multiprocessor = model_.multiprocessorOf(block);
    logs_[block]->beginBlock(runner.threads().data(), static_cast<uint32_t>(runner.threads().size()), block,
                             model_.isModelled(block) ? &requests_[block] : nullptr);
    runner.traceTo(logs_[block].get());
  }
  void end(size_t block) { logs_[block]->endBlock(); }

  memsim::LaunchMetrics finish(const std::vector<memsim::SitePlace>& places) {
    model_.runWave(std::move(requests_));
    memsim::WarpRecorder counts = logs_[0]->recorder();
    for (size_t i = 1; i < logs_.size(); ++i) counts.merge(logs_[i]->recorder());
    return model_.finish(counts, places);
  }

 private:
  const LaunchShape& shape_;
  uint32_t multiprocessors_;
  memsim::LaunchModel model_;
  std::vector<memsim::BlockRequests> requests_;
  TraceLog::Pool pool_;
  std::vector<std::unique_ptr<TraceLog>> logs_;
};

class CooperativeRun {
 public:
  CooperativeRun(LaunchWorkers& state, const LaunchShape& shape, const LaunchOptions& options)
      : state_(state),
        shape_(shape),
        options_(options),
        blocks_(static_cast<size_t>(uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2])) {}

  void run() {
    useAlternateStack();
    auto& runners = state_.coResident;
    while (runners.size() < blocks_) runners.push_back(std::make_unique<BlockRunner>());
    for (size_t i = 0; i < blocks_; ++i) {
      if (options_.check) checkers_.push_back(std::make_unique<Checker>(*shape_.kernel, *shape_.arena, shape_.races));
      runners[i]->prepare(shape_, options_.check ? checkers_[i].get() : nullptr);
      state_.watch.add({runners[i].get(), pthread_self()});
      if (trace != nullptr) trace->begin(*runners[i]);
    }
    start();
    while (!result.failure && !open_.empty()) round();
    for (size_t i = 0; i < blocks_; ++i) {
      state_.watch.remove(runners[i].get());
      result.accesses += runners[i]->accesses();
      if (!checkers_.empty()) mergeFindings(result.findings, checkers_[i]->findings());
      runners[i]->traceTo(nullptr);
    }
    // Their stacks and shared memory are many; few programs need them twice.
    if (runners.size() > 64) runners.clear();
  }

  LaunchResult result;
  CooperativeTrace* trace = nullptr;  ///< null: not traced

 private:
  void ended(size_t i) {
    if (trace != nullptr && !result.failure) trace->end(i);
  }
  void start() {
    for (size_t i = 0; i < blocks_ && !result.failure; ++i) {
      const auto x = static_cast<uint32_t>(i % shape_.grid[0]);
      const auto y = static_cast<uint32_t>(i / shape_.grid[0] % shape_.grid[1]);
      const auto z = static_cast<uint32_t>(i / shape_.grid[0] / shape_.grid[1]);
      BlockRunner& runner = *state_.coResident[i];
      const bool done = runner.start({x, y, z});
      take(runner);
      if (done)
        ended(i);
      else
        open_.push_back(i);
    }
  }

  /// Lets every open block go on once; those that wait for the grid only when all do.
  void round() {
    const bool all =
        std::all_of(open_.begin(), open_.end(), [&](size_t i) { return state_.coResident[i]->waitsForGrid(); });
    if (all && open_.size() != blocks_) return failWaiting();
    if (all && shape_.races != nullptr) shape_.races->gridBarrier();
    std::vector<size_t> still;
    for (const size_t i : open_) {
      BlockRunner& runner = *state_.coResident[i];
      if (runner.waitsForGrid() && !all) {
        still.push_back(i);
        continue;
      }
      const bool done = runner.resume();
      take(runner);
      if (result.failure) return;
      if (done)
        ended(i);
      else
        still.push_back(i);
    }
    open_ = std::move(still);
  }

  void take(BlockRunner& runner) {
    auto failed = runner.takeFailure();
    if (failed && !result.failure) result.failure = std::move(failed);
    if (runner.printed().empty()) return;
    if (state_.print)
      state_.print(runner.printed());
    else
      std::fwrite(runner.printed().data(), 1, runner.printed().size(), stdout);
    runner.printed().clear();
  }

  void failWaiting() {
    const BlockRunner& first = *state_.coResident[open_.front()];
    const size_t i = open_.front();
    result.failure = BlockFailure{
        "waits for ever at a barrier of the whole grid: " + std::to_string(blocks_ - open_.size()) + " of " +
            std::to_string(blocks_) + " blocks have ended without it",
        first.gridBarrierPlace(),
        {static_cast<uint32_t>(i % shape_.grid[0]), static_cast<uint32_t>(i / shape_.grid[0] % shape_.grid[1]),
         static_cast<uint32_t>(i / shape_.grid[0] / shape_.grid[1])},
        {},
        false};
  }

  LaunchWorkers& state_;
  const LaunchShape& shape_;
  const LaunchOptions& options_;
  const size_t blocks_;
  std::vector<std::unique_ptr<Checker>> checkers_;
  std::vector<size_t> open_;
};

}  // namespace

LaunchResult runCooperative(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                            std::stop_token stop) {
  CooperativeRun run(workers, shape, options);
  workers.watch.begin(options.deadline, std::move(stop));
  run.run();
  workers.watch.end();
  return std::move(run.result);
}

LaunchResult runCooperativeTraced(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                                  const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                                  std::stop_token stop) {
  LaunchShape tracedShape = shape;
  tracedShape.kernel = &traced;
  const uint64_t blocks = uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
  CooperativeTrace trace(tracedShape, options, blocks);
  CooperativeRun run(workers, tracedShape, options);
  run.trace = &trace;
  workers.watch.begin(options.deadline, std::move(stop));
  run.run();
  workers.watch.end();
  if (run.result.failure) return std::move(run.result);
  run.result.metrics = trace.finish(places);
  run.result.accesses = 0;
  for (const memsim::AccessTotal& total : run.result.metrics->totals) run.result.accesses += total.counts.lanes;
  return std::move(run.result);
}

}  // namespace warpwright::engine
