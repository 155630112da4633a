#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/temporary_folder.h"
#include "core/execute/gpu/gpu_compiler.h"
#include "core/execute/replay/gpu_workers.h"
#include "core/execute/replay/replay_capture.h"
#include "core/job/gpu_job.h"

namespace warpwright {

/// Of which kernels it is sampled where their warps wait.
enum class StallSampling : uint8_t { none, original, all };

struct GpuReplayOptions {
  std::filesystem::path capture;
  int device = 0;                                 ///< which GPU, from 0
  std::vector<int> otherDevices;                  ///< that share the variants, each beside the original on the same GPU
  std::shared_ptr<WorkerPlace> place;             ///< where the workers run; null: here
  std::map<std::string, Tolerance> tolerances;    ///< by buffer, in place of the captured ones
  double launchSeconds = 10;                      ///< how long a launch may take
  std::optional<GpuTiming> timing = GpuTiming{};  ///< none: results are compared, nothing is timed
  std::vector<std::string> counters;              ///< hardware counters to read, by NVIDIA's names
  StallSampling stalls = StallSampling::none;
  double longestSampled = 1e9;       ///< seconds of a launch past which it is not sampled where its warps wait
  std::filesystem::path codes;       ///< where codes lie that others have nvcc make of the same texts; empty: nowhere
  std::optional<EngineJob> program;  ///< how to compile it, where the capture does not say that
  std::vector<UnitFlags> units;      ///< how its files are compiled; others: with the flags that were captured
  std::filesystem::path unit;        ///< the file whose compilation holds the kernel; empty: as the capture tells
};

/// What became of a variant on a GPU.
struct GpuVariantReplay {
  VariantReplay replay;  ///< verdict, buffers, message
  GpuRun gpu;            ///< figures of the kernels, and times of both
  double compileSeconds = 0;

  /// "The same, bit by bit: 512 bytes compared. FASTER: 1.43x (1.42 … 1.44)."
  std::string message() const;
};

/// A variant that is compiled and whose launch is known, or that cannot be had.
struct PreparedReplay {
  GpuVariantReplay result;     ///< with the reason where it cannot be had, and nothing of the GPU yet
  TemporaryFolder folder;      ///< that its code lies in
  std::filesystem::path code;  ///< empty: it cannot be had
  std::map<std::string, std::string> openTexts;
};

/// Judges variants of a kernel on one captured launch, on a GPU of this machine: each is compiled by nvcc and run in a
/// worker, in turns with the original. The original runs first: it must agree with itself, and shows which
/// memory is mere output.
class GpuReplayer {
 public:
  using Progress = std::function<void(const EngineProgress&)>;

  /// Errors: the capture cannot be read, its sources have changed since, no GPU, no nvcc, the original does not compile
  /// or run, no worker, cancelled.
  static Result<GpuReplayer> start(GpuReplayOptions options, const Progress& progress, std::stop_token stop);

  const LaunchCapture& capture() const { return capture_; }
  const GpuRun& original() const { return original_; }
  /// Why variants cannot be judged: the original did not run, or does not agree with itself. Empty: they can.
  std::string notReproduced() const;
  /// Where what the original computes here is not what the capture holds: last digits of another producer. Empty:
  /// nowhere.
  std::string againstCapture() const;
  /// "nvcc /usr/local/cuda/bin/nvcc"
  std::string compiledBy() const { return "nvcc " + nvcc_.string(); }
  double compileSeconds() const { return compileSeconds_; }

  /// The original as PTX with line information. Errors: it does not compile, cancelled.
  Result<std::string> originalPtx(std::stop_token stop) const;
  /// How variants are measured from here on, in place of what the options said.
  void measureBy(std::optional<GpuTiming> timing, std::vector<std::string> counters);

  /// Requires: notReproduced() is empty. A variant that does not compile, faults or does not end is a failed replay.
  /// Errors (input): its launch cannot be found. Errors: no worker, cancelled.
  Result<GpuVariantReplay> run(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const;
  /// The same for several, in turns on all devices; in their order.
  std::vector<Result<GpuVariantReplay>> runAll(const std::vector<ReplayVariant>& variants, const Progress& progress,
                                               std::stop_token stop) const;
  /// The part of `run` that needs no GPU: from any thread, and beside all else. Errors: as those of `run`.
  Result<PreparedReplay> prepare(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const;
  /// The other part, for several, in turns on all devices; in their order.
  std::vector<Result<GpuVariantReplay>> runPrepared(const std::vector<Result<PreparedReplay>>& variants,
                                                    const Progress& progress, std::stop_token stop) const;
  /// The original by itself and with a pre-execution program on the CPU beside it, with the captured memory where both
  /// reach it. Requires: notReproduced() is empty, and `timing`. Errors: no worker, cancelled; whatever else goes wrong
  /// is in the run's `failure`, without which it has `times` and `preexecution`.
  Result<GpuRun> runWithPreexecution(PreexecutionJob preexecution, const Progress& progress,
                                     std::stop_token stop) const;

 private:
  GpuReplayer() = default;
  Result<std::filesystem::path> compiled(const GpuCompileRequest& request, const std::filesystem::path& folder,
                                         std::stop_token stop) const;
  GpuCompileRequest compileRequest(const std::map<std::string, std::string>& openTexts) const;
  Status runOriginal(const Progress& progress, std::stop_token stop);
  Result<LaunchShape> findShape(const ReplayVariant& variant, const Progress& progress, std::stop_token stop) const;
  bool agrees() const;
  GpuJob job() const;
  Status sampleStalls(GpuJob job, const PreparedReplay* variant, GpuRun& to, const Progress& progress,
                      std::stop_token stop) const;

  GpuReplayOptions options_;
  std::unique_ptr<GpuWorkers> workers_ = std::make_unique<GpuWorkers>();  ///< of this machine, for variants
  TemporaryFolder folder_;
  LaunchCapture capture_;
  std::filesystem::path nvcc_, originalCode_;
  std::string arch_;
  bool margins_ = false;
  GpuRun original_;
  double compileSeconds_ = 0;
};

/// The object `warpwright.replay/1` of a replay on a GPU: as on the engine, and `gpu`, `times`, `kernel_figures` and
/// `compiled_by`.
nlohmann::json replayJson(const GpuReplayer& replayer, const ReplayInWords& words,
                          const std::vector<GpuVariantReplay>& variants);

}  // namespace warpwright
