#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/job/program_field.h"
#include "core/job/replay_job.h"
#include "core/job/sampled_times.h"
#include "core/job/stall_samples.h"

namespace warpwright {

/// A compiled kernel and how it is launched.
struct GpuCode {
  std::filesystem::path file;  ///< a cubin, or PTX that the driver compiles
  LaunchShape shape;
};

/// How kernels are timed: CUDA events around each launch, original and variant in turns.
struct GpuTiming {
  StoppingRule rule;
  bool warm = false;    ///< L2 holds what the launch before left; else it is flushed before each launch
  bool energy = false;  ///< also measure energy, over launches back to back
};

/// A pre-execution program to run on the CPU beside the original.
struct PreexecutionJob {
  std::string source;  ///< `preexecution::Program::librarySource`; compiled where the worker runs
  std::vector<ProgramField> fields;
  std::vector<uint32_t> skipFactors;  ///< each is tried; the best is measured
};

/// Buffers whose content is hidden together to see whether the launch only writes them: numbers of pieces of memory.
using OutputTry = std::vector<uint32_t>;

/// One replay on a GPU: what `warpwright-gpu-worker` is given. See PROTOCOL.md.
struct GpuJob {
  bool onlyDescribe = false;  ///< say which GPU there is, and run nothing
  std::filesystem::path capture;
  int device = 0;
  GpuCode original;
  std::optional<GpuCode> variant;
  /// Find out which memory is mere output; without it, `hidden` are poisoned.
  bool findOutputs = false;
  std::vector<uint32_t> hidden;
  /// Tries that are known to end badly (the launch faulted or did not end): not tried again.
  std::vector<OutputTry> failedTries;
  std::map<std::string, Tolerance> tolerances;  ///< by buffer, in place of the captured ones
  /// Map memory full of zeros on both sides of what was captured: for a kernel that reads past its buffers, as it may
  /// where the program has others there.
  bool margins = false;
  /// Another worker has seen that the original gives the same bits each time: it runs once for its results here.
  bool agrees = false;
  std::optional<GpuTiming> timing;
  std::vector<std::string> counters;  ///< hardware counters to read, by NVIDIA's names; each costs further launches
  bool stalls = false;                ///< sample where warps wait, after everything else
  /// In place of a variant: the captured memory lies where CPU and GPU both reach it, and the original is timed by
  /// itself and with this beside it. Requires: `timing`.
  std::optional<PreexecutionJob> preexecution;
  double launchSeconds = 10;  ///< how long a launch may take
};

/// What the driver says about a kernel.
struct GpuKernelFigures {
  uint32_t registers = 0;
  uint64_t sharedBytes = 0;  ///< of a block, static and dynamic
  uint64_t localBytes = 0;   ///< of a thread: spills and arrays
  uint32_t blocksPerMultiprocessor = 0;
  double occupancy = 0;  ///< 0 … 1
  bool operator==(const GpuKernelFigures&) const = default;
};

/// Measured times, in seconds.
struct GpuTimes {
  Interval original, variant;   ///< medians with 95 % intervals; `variant` is the original's where there is none
  Interval speedup{1, 1, 1};    ///< original ÷ variant, pair by pair, 99 %
  std::string verdict;          ///< FASTER, SLOWER, SAME, UNSURE; empty: there was nothing to compare
  std::string refused;          ///< why these times are not believed; empty: they are
  bool disturbed = false;       ///< that is since something else used the GPU: once more may do
  uint32_t otherProcesses = 0;  ///< that had work for this GPU then
  uint32_t samples = 0;         ///< of each
  uint32_t dropped = 0;         ///< taken while the clocks were throttled
  double originalNoise = 0, variantNoise = 0;
  StopReason stopped = StopReason::goOn;
  bool warm = false;
  unsigned multiprocessorMHz = 0, memoryMHz = 0;
  std::string throttled;                                ///< why samples were dropped
  std::optional<double> originalJoules, variantJoules;  ///< of one launch
  double seconds = 0;                                   ///< spent on measuring
};

/// What a pre-execution program beside a kernel brought. Times are in `GpuRun::times`, of the kernel by itself as
/// `original` and of the kernel with the best skip factor as `variant`.
struct PreexecutionRun {
  struct Try {
    uint32_t skipFactor = 0;
    Interval speedup;  ///< over the kernel by itself
  };
  std::vector<Try> tries;
  uint32_t skipFactor = 0;         ///< the best
  uint64_t concurrentBlocks = 0;   ///< thread blocks that the GPU runs at once
  bool coherent = false;           ///< CPU and GPU reach one memory through caches that both see
  std::vector<std::string> notes;  ///< what the program was not handed
  std::string cpu;                 ///< on which the program ran
};

struct GpuInfo {
  std::string name, arch, driver;
  uint64_t l2Bytes = 0;
  double peakBytesPerSecond = 0;
};

/// How a replay on a GPU ended.
struct GpuRun {
  ReplayRun run;  ///< of the variant, else of the original; `buffers` against what the original computes here
  bool originalFailed = false;  ///< `run.failure` is not the variant's: nothing can be judged
  GpuInfo gpu;
  std::vector<BufferComparison> againstCapture;  ///< what the original computes here, against the captured reference
  std::vector<uint32_t> hidden;                  ///< pieces of memory that are mere output
  uint64_t writtenBytes = 0;                     ///< that the launch must have written
  GpuKernelFigures original, variant;
  std::optional<GpuTimes> times;
  std::map<std::string, double> originalCounters, variantCounters;  ///< of one launch from a cold L2, by name
  std::string whyNoCounters;  ///< why they could not be read, and what to do; the rest of the run holds all the same
  std::optional<StallSamples> stalls;  ///< of the variant, else of the original
  std::string whyNoStalls;             ///< why there are none, and what to do
  std::optional<PreexecutionRun> preexecution;
};

nlohmann::json toJson(const GpuJob& job);
/// All of a job but its variant: of jobs in which that is the same, one worker may judge the variants.
nlohmann::json withoutVariant(const GpuJob& job);
Result<GpuJob> gpuJobFromJson(const nlohmann::json& json);
nlohmann::json toJson(const GpuRun& run);
Result<GpuRun> gpuRunFromJson(const nlohmann::json& json);
void to_json(nlohmann::json& json, const GpuTimes& times);
void to_json(nlohmann::json& json, const GpuKernelFigures& figures);
void to_json(nlohmann::json& json, const PreexecutionRun& run);
/// These may throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, GpuTimes& times);
void from_json(const nlohmann::json& json, GpuKernelFigures& figures);
void from_json(const nlohmann::json& json, PreexecutionRun& run);

class WorkerPlace;

/// What became of a worker.
struct GpuOutcome {
  GpuRun run;
  std::optional<OutputTry> failedTry;
};

/// Asks a worker what GPU there is. Errors: none of that index, no driver, no worker, cancelled.
Result<GpuInfo> describeGpu(int device, WorkerPlace* place, std::stop_token stop);

/// Other GPUs of this machine that are what `device` is, by their numbers. Errors: as `describeGpu`.
Result<std::vector<int>> likeGpus(int device, std::stop_token stop);

/// Starts a worker for the job and follows it. A worker that crashes or hangs is a GpuRun with `failure`; `failedTry`
/// then names the try that it was in. Errors: no worker could be started, cancelled.
Result<GpuOutcome> runOnGpu(const GpuJob& job, WorkerPlace* place,
                            const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

/// The same for several: those on different GPUs run at once, those on one GPU one after another. Outcomes in their
/// order.
Result<std::vector<GpuOutcome>> runAllOnGpu(const std::vector<GpuJob>& jobs, WorkerPlace* place,
                                            const std::function<void(const EngineProgress&)>& progress,
                                            std::stop_token stop);

}  // namespace warpwright
