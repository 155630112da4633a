#include "analysis/engine/cooperative_launch.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "analysis/engine/checker.h"
#include "analysis/engine/global_races.h"
#include "analysis/engine/signal_stack.h"

namespace warpwright::engine {

// What a block does in a launch whose blocks are all there.

void BlockRunner::waitForGrid(DeviceThread* thread, uint32_t site) {
  if (!shape_.cooperative) {
    fail(thread, "waits at a barrier of the whole grid, but its launch is not cooperative (cudaLaunchCooperativeKernel)",
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

bool BlockRunner::waitsForGrid() const { return barriers_[gridBarrier].arrived != 0 && barriers_[gridBarrier].arrived == live_; }

bool BlockRunner::resume() {
  DeviceThread* next = suspended_;
  suspended_ = nullptr;
  if (waitsForGrid()) {
    openBarrier(gridBarrier, next != nullptr ? next : &threads_[0]);
    if (checker_ != nullptr) checker_->leaveGridBarrier();
    if (next == nullptr) next = anyRunnable();
  }
  switchIn(next->stackPointer, next);
  return suspended_ == nullptr && !waitsForGrid();
}

SourcePosition BlockRunner::gridBarrierPlace() const { return siteAt(barriers_[gridBarrier].site); }

namespace {

class CooperativeRun {
 public:
  CooperativeRun(LaunchWorkers& state, const LaunchShape& shape, const LaunchOptions& options)
      : state_(state), shape_(shape), options_(options),
        blocks_(static_cast<size_t>(uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2])) {}

  void run() {
    useAlternateStack();
    auto& runners = state_.coResident;
    while (runners.size() < blocks_) runners.push_back(std::make_unique<BlockRunner>());
    for (size_t i = 0; i < blocks_; ++i) {
      if (options_.check) checkers_.push_back(std::make_unique<Checker>(*shape_.kernel, *shape_.arena, shape_.races));
      runners[i]->prepare(shape_, options_.check ? checkers_[i].get() : nullptr);
      state_.watch.add({runners[i].get(), pthread_self()});
    }
    start();
    while (!result.failure && !open_.empty()) round();
    for (size_t i = 0; i < blocks_; ++i) {
      state_.watch.remove(runners[i].get());
      result.accesses += runners[i]->accesses();
      if (!checkers_.empty()) mergeFindings(result.findings, checkers_[i]->findings());
    }
    // Their stacks and shared memory are many; few programs need them twice.
    if (runners.size() > 64) runners.clear();
  }

  LaunchResult result;

 private:
  void start() {
    for (size_t i = 0; i < blocks_ && !result.failure; ++i) {
      const auto x = static_cast<uint32_t>(i % shape_.grid[0]);
      const auto y = static_cast<uint32_t>(i / shape_.grid[0] % shape_.grid[1]);
      const auto z = static_cast<uint32_t>(i / shape_.grid[0] / shape_.grid[1]);
      BlockRunner& runner = *state_.coResident[i];
      if (!runner.start({x, y, z})) open_.push_back(i);
      take(runner);
    }
  }

  /// Lets every open block go on once; those that wait for the grid only when all do.
  void round() {
    const bool all = std::all_of(open_.begin(), open_.end(), [&](size_t i) { return state_.coResident[i]->waitsForGrid(); });
    if (all && open_.size() != blocks_) return failWaiting();
    if (all && shape_.races != nullptr) shape_.races->gridBarrier();
    std::vector<size_t> still;
    for (const size_t i : open_) {
      BlockRunner& runner = *state_.coResident[i];
      if (runner.waitsForGrid() && !all) {
        still.push_back(i);
        continue;
      }
      if (!runner.resume()) still.push_back(i);
      take(runner);
      if (result.failure) return;
    }
    open_ = std::move(still);
  }

  void take(BlockRunner& runner) {
    auto failed = runner.takeFailure();
    if (failed && !result.failure) result.failure = std::move(failed);
    if (runner.printed().empty()) return;
    if (state_.print) state_.print(runner.printed());
    else std::fwrite(runner.printed().data(), 1, runner.printed().size(), stdout);
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

}  // namespace warpwright::engine
