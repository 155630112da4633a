#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/base/source_range.h"
#include "core/job/engine_job.h"

namespace warpwright::views {

class Findings;

/// Something wrong, at a line: what a compiler or a run said. A note is nothing wrong: how a file was read.
struct Problem {
  enum class Severity { error, warning, note };
  Severity severity = Severity::error;
  std::string message;
  SourcePosition at;    ///< line 0: no place
  QString source;       ///< who says so: "compiler", "run with checks, 12:03"
  bool canOpen = true;  ///< the place is in a text that an editor can show
  bool operator==(const Problem& other) const;
};

/// What the compiler said about every analysed file: errors first, each once, in order of files and lines; last how
/// each was read, as far as that is told (where its flags come from, what was left out).
std::vector<Problem> compilerProblems(const Findings& findings);
/// How many of them are something wrong.
size_t countWrong(const std::vector<Problem>& problems);

/// What the checks of a run saw, and where it failed.
std::vector<Problem> runProblems(const EngineRun& run, const QString& source);
/// What a verification saw: what the original does already, and what only the variant does, whose lines are those of a
/// text that is not on the disk.
std::vector<Problem> verificationProblems(const Verification& verification, const QString& time);

}  // namespace warpwright::views
