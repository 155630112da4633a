#include "core/execute/replay/observe_program.h"

#include "core/finding/observed_launches.h"

namespace warpwright {

Result<EngineRun> observeProgram(AnalysisResult& analysis, const RunEngine& runEngine, EngineJob program,
                                 const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  program.observe = true;
  Result<EngineRun> run = runEngine(program, progress, std::move(stop));
  if (!run.ok()) return run;
  ObservedRun told{program.path.string(), program.arguments, run->exitCode, run->launches.size(), run->seconds, {}};
  if (run->failure) {
    const auto& range = run->failure->range;
    told.notes.push_back((range && range->isValid() ? toString(range->begin) + ": " : "") + run->failure->message);
  }
  told.notes.insert(told.notes.end(), run->notes.begin(), run->notes.end());
  addObserved(analysis, std::move(run->observed), std::move(told));
  return run;
}

}  // namespace warpwright
