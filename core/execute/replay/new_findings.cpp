#include "core/execute/replay/new_findings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "core/base/file.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

/// Without blanks: those move with the layout.
Lines linesOf(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The lines of a program, as far as its findings and its job name files.
class ProgramLines {
 public:
  explicit ProgramLines(const CheckedProgram& program) : job_(program.job) {
    take(job_.path.string());
    for (const auto& [file, text] : job_.openTexts) take(file);
    for (const EngineFinding& finding : program.findings) takeAll(finding);
  }

  /// Of a finding of the other program: what that includes, this one includes, too, unless it is that one's own text.
  void takeShared(const CheckedProgram& other) {
    if (!isOneFile(job_) || !isOneFile(other.job)) return;
    for (const EngineFinding& finding : other.findings) {
      for (const std::string& file : {finding.at.file, finding.other.file}) {
        if (file != other.job.path.string() && !other.job.openTexts.contains(file)) take(file);
      }
    }
  }

  /// What stands at a place; null where that is not known.
  const std::string* at(const SourcePosition& place) const {
    const auto file = files_.find(place.file);
    if (file == files_.end() || place.line == 0 || place.line > file->second.size()) return nullptr;
    return &file->second[place.line - 1];
  }
  bool has(const std::string& line) const { return all_.contains(line); }

 private:
  static bool isOneFile(const EngineJob& job) {
    std::error_code ignored;
    return fs::is_regular_file(job.path, ignored) && job.path.extension() != ".json";
  }
  void takeAll(const EngineFinding& finding) {
    take(finding.at.file);
    take(finding.other.file);
  }
  void take(const std::string& file) {
    std::error_code ignored;
    if (file.empty() || files_.contains(file)) return;
    const auto open = job_.openTexts.find(file);
    if (open == job_.openTexts.end() && !fs::is_regular_file(file, ignored)) return;
    const Result<std::string> text = open != job_.openTexts.end() ? open->second : readFile(file);
    if (!text.ok()) return;
    const Lines& lines = files_[file] = linesOf(*text);
    all_.insert(lines.begin(), lines.end());
  }

  const EngineJob& job_;
  std::map<std::string, Lines> files_;
  std::set<std::string> all_;
};

/// The lines of a finding that both programs read, and whether it has others.
struct FindingLines {
  std::set<std::string> shared;
  bool hasOwn = false;

  FindingLines(const EngineFinding& finding, const ProgramLines& own, const ProgramLines& other) {
    for (const SourcePosition& place : {finding.at, finding.other}) {
      if (!place.isValid()) continue;
      const std::string* line = own.at(place);
      if (line != nullptr && other.has(*line))
        shared.insert(*line);
      else
        hasOwn = true;
    }
  }
};

/// What the original has of one kind, kernel and object.
struct Known {
  std::set<std::string> lines;
  size_t withOwn = 0;
  bool any = false;
};

}  // namespace

std::vector<EngineFinding> newFindings(const CheckedProgram& original, const CheckedProgram& variant) {
  ProgramLines own(original), other(variant);
  own.takeShared(variant);
  other.takeShared(original);
  const auto keyOf = [](const EngineFinding& finding) {
    return std::tuple{finding.kind, finding.kernel, finding.object};
  };
  std::map<std::tuple<std::string, std::string, std::string>, Known> known;
  for (const EngineFinding& finding : original.findings) {
    const FindingLines lines(finding, own, other);
    Known& of = known[keyOf(finding)];
    of.any = true;
    of.lines.insert(lines.shared.begin(), lines.shared.end());
    if (lines.hasOwn) ++of.withOwn;
  }
  std::vector<EngineFinding> added;
  for (const EngineFinding& finding : variant.findings) {
    const FindingLines lines(finding, other, own);
    Known& of = known[keyOf(finding)];
    bool isKnown = of.any && std::includes(of.lines.begin(), of.lines.end(), lines.shared.begin(), lines.shared.end());
    if (isKnown && lines.hasOwn) isKnown = of.withOwn > 0 && of.withOwn-- > 0;
    if (!isKnown) added.push_back(finding);
  }
  return added;
}

}  // namespace warpwright
