#pragma once

#include <string>

#include "core/finding/analysis_result.h"

/// Parts of findings as people read them.
namespace warpwright {

/// "1.02–1.08×", one number where both round to it, and the missing value where nothing is estimated.
std::string estimateText(const Estimate& estimate);
/// "16 registers (ptxas)", "about 21 registers (17–31)"; empty where they were not counted.
std::string registersText(const KernelResources& resources);
/// How the results of a change stand to the original's, as a sentence; empty where they are the same bit by bit.
std::string samenessText(Sameness sameness);
/// "pathfinder.cu:43" from a long path; the whole path where `wholePath`.
std::string placeText(const SourcePosition& at, bool wholePath = false);

}  // namespace warpwright
