// Prints documents that it takes a GPU or minutes to make, of figures made up: for the test of schemas. A line each:
// the name of its schema, a blank, the document.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/try_gpu_text.h"
#include "core/job/stall_samples.h"
#include "core/job/whole_program.h"
#include "core/report/preexecution_figures.h"
#include "tests/app/sped_programs.h"

namespace {

using nlohmann::json;

void print(const char* schema, const json& document) {
  std::printf("%s %s\n", schema, document.dump().c_str());
}

json stalls() {
  warpwright::StallSamples samples;
  samples.add("/p/main.cu", 12, "long_scoreboard", 71);
  samples.add("/p/main.cu", 12, "barrier", 20);
  samples.add("", 0, "wait", 3);
  samples.sort();
  samples.dropped = 1;
  samples.launches = 2;
  return samples;
}

json preexecution() {
  using warpwright::memsim::FusedMode;
  warpwright::PreexecutionWorkload workload{"VA", "64K elements", {}};
  workload.run.device = "Fused 2012";
  workload.run.kernel = "add";
  workload.run.grid = {256, 1, 1};
  workload.run.block = {256, 1, 1};
  workload.run.launches = 1;
  workload.run.residentBlocks = 4;
  workload.run.clockGHz = 3.2;
  workload.run.modes = warpwright::memsim::everyMode(64);
  workload.run.conditions = {"Times are of a model."};
  uint64_t ticks = 1000;
  for (FusedMode& mode : workload.run.modes) {
    mode.counts.ticks = mode.kind == FusedMode::Kind::alone ? 2000 : ++ticks;
    if (mode.kind == FusedMode::Kind::adaptive) mode.skips = {{10, 64}, {20, 96}};
  }
  return warpwright::preexecutionData({workload});
}

}  // namespace

int main() {
  for (const warpwright::ProgramSpeedup& one : warpwright::spedPrograms()) {
    print("try_gpu", warpwright::cli::speedupJson(one, one.isChanged() ? "main-faster.patch" : ""));
    print("whole_program", warpwright::toJson(one.whole));
  }
  print("stalls", stalls());
  print("preexecution_figures", preexecution());
  return 0;
}
