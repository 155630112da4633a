#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/execute/gpu/gpu_compiler.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/replay/replay_capture.h"
#include "core/finding/analysis_result.h"
#include "core/session/records.h"

namespace warpwright {

/// A program as nvcc builds it to run on a GPU of this machine.
struct GpuBuild {
  ProgramToBuild program;
  std::map<std::string, KernelSource> kernels;  ///< as the source has them, by name without parameters
};

/// The program of a kernel as its analysis knows it. Nothing: no file of it is known.
std::optional<GpuBuild> gpuBuildOf(const AnalysisResult& analysis, const KernelSummary& kernel,
                                   const EngineJob& program);

/// The launch that a tuning judges by.
struct CapturedInputRequest {
  EngineJob program;  ///< how to build and run it; what is captured is its launch
  std::string kernel;
  uint64_t launchIndex = 0;          ///< which launch of the kernel is captured, from 0
  std::filesystem::path capture;     ///< a capture that is there; empty: one is made
  std::filesystem::path newCapture;  ///< where it is made; one that lies there and still holds is used again
  std::optional<GpuBuild> onGpu;  ///< for a launch that a GPU of this machine may capture; none: only the engine does
  std::filesystem::path built;    ///< the program as nvcc has built it, which is asked first; empty: it is not built
};

/// A capture that serves.
struct CapturedInput {
  std::filesystem::path capture;
  std::string identity;  ///< stands for its content
};

/// Finds the capture or makes it: on the CPU engine and, where that cannot run the program or takes long and a GPU is
/// allowed, in the program as nvcc builds it meanwhile. Errors: the program or the capture does not serve (what to do),
/// no worker, cancelled.
Result<CapturedInput> captureInput(const CapturedInputRequest& request, const CaptureReplayer::Progress& progress,
                                   std::stop_token stop);

/// Passes on what is told, with `what` before it.
CaptureReplayer::Progress named(const CaptureReplayer::Progress& progress, const std::string& what);

/// A variant as it is replayed: its launch is found in its text.
ReplayVariant replayOf(const VariantRecord& variant);

/// What a replay says about a variant, as a verification of the launch.
Verification verificationOf(const ReplayRun& original, const VariantReplay& replay);

}  // namespace warpwright
