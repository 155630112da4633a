#include "views/problems/problems.h"

#include <algorithm>
#include <tuple>

#include "core/base/number_text.h"
#include "views/shared/findings.h"

namespace warpwright::views {
namespace {

auto orderOf(const Problem& problem) {
  return std::tie(problem.severity, problem.at.file, problem.at.line, problem.at.column, problem.message);
}

/// The one sentence of a check with where it happened, for the first thread that did it.
std::string sentence(const EngineFinding& finding) {
  std::string text = finding.message;
  if (finding.count > 1) text += " (" + countText(finding.count) + " times)";
  return text;
}

Problem problemOf(const EngineFinding& finding, const QString& source) {
  // A leak is untidy; everything else makes results wrong or undefined.
  const bool mild = finding.kind == "leak";
  return {mild ? Problem::Severity::warning : Problem::Severity::error, sentence(finding), finding.at, source, true};
}

}  // namespace

bool Problem::operator==(const Problem& other) const {
  return orderOf(*this) == orderOf(other) && source == other.source;
}

std::vector<Problem> compilerProblems(const Findings& findings) {
  const QString compiler = QObject::tr("compiler");
  std::vector<Problem> problems;
  for (const auto& [name, unit] : findings.units()) {
    if (!unit.failure.isEmpty()) {
      problems.push_back(
          {Problem::Severity::error, unit.failure.toStdString(), {name, 0, 0}, QObject::tr("analysis"), true});
    }
    for (const Diagnostic& error : unit.errors) {
      const bool fatal = error.severity == Diagnostic::Severity::error;
      problems.push_back({fatal ? Problem::Severity::error : Problem::Severity::warning, error.message,
                          error.range.begin, compiler, true});
    }
    for (const UnitSummary& summary : unit.shown.units) {
      for (const std::string& header : summary.missingHeaders) {
        problems.push_back({Problem::Severity::warning,
                            "`" + header + "` was not found and is skipped.",
                            {name, 0, 0},
                            compiler,
                            true});
      }
      for (const std::string& header : summary.guessedHeaders) {
        problems.push_back({Problem::Severity::warning,
                            header + " was found by its name alone: no flag leads there.",
                            {name, 0, 0},
                            compiler,
                            true});
      }
      const std::string& file = summary.file.empty() ? name : summary.file;
      for (const std::string& note : summary.notes)
        problems.push_back({Problem::Severity::note, note, {file, 0, 0}, QObject::tr("analysis"), true});
    }
  }
  std::sort(problems.begin(), problems.end(),
            [](const Problem& a, const Problem& b) { return orderOf(a) < orderOf(b); });
  // A header's errors come with every file that includes it.
  problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
  return problems;
}

size_t countWrong(const std::vector<Problem>& problems) {
  return static_cast<size_t>(std::count_if(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.severity != Problem::Severity::note;
  }));
}

std::vector<Problem> runProblems(const EngineRun& run, const QString& source) {
  std::vector<Problem> problems;
  if (run.failure) {
    SourcePosition at;
    if (run.failure->range) at = run.failure->range->begin;
    problems.push_back({Problem::Severity::error, run.failure->message, at, source, true});
  }
  for (const EngineFinding& finding : run.findings) problems.push_back(problemOf(finding, source));
  return problems;
}

std::vector<Problem> verificationProblems(const Verification& verification, const QString& time) {
  std::vector<Problem> problems = runProblems(verification.original, QObject::tr("verification, %1").arg(time));
  const QString variant = QObject::tr("variant, verified %1").arg(time);
  const auto add = [&](Problem problem) {
    problem.canOpen = false;
    problem.source = variant;
    problems.push_back(std::move(problem));
  };
  if (verification.variant.failure) {
    add({Problem::Severity::error, verification.variant.failure->message, {}, {}, false});
  }
  for (const EngineFinding& finding : verification.findings) add(problemOf(finding, variant));
  for (const OutputDifference& difference : verification.differences) {
    add({Problem::Severity::error, difference.message, {}, {}, false});
  }
  return problems;
}

}  // namespace warpwright::views
