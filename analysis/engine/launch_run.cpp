#include "analysis/engine/launch_run.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "analysis/engine/checker.h"
#include "analysis/engine/signal_stack.h"

namespace warpwright::engine {

namespace {

using Clock = std::chrono::steady_clock;

/// The blocks of one launch, shared out among workers.
class LaunchRun {
 public:
  LaunchRun(LaunchWorkers& state, const LaunchShape& shape, const LaunchOptions& options)
      : state_(state), shape_(shape), options_(options),
        blocks_(static_cast<uint64_t>(shape.grid[0]) * shape.grid[1] * shape.grid[2]) {}

  void run() {
    const uint64_t count = std::clamp<uint64_t>(options_.workers, 1, std::min<uint64_t>(blocks_, 64));
    while (state_.runners.size() < count) state_.runners.push_back(std::make_unique<BlockRunner>());
    if (count == 1) return work(*state_.runners[0], true);
    std::vector<std::thread> threads;
    for (uint64_t i = 1; i < count; ++i) threads.emplace_back([this, i] { work(*state_.runners[i], false); });
    work(*state_.runners[0], true);
    for (std::thread& thread : threads) thread.join();
  }

  LaunchResult result;

 private:
  void print(std::string& text) {
    if (text.empty()) return;
    if (state_.print) state_.print(text);
    else std::fwrite(text.data(), 1, text.size(), stdout);
    text.clear();
  }

  void work(BlockRunner& runner, bool reports) {
    useAlternateStack();
    std::unique_ptr<Checker> checker;
    if (options_.check) checker = std::make_unique<Checker>(*shape_.kernel, *shape_.arena, shape_.races);
    runner.prepare(shape_, checker.get());
    state_.watch.add({&runner, pthread_self()});
    auto reported = Clock::now();
    for (;;) {
      const uint64_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= blocks_) break;
      const uint64_t x = shape_.grid[0], y = shape_.grid[1];
      auto failed = runner.run({static_cast<uint32_t>(index % x), static_cast<uint32_t>(index / x % y),
                                static_cast<uint32_t>(index / x / y)});
      if (failed || !runner.printed().empty()) {
        std::lock_guard lock(mutex_);
        print(runner.printed());
        if (failed && !result.failure) result.failure = std::move(failed);
        if (result.failure) next_ = blocks_;
      }
      if (reports && options_.progress && (index & 7) == 0 && Clock::now() - reported > std::chrono::milliseconds(200)) {
        reported = Clock::now();
        options_.progress({index, blocks_});
      }
      if (runner.stopRequested() && index + 1 < blocks_) {
        std::lock_guard lock(mutex_);
        if (!result.failure) {
          result.failure = BlockFailure{"", shape_.kernel->at, {static_cast<uint32_t>(index % x),
                    static_cast<uint32_t>(index / x % y), static_cast<uint32_t>(index / x / y)}, {}, true};
        }
        next_ = blocks_;
      }
    }
    state_.watch.remove(&runner);
    std::lock_guard lock(mutex_);
    result.accesses += runner.accesses();
    if (checker) mergeFindings(result.findings, checker->findings());
  }

  LaunchWorkers& state_;
  const LaunchShape& shape_;
  const LaunchOptions& options_;
  const uint64_t blocks_;
  std::atomic<uint64_t> next_{0};
  std::mutex mutex_;
};

}  // namespace

void mergeFindings(std::vector<EngineFinding>& into, std::vector<EngineFinding> more) {
  for (EngineFinding& finding : more) {
    auto same = std::find_if(into.begin(), into.end(), [&](const EngineFinding& other) {
      return other.kind == finding.kind && other.at == finding.at && other.other == finding.other &&
             (finding.kind != "assumption" || other.object == finding.object);
    });
    if (same == into.end()) into.push_back(std::move(finding));
    else same->count += finding.count;
  }
}

LaunchResult runBlocks(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                       std::stop_token stop) {
  LaunchRun run(workers, shape, options);
  workers.watch.begin(options.deadline, std::move(stop));
  run.run();
  workers.watch.end();
  return std::move(run.result);
}

}  // namespace warpwright::engine
