#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/frontend/compile_command.h"

namespace warpwright::analysis {

/// What is to be analysed: the units of the paths, each in all the ways in which it is compiled; where a program is
/// chosen, those of it only. Errors: those of findUnits; no such program (usage), no unit of it.
Result<std::vector<frontend::CompileCommand>> chosenUnits(const std::vector<std::filesystem::path>& paths,
                                                          const AnalyzeOptions& options);

/// The programs that the paths belong to; where one is chosen, that alone. None where none can be told: who analyses
/// the paths says what is wrong with them.
std::vector<ProgramSummary> chosenPrograms(const std::vector<std::filesystem::path>& paths,
                                           const AnalyzeOptions& options);

}  // namespace warpwright::analysis
