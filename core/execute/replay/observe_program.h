#pragma once

#include <functional>
#include <stop_token>

#include "core/finding/analysis_result.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// Runs a program once and puts what its launches were like beside the kernels of its analysis (addObserved). A run
/// that does not come to its end tells what it did until then, and why as a note. Gives the run. Errors: no worker,
/// cancelled; the analysis is as it was then.
Result<EngineRun> observeProgram(AnalysisResult& analysis, const RunEngine& runEngine, EngineJob program,
                                 const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

}  // namespace warpwright
