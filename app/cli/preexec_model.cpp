#include "app/cli/preexec_model.h"

#include <cstdio>

#include "app/cli/output.h"
#include "core/base/number_text.h"

namespace warpwright::cli {
namespace {

std::string percent(double share) {
  return fixedText(100 * share, 1) + " %";
}

std::vector<std::string> conditionsOf(const memsim::FusedRun& run, const preexecution::Prepared& prepared) {
  std::vector<std::string> list;
  list.push_back("Modelled: " + run.device + ", " + std::to_string(run.residentBlocks) +
                 " blocks a multiprocessor, with " +
                 (prepared.registers ? std::to_string(prepared.registers) + " registers a thread, estimated"
                                     : "registers not counted") +
                 "; caches empty at the first modelled launch.");
  if (run.skipped > 0 || run.launches > 1) {
    list.push_back(std::to_string(run.launches) + (run.launches == 1 ? " launch" : " launches") + " after " +
                   std::to_string(run.skipped) + " others of the kernel.");
  }
  list.push_back("Instructions of CPU and GPU are those of LLVM's code for each.");
  return list;
}

}  // namespace

Result<memsim::FusedRun> modelPreexecution(EngineJob job, const preexecution::Prepared& prepared, const Device& device,
                                           const ModelledLaunches& launches, bool quiet, std::stop_token stop) {
  const preexecution::Program& program = *prepared.program;
  FusedRequest request;
  request.kernel = prepared.kernel;
  request.device = device.name;
  request.name = program.name;
  request.source = program.modelSource;
  request.fields = program.fields;
  request.registersPerThread = prepared.registers;
  request.firstLaunch = launches.first;
  request.launches = launches.count;
  Result<FusedEnd> end = Error{ErrorKind::worker, "", std::nullopt};
  {
    ProgressLine line(quiet);
    end = runFusedOnEngine(
        {std::move(job), std::move(request)}, [&](const EngineProgress& now) { line.show(now.fraction, now.text); },
        stop);
  }
  if (!end.ok()) return end.error();
  if (end->program.failure) return *end->program.failure;
  if (!end->run) {
    return inputError("The program ended without launch " + std::to_string(launches.first) + " of `" + prepared.kernel +
                      "`.");
  }
  end->run->conditions = conditionsOf(*end->run, prepared);
  return *std::move(end->run);
}

std::string fusedRunText(const memsim::FusedRun& run) {
  std::string text;
  char row[256];
  std::snprintf(row, sizeof row, "  %-26s %8s %7s %8s %9s %9s %9s\n", "", "speed-up", "IPC", "L3 hits", "accuracy",
                "coverage", "CPU/GPU");
  text += row;
  const memsim::FusedMode* profiled = run.profiled();
  for (const memsim::FusedMode& mode : run.modes) {
    const memsim::FusedCounts& counts = mode.counts;
    const bool reads = mode.kind == memsim::FusedMode::Kind::adaptive || mode.kind == memsim::FusedMode::Kind::fixed;
    std::snprintf(row, sizeof row, "  %-26s %8s %7s %8s %9s %9s %9s\n",
                  (toString(mode) + (&mode == profiled ? ", best" : "")).c_str(),
                  fixedText(run.speedup(mode), 3).c_str(), fixedText(counts.ipc(), 1).c_str(),
                  percent(counts.l3HitRate()).c_str(), reads ? percent(counts.accuracy()).c_str() : "",
                  reads ? percent(counts.coverage()).c_str() : "",
                  reads ? (fixedText(100 * counts.instructionShare(), 2) + " %").c_str() : "");
    text += row;
  }
  for (const std::string& condition : run.conditions) text += "  " + condition + "\n";
  return text;
}

}  // namespace warpwright::cli
