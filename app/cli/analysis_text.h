#pragma once

#include <string>
#include <vector>

#include "app/cli/analysis_options.h"
#include "app/cli/shown_analysis.h"

namespace warpwright::cli {

/// What the analysis was asked with: for the command that shows a change.
struct AskedWith {
  std::string firstPath;
  AnalysisOptions analysis;
  std::vector<std::string> compilerFlags;
};

/// Prints it for people.
void printAnalysis(const ShownAnalysis& shown, const AskedWith& asked);

}  // namespace warpwright::cli
