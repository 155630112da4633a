#include "app/cli/gpu_run.h"

#include <string.h>

#include <cstdio>

namespace warpwright::cli {

void printNotes(const GpuProgramRun& run) {
  for (const std::string& note : run.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  if (run.end.signal != 0) {
    std::fprintf(stderr, "note: The program ended with: %s.\n", ::strsignal(run.end.signal));
  } else if (run.end.exitCode != 0) {
    std::fprintf(stderr, "note: The program ended with exit code %d.\n", run.end.exitCode);
  }
}

}  // namespace warpwright::cli
