#include "app/cli/gpu_run.h"

#include <string.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace warpwright::cli {

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
