#include "core/execute/gpu/preexecution_timing.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "core/base/processors.h"

namespace warpwright::gpu {
namespace {

/// Of the time for all of it, what each skip factor gets.
constexpr double shareOfTry = 0.1;
/// For a warm-up and some pairs.
constexpr double leastOfTry = 0.5;

/// "Intel(R) Xeon(R) Processor, 16 processors"
std::string cpuText() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, name = "CPU";
  while (std::getline(info, line)) {
    if (!line.starts_with("model name") || line.find(": ") == std::string::npos) continue;
    name = line.substr(line.find(": ") + 2);
    break;
  }
  return name + ", " + std::to_string(usableProcessors()) + " processors";
}

}  // namespace

Result<PreexecutionTiming> timePreexecution(const Gpu& gpu, const TimedKernel& kernel, const HostMemory& memory,
                                            PreexecutionProgram& program, const std::vector<uint32_t>& skipFactors,
                                            const GpuTiming& timing,
                                            const std::function<void(const std::string&)>& progress) {
  PreexecutionTiming result;
  PreexecutionRun& run = result.run;
  run.coherent = gpu.about.coherent;
  run.notes = program.notes();
  run.cpu = cpuText();
  run.concurrentBlocks = uint64_t{std::max(1u, kernel.kernel->figures().blocksPerMultiprocessor)} *
                         static_cast<uint64_t>(std::max(1, gpu.about.multiprocessors));
  const AroundLaunch alone{[&] { memory.flush(); }, [] {}, [] {}};
  const auto measure = [&](uint32_t skipFactor, const GpuTiming& how) {
    const AroundLaunch beside{[&memory, &program, &run, skipFactor] {
                                memory.flush();
                                program.prepare(run.concurrentBlocks, skipFactor);
                              },
                              [&program] { program.go(); }, [&program] { program.end(); }};
    TimedKernel original = kernel, variant = kernel;
    original.around = &alone;
    variant.around = &beside;
    auto sensors = GpuSensors::open(gpu.about.busId);
    if (!sensors.ok() && run.notes.size() == program.notes().size()) run.notes.push_back(sensors.error().message);
    LaunchTimer timer(gpu, how, sensors.ok() ? std::optional(std::move(sensors.value())) : std::nullopt);
    return timer.run(original, variant, [&](double seconds) {
      char text[80];
      std::snprintf(text, sizeof text, "skip factor %u, timing, %.1f s", skipFactor, seconds);
      progress(text);
    });
  };
  if (skipFactors.empty()) return inputError("No skip factor was given for the pre-execution program.");
  GpuTiming full = timing;
  full.energy = full.warm = false;
  GpuTiming brief = full;
  brief.rule.budgetSeconds = std::max(leastOfTry, brief.rule.budgetSeconds * shareOfTry);
  brief.rule.minSeconds *= shareOfTry;
  for (const uint32_t skipFactor : skipFactors) {
    const Result<GpuTimes> times = measure(skipFactor, brief);
    if (times.ok()) run.tries.push_back({skipFactor, times->speedup});
  }
  const auto best = std::max_element(run.tries.begin(), run.tries.end(),
                                     [](const auto& a, const auto& b) { return a.speedup.value < b.speedup.value; });
  run.skipFactor = best == run.tries.end() ? skipFactors.front() : best->skipFactor;
  Result<GpuTimes> times = measure(run.skipFactor, full);
  if (!times.ok()) return times.error();
  result.times = std::move(*times);
  return result;
}

}  // namespace warpwright::gpu
