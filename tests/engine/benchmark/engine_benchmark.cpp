#include <benchmark/benchmark.h>

#include "device_bench.h"

namespace {

constexpr uint32_t blocks = 10;
constexpr int rounds = 1000;

DeviceBench& bench() {
  static DeviceBench shared("../benchmark/cost.cu");
  return shared;
}

/// Time of one operation of one thread; range(0) threads a block, range(1) whether checks are on.
template <typename... Arguments>
void run(benchmark::State& state, const char* kernel, double operations, Arguments... arguments) {
  DeviceBench& device = bench();
  device.options.check = state.range(1) != 0;
  const auto threads = static_cast<uint32_t>(state.range(0));
  device.launch(kernel, {{blocks, 1, 1}, {threads, 1, 1}}, arguments...);
  for ([[maybe_unused]] auto _ : state) device.launch(kernel, {{blocks, 1, 1}, {threads, 1, 1}}, arguments...);
  if (!device.problem.empty()) state.SkipWithError(device.problem.c_str());
  state.counters["per_thread"] =
      benchmark::Counter(operations * blocks * threads, benchmark::Counter::kIsIterationInvariantRate |
                                                            benchmark::Counter::kInvert);
}

void barrier(benchmark::State& state) { run(state, "barriers", rounds, rounds); }
void shuffle(benchmark::State& state) { run(state, "shuffles", rounds, bench().buffer<int>(1024), rounds); }
void thread(benchmark::State& state) { run(state, "threads", 1, bench().buffer<int>(1024)); }
void access(benchmark::State& state) { run(state, "accesses", 3.0 * rounds, bench().buffer<int>(1024), rounds); }

BENCHMARK(barrier)->ArgsProduct({{32, 256, 1024}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(shuffle)->ArgsProduct({{32, 256, 1024}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(thread)->ArgsProduct({{256}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(access)->ArgsProduct({{256}, {0, 1}})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
