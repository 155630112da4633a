#pragma once

#include <string>
#include <vector>

#include "core/finding/analysis_result.h"

/// What a run told of launches, as people read it.
namespace warpwright {

/// "Seen in 20 launches: blockDim (256,1,1), gridDim (16,1,1), `n` = 4096.": a sentence for each block and
/// instantiation, the most frequent first; empty where nothing was seen. Many blocks are told in one last sentence.
std::vector<std::string> observedTexts(const KernelSummary& kernel);

/// "`main.cu 4096` ran on the CPU engine and launched 20 kernels in 0.21 s."; without the time where it is not wanted.
std::string observedRunText(const ObservedRun& run, bool withTime = true);

/// "--launch 'step<<<(_,1,1),(256,1,1)>>>'": what says to an analysis that all launches of the kernel have the blocks
/// that were seen, and of the rest no more than the source does. Empty: nothing was seen, or more blocks than an
/// analysis tells apart.
std::string launchAssertion(const AnalysisResult& analysis, const KernelSummary& kernel);

}  // namespace warpwright
