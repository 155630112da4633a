#include "core/execute/replay/trace_programs.h"

namespace warpwright {

Result<TracedPrograms> traceWith(const RunEngine& runEngine, EngineJob original, std::optional<EngineJob> variant,
                                 const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  TracedPrograms traced;
  const auto runOne = [&](EngineJob job, const std::string& name, double from, double share) {
    job.check = false;
    job.metrics = true;
    job.outputRecord.clear();
    job.placesOf.clear();
    job.assumptions.clear();
    const auto tell = [&](const EngineProgress& now) {
      if (!progress) return;
      progress({now.phase, name + now.text, now.fraction < 0 ? now.fraction : from + share * now.fraction});
    };
    Result<EngineRun> run = runEngine(job, tell, stop);
    if (run.ok() && run->failure) traced.failure = run->failure;
    return run;
  };
  const Result<EngineRun> before =
      variant ? runOne(std::move(original), "original, traced: ", 0, 0.5) : runOne(std::move(original), "", 0, 1);
  if (!before.ok()) return before.error();
  if (traced.failure) return traced;
  traced.launches = before->launches.size();
  if (!variant) {
    traced.kernels = kernelTraces(*before, *before);
    return traced;
  }
  const Result<EngineRun> after = runOne(*std::move(variant), "variant, traced: ", 0.5, 0.5);
  if (!after.ok()) return after.error();
  if (traced.failure) return TracedPrograms{traced.failure, 0, {}};
  traced.kernels = kernelTraces(*before, *after);
  return traced;
}

ChangedProgram changedProgram(EngineJob program, const std::map<std::string, std::string>& after,
                              std::vector<std::string> checks) {
  program.assumptions = std::move(checks);
  ChangedProgram jobs{program, std::move(program)};
  for (const auto& [path, text] : after) jobs.variant.openTexts[path] = text;
  // The change may have made other blocks of them: what it was made for is what the original launches.
  std::erase_if(jobs.variant.assumptions,
                [](const std::string& check) { return kernelCheckFrom(check).check.kind == RunCheck::Kind::block; });
  return jobs;
}

std::vector<std::string> checksOf(const Opportunity& opportunity) {
  std::vector<std::string> checks;
  for (const Assumption& assumption : opportunity.assumptions) {
    if (!assumption.check.isNone()) checks.push_back(opportunity.kernel + ": " + toString(assumption.check));
  }
  return checks;
}

}  // namespace warpwright
