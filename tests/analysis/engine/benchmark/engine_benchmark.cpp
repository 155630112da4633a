#include <benchmark/benchmark.h>

#include "core/device/device.h"
#include "device_bench.h"

using namespace warpwright;
using namespace warpwright::engine;

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
  state.counters["per_thread"] = benchmark::Counter(
      operations * blocks * threads, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void barrier(benchmark::State& state) {
  run(state, "barriers", rounds, rounds);
}
void shuffle(benchmark::State& state) {
  run(state, "shuffles", rounds, bench().buffer<int>(1024), rounds);
}
void thread(benchmark::State& state) {
  run(state, "threads", 1, bench().buffer<int>(1024));
}
void access(benchmark::State& state) {
  run(state, "accesses", 3.0 * rounds, bench().buffer<int>(1024), rounds);
}

/// What a launch is run for.
enum class Tier { plain, checked, traced };
void choose(Tier tier) {
  LaunchOptions& options = bench().options;
  options = {};
  options.check = tier == Tier::checked;
  if (tier == Tier::traced) options.metrics = MetricsOptions{*findDevice("sm_90")};
}

template <typename... Arguments>
void measure(benchmark::State& state, const char* kernel, const DeviceBench::Shape& shape, Arguments... arguments) {
  DeviceBench& device = bench();
  choose(static_cast<Tier>(state.range(0)));
  device.options.countAccesses = state.range(0) == static_cast<int>(Tier::plain);
  const double accesses = static_cast<double>(device.launch(kernel, shape, arguments...).record.accesses);
  device.options.countAccesses = false;
  device.launch(kernel, shape, arguments...);  // compiled now
  for ([[maybe_unused]] auto _ : state) device.launch(kernel, shape, arguments...);
  if (!device.problem.empty()) state.SkipWithError(device.problem.c_str());
  state.counters["accesses_per_second"] = benchmark::Counter(accesses, benchmark::Counter::kIsIterationInvariantRate);
  choose(Tier::plain);
}

void multiply(benchmark::State& state) {
  constexpr int n = 512;
  static float* const a = bench().buffer<float>(n * n, 1);
  static float* const c = bench().buffer<float>(n * n);
  measure(state, "multiply", {{n / 32, n / 32, 1}, {32, 32, 1}}, a, a, c, n);
}
void descend(benchmark::State& state) {
  constexpr int columns = 100000, rows = 20;
  static int* const wall = bench().buffer<int>(columns * rows, 3);
  static int* const from = bench().buffer<int>(columns, 1);
  static int* const to = bench().buffer<int>(columns);
  const uint32_t blocks = (columns + 256 - 2 * rows - 1) / (256 - 2 * rows);
  measure(state, "descend", {{blocks, 1, 1}, {256, 1, 1}}, wall, from, to, columns, rows);
}

BENCHMARK(multiply)->DenseRange(0, 2)->ArgNames({"tier"})->Unit(benchmark::kMillisecond);
BENCHMARK(descend)->DenseRange(0, 2)->ArgNames({"tier"})->Unit(benchmark::kMillisecond);
BENCHMARK(barrier)->ArgsProduct({{32, 256, 1024}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(shuffle)->ArgsProduct({{32, 256, 1024}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(thread)->ArgsProduct({{256}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(access)->ArgsProduct({{256}, {0, 1}})->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
