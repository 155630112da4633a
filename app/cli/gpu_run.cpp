#include "app/cli/gpu_run.h"

#include <string.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace warpwright::cli {

Error notOnGpu(const GpuProgramRun& run) {
  std::string message = "The program did not use a GPU: its CUDA driver was never started";
  if (run.end.signal != 0) {
    message += std::string(", and it ended with: ") + ::strsignal(run.end.signal);
  } else if (run.end.exitCode != 0) {
    message += ", and it ended with exit code " + std::to_string(run.end.exitCode);
  }
  return inputError(message + ". Say the compiled program and its arguments after `--`.");
}

void addEnd(nlohmann::json& answer, const GpuProgramRun& run) {
  answer["program"] = {{"exit", run.end.exitCode},
                       {"signal", run.end.signal},
                       {"seconds", run.end.seconds},
                       {"output", run.end.output},
                       {"error_output", run.end.errorOutput}};
}

void printNotes(const GpuProgramRun& run) {
  for (const std::string& note : run.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  if (run.end.signal != 0) {
    std::fprintf(stderr, "note: The program ended with: %s.\n", ::strsignal(run.end.signal));
  } else if (run.end.exitCode != 0) {
    std::fprintf(stderr, "note: The program ended with exit code %d.\n", run.end.exitCode);
  }
}

}  // namespace warpwright::cli
