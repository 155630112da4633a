#pragma once

#include <vector>

#include "core/finding/analysis_result.h"
#include "core/kernel/observed_launch.h"

namespace warpwright {

/// Puts what a run told of its launches beside the kernels of an analysis that has none yet. No verdict changes: what
/// was seen once is no proof. Where a finding is unknown for want of the blocks of launches, its reason says what was
/// seen, and how to say that it is always so. Kernels of the run that the analysis does not have are notes, and so are
/// launches that those given with --launch rule out.
void addObserved(AnalysisResult& analysis, std::vector<ObservedKernel> seen, ObservedRun run);
/// The same of launches whose run is not told of: of a capture, or of a run before. How to say that it is always so is
/// left out: there may be no command line to say it on.
void addObserved(AnalysisResult& analysis, std::vector<ObservedKernel> seen);
/// What stands beside the kernels of an analysis, as addObserved takes it.
std::vector<ObservedKernel> observedIn(const AnalysisResult& analysis);

}  // namespace warpwright
