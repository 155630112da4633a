#include "analysis/engine/run/launch_run.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "analysis/engine/run/checker.h"
#include "analysis/engine/run/signal_stack.h"
#include "analysis/engine/trace/trace_log.h"

namespace warpwright::engine {

namespace {

using Clock = std::chrono::steady_clock;

/// The blocks of one launch, shared out among workers.
class LaunchRun {
 public:
  LaunchRun(LaunchWorkers& state, const LaunchShape& shape, const LaunchOptions& options)
      : state_(state),
        shape_(shape),
        options_(options),
        blocks_(static_cast<uint64_t>(shape.grid[0]) * shape.grid[1] * shape.grid[2]) {}

  void run() { runRange(blocks_, nullptr); }

  /// All blocks, through the caches of the modelled GPU.
  void runTraced(const CompiledKernel& traced, const std::vector<memsim::SitePlace>& places) {
    memsim::LaunchModel model(options_.metrics->device, geometry(), traced.trace->sites, {.threads = options_.workers});
    runWaves(traced, model, [&](std::vector<memsim::BlockRequests> blocks) { model.runWave(std::move(blocks)); });
    if (result.failure) return;
    result.metrics = model.finish(counts(), places);
    result.accesses = 0;
    for (const memsim::AccessTotal& total : result.metrics->totals) result.accesses += total.counts.lanes;
  }

  /// All blocks; what those of a sample ask of memory is kept.
  void runKept(const CompiledKernel& traced, const std::vector<memsim::SitePlace>& places) {
    const RequestOptions& wanted = *options_.requests;
    memsim::LaunchModel model(wanted.device, geometry(), traced.trace->sites,
                              {.requestBytesLimit = wanted.bytesLimit, .keptBytesLimit = wanted.bytesLimit});
    memsim::RequestTrace trace;
    runWaves(traced, model, [&](std::vector<memsim::BlockRequests> blocks) {
      trace.tracedBlocks += blocks.size();
      std::erase_if(blocks, [](const memsim::BlockRequests& block) { return block.warps.empty(); });
      trace.keptBlocks += blocks.size();
      trace.waves.push_back(std::move(blocks));
    });
    if (result.failure) return;
    trace.kernel = shape_.kernel->name;
    trace.device = wanted.device.name;
    trace.geometry = geometry();
    trace.residentBlocks = model.residentBlocks();
    trace.sites = traced.trace->sites;
    trace.places = places;
    const memsim::WarpRecorder sum = counts();
    for (uint32_t site = 0; site < trace.sites.size(); ++site) {
      trace.globalCounts.push_back(sum.counts(site, memsim::MemorySpace::global));
    }
    result.requests = std::move(trace);
  }

  /// All blocks, in waves: those that are resident at once on the modelled GPU. `done` takes what a traced one asked
  /// for.
  template <typename Done>
  void runWaves(const CompiledKernel& traced, memsim::LaunchModel& model, Done done) {
    LaunchShape tracedShape = shape_;
    tracedShape.kernel = &traced;
    for (uint64_t first = 0; first < blocks_ && !result.failure; first += model.waveBlocks()) {
      const uint64_t last = std::min(blocks_, first + model.waveBlocks());
      if (!model.isTraced(first)) {
        runRange(last, nullptr);
        continue;
      }
      Wave wave{&tracedShape, &model, model.waveBlocks(), first, std::vector<memsim::BlockRequests>(last - first)};
      if (first == 0) {
        runRange(1, &wave);
        model.sawFirstBlock(logs_[0]->events(), bytesOf(wave.requests[0]));
      }
      runRange(last, &wave);
      if (!result.failure) done(std::move(wave.requests));
    }
  }

  /// All blocks with their requests.
  void runRecorded(const CompiledKernel& traced) {
    const WorkOptions& wanted = *options_.work;
    memsim::GpuWork work;
    work.sites = traced.trace->sites;
    work.residentBlocks = wanted.residentBlocks;
    const bool fits = runInParts(traced, TraceLog::Keeps::work, wanted.residentInAll, wanted.bytesLimit,
                                 [&](memsim::BlockRequests requests) { work.blocks.push_back(std::move(requests)); });
    if (!fits) {
      result.failure =
          BlockFailure{"asks for more than the model of a fused chip keeps (" +
                           std::to_string(wanted.bytesLimit >> 20) + " MiB of requests): run it on a smaller problem",
                       traced.at};
    }
    if (!result.failure) result.work = std::move(work);
  }

  /// All blocks with what each of their threads touches.
  void runTouched(const CompiledKernel& traced, const std::vector<memsim::SitePlace>& places) {
    const uint64_t limit = options_.touches->bytesLimit;
    memsim::TouchTrace trace;
    trace.kernel = shape_.kernel->name;
    trace.grid = shape_.grid;
    trace.block = shape_.block;
    trace.sites = traced.trace->sites;
    trace.places = places;
    const bool fits = runInParts(traced, TraceLog::Keeps::touches, 1, limit, [&](memsim::BlockRequests requests) {
      for (memsim::RequestStream& thread : requests.warps) trace.threads.push_back(std::move(thread));
    });
    if (fits && !result.failure) result.touches = std::move(trace);
  }

  LaunchResult result;

 private:
  /// Blocks that are traced together, and what they asked for.
  struct Wave {
    const LaunchShape* shape = nullptr;
    const memsim::LaunchModel* model = nullptr;  ///< null: every block is kept
    uint64_t slots = 1;                          ///< blocks that are resident at once on the GPU
    uint64_t first = 0;
    std::vector<memsim::BlockRequests> requests;
    TraceLog::Keeps keeps = TraceLog::Keeps::requests;
    uint64_t bytesLimit = ~uint64_t{0};  ///< of what is kept: the launch ends behind the block that passes it
  };

  /// All blocks, a number of them at a time so that a launch that is too large ends early. False: it was.
  template <typename Take>
  bool runInParts(const CompiledKernel& traced, TraceLog::Keeps keeps, uint64_t slots, uint64_t bytesLimit, Take take) {
    LaunchShape tracedShape = shape_;
    tracedShape.kernel = &traced;
    constexpr uint64_t atOnce = 64;
    for (uint64_t first = 0; first < blocks_ && !result.failure; first += atOnce) {
      const uint64_t last = std::min(blocks_, first + atOnce);
      Wave wave{&tracedShape, nullptr,   slots, first, std::vector<memsim::BlockRequests>(last - first),
                keeps,        bytesLimit};
      runRange(last, &wave);
      if (keptBytes_ > bytesLimit && !result.failure) return false;
      for (memsim::BlockRequests& requests : wave.requests) take(std::move(requests));
    }
    return true;
  }

  memsim::LaunchGeometry geometry() const {
    return {blocks_, shape_.block[0] * shape_.block[1] * shape_.block[2],
            shape_.kernel->staticSharedBytes + shape_.dynamicSharedBytes, 0};
  }
  memsim::WarpRecorder counts() const {
    memsim::WarpRecorder sum = logs_[0]->recorder();
    for (size_t i = 1; i < logs_.size(); ++i) sum.merge(logs_[i]->recorder());
    return sum;
  }
  static uint64_t bytesOf(const memsim::BlockRequests& requests) {
    uint64_t sum = 0;
    for (const memsim::RequestStream& stream : requests.warps) sum += stream.size() * sizeof stream[0];
    return sum;
  }

  /// Runs the blocks from where the last call ended up to `end`.
  void runRange(uint64_t end, Wave* wave) {
    end_ = end;
    const uint64_t count = std::clamp<uint64_t>(options_.workers, 1, std::min<uint64_t>(end - next_, 64));
    while (state_.runners.size() < count) state_.runners.push_back(std::make_unique<BlockRunner>());
    while (wave != nullptr && logs_.size() < count) logs_.push_back(makeLog(*state_.runners[logs_.size()], *wave));
    std::vector<std::thread> threads;
    for (uint64_t i = 1; i < count; ++i) threads.emplace_back([this, i, wave] { work(i, wave); });
    work(0, wave);
    for (std::thread& thread : threads) thread.join();
    next_ = end;
  }

  std::unique_ptr<TraceLog> makeLog(BlockRunner& runner, const Wave& wave) {
    runner.prepare(shape_, nullptr);
    runner.prepare(*wave.shape, nullptr);  // stacks for both are there now and stay where they are
    const memsim::AddressMap map{reinterpret_cast<uint64_t>(runner.sharedMemory()), 256u << 10, runner.stacks().base(),
                                 runner.stacks().bytes()};
    return std::make_unique<TraceLog>(*wave.shape->kernel->trace, map, BlockRunner::maxWarps, wave.slots, nullptr,
                                      wave.keeps, options_.work ? options_.work->code : memsim::GpuCode::addresses64);
  }

  void print(std::string& text) {
    if (text.empty()) return;
    if (state_.print)
      state_.print(text);
    else
      std::fwrite(text.data(), 1, text.size(), stdout);
    text.clear();
  }

  void work(size_t worker, Wave* wave) {
    BlockRunner& runner = *state_.runners[worker];
    const bool reports = worker == 0;
    useAlternateStack();
    std::unique_ptr<Checker> checker;
    if (options_.check) checker = std::make_unique<Checker>(*shape_.kernel, *shape_.arena, shape_.races);
    runner.prepare(wave != nullptr ? *wave->shape : shape_, checker.get());
    TraceLog* log = wave != nullptr ? logs_[worker].get() : nullptr;
    runner.traceTo(log);
    state_.watch.add({&runner, pthread_self()});
    auto reported = Clock::now();
    for (;;) {
      const uint64_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= end_) break;
      if (log != nullptr) {
        memsim::BlockRequests& requests = wave->requests[index - wave->first];
        if (wave->model != nullptr) requests.multiprocessor = wave->model->multiprocessorOf(index);
        log->beginBlock(runner.threads().data(), static_cast<uint32_t>(runner.threads().size()), index,
                        wave->model == nullptr || wave->model->isModelled(index) ? &requests : nullptr);
      }
      const uint64_t x = shape_.grid[0], y = shape_.grid[1];
      auto failed = runner.run({static_cast<uint32_t>(index % x), static_cast<uint32_t>(index / x % y),
                                static_cast<uint32_t>(index / x / y)});
      if (failed || !runner.printed().empty()) {
        std::lock_guard lock(mutex_);
        print(runner.printed());
        if (failed && !result.failure) result.failure = std::move(failed);
        if (result.failure) next_ = end_;
      }
      if (log != nullptr && wave->model == nullptr) {
        keptBytes_ += bytesOf(wave->requests[index - wave->first]);
        if (keptBytes_ > wave->bytesLimit) next_ = end_;
      }
      if (reports && options_.progress && (index & 7) == 0 &&
          Clock::now() - reported > std::chrono::milliseconds(200)) {
        reported = Clock::now();
        options_.progress({index, blocks_});
      }
      if (runner.stopRequested() && index + 1 < blocks_) {
        std::lock_guard lock(mutex_);
        if (!result.failure) {
          result.failure = BlockFailure{"",
                                        shape_.kernel->at,
                                        {static_cast<uint32_t>(index % x), static_cast<uint32_t>(index / x % y),
                                         static_cast<uint32_t>(index / x / y)},
                                        {},
                                        true};
        }
        next_ = end_;
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
  uint64_t end_ = 0;
  std::vector<std::unique_ptr<TraceLog>> logs_;  ///< one a worker
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> keptBytes_{0};
  std::mutex mutex_;
};

}  // namespace

void mergeFindings(std::vector<EngineFinding>& into, std::vector<EngineFinding> more) {
  for (EngineFinding& finding : more) {
    auto same = std::find_if(into.begin(), into.end(), [&](const EngineFinding& other) {
      return other.kind == finding.kind && other.at == finding.at && other.other == finding.other &&
             (finding.kind != "assumption" || other.object == finding.object);
    });
    if (same == into.end())
      into.push_back(std::move(finding));
    else
      same->count += finding.count;
  }
}

namespace {

/// Runs the blocks as `run` says, until the deadline or a wish to stop.
template <typename Run>
LaunchResult watched(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                     std::stop_token stop, Run run) {
  LaunchRun launch(workers, shape, options);
  workers.watch.begin(options.deadline, std::move(stop));
  run(launch);
  workers.watch.end();
  return std::move(launch.result);
}

}  // namespace

LaunchResult runBlocks(LaunchWorkers& workers, const LaunchShape& shape, const LaunchOptions& options,
                       std::stop_token stop) {
  return watched(workers, shape, options, std::move(stop), [](LaunchRun& launch) { launch.run(); });
}

LaunchResult runBlocksTraced(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                             const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                             std::stop_token stop) {
  return watched(workers, shape, options, std::move(stop),
                 [&](LaunchRun& launch) { launch.runTraced(traced, places); });
}

LaunchResult runBlocksRecorded(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                               const LaunchOptions& options, std::stop_token stop) {
  return watched(workers, shape, options, std::move(stop), [&](LaunchRun& launch) { launch.runRecorded(traced); });
}

LaunchResult runBlocksKept(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                           const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                           std::stop_token stop) {
  return watched(workers, shape, options, std::move(stop), [&](LaunchRun& launch) { launch.runKept(traced, places); });
}

LaunchResult runBlocksTouched(LaunchWorkers& workers, const LaunchShape& shape, const CompiledKernel& traced,
                              const std::vector<memsim::SitePlace>& places, const LaunchOptions& options,
                              std::stop_token stop) {
  return watched(workers, shape, options, std::move(stop),
                 [&](LaunchRun& launch) { launch.runTouched(traced, places); });
}

}  // namespace warpwright::engine
