#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/cli/tried_change.h"

namespace warpwright::cli {

/// All that `try` found out.
struct Tried {
  const AnalysisResult& analysis;
  std::string path, target;
  std::vector<std::string> arguments;  ///< of the program
  std::vector<std::string> options;    ///< that say how the path is read: "--cuda", "none"
  std::vector<std::string> flags;      ///< of the compiler
  std::vector<TriedChange> changes;    ///< those that need no measuring first
  size_t tradesLeft = 0;               ///< applicable trades that were not tried
  std::string session, report;         ///< files; empty: not written

  bool has(TriedChange::Outcome outcome) const;
};

/// What to do next, a sentence and a command line.
struct NextStep {
  std::string text, command;
};
std::vector<NextStep> nextSteps(const Tried& tried);

/// "2 kernels: 1 finding applicable, 3 refused, 0 unknown."
std::string findingsText(const AnalysisResult& analysis);
/// What came of one change, for people: lines that end.
std::string changeText(const TriedChange& change);
/// What the program printed last, where it could not be compared, each line behind "  | ".
std::string lastWords(const EngineRun& run);
/// What to do next, and where things were written.
std::string endText(const Tried& tried);

/// `warpwright.try/1`.
nlohmann::json triedJson(const Tried& tried);

}  // namespace warpwright::cli
