#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/subprocess.h"
#include "core/job/engine_job.h"
#include "core/job/program_profile.h"

namespace warpwright {

/// What the source says about a kernel; the driver knows none of it.
struct KernelSource {
  SourcePosition at, launchAt;  ///< of its definition; of its only launch, else no file
  std::vector<std::string> parameterNames;
};

/// What the capture library is to do inside a program that runs on a GPU. See PROTOCOL.md.
struct GpuProgramRequest {
  enum class Mode : uint8_t { capture, list, profile };

  Mode mode = Mode::list;
  std::filesystem::path answer;                 ///< the file to which it appends its events
  CaptureRequest capture;                       ///< of Mode::capture
  CapturedProgram program;                      ///< kept with the capture: how to compile the kernel again
  std::map<std::string, KernelSource> kernels;  ///< by name without parameters
  std::chrono::milliseconds timeLimit{0};       ///< past it the program is ended; 0: none. Not the library's to know
};
nlohmann::json toJson(const GpuProgramRequest& request);
Result<GpuProgramRequest> gpuProgramRequestFromJson(const nlohmann::json& json);

/// Launches of one kernel.
struct LaunchCount {
  std::string name, mangledName;
  uint64_t launches = 0;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};  ///< of the first
  uint64_t dynamicSharedBytes = 0;
};

/// How a program ran on a GPU with the capture library inside.
struct GpuProgramRun {
  SubprocessEnd end;
  bool loaded = false;           ///< the program used CUDA: its driver loaded the library
  std::optional<Error> failure;  ///< what kept the library from doing what was asked
  std::optional<CaptureSummary> capture;
  std::optional<ProgramProfile> profile;
  std::vector<LaunchCount> launches;  ///< in order of their first launch
  std::vector<std::string> notes;
};

/// Runs a program with the capture library, which the program's driver loads. `showOutput`: it writes to our stdout and
/// stderr. Errors: the library or the program is not there, cancelled. What goes wrong inside is in the run: the
/// program itself goes on in any case.
Result<GpuProgramRun> runGpuProgram(GpuProgramRequest request, const std::vector<std::string>& command, bool showOutput,
                                    const std::function<void(const std::string&)>& progress, std::stop_token stop);

/// How the program ended: {"exit", "signal", "seconds", "output", "error_output"}.
nlohmann::json endJson(const GpuProgramRun& run);

/// Why nothing was seen of a program: it did not start, ended early, or does not use CUDA.
Error notOnGpu(const GpuProgramRun& run);

/// Where libwarpwright_capture.so lies: $WARPWRIGHT_CAPTURE_LIBRARY, else beside this program or in the library folder
/// beside it. Errors: it is not there.
Result<std::filesystem::path> captureLibrary();

}  // namespace warpwright
