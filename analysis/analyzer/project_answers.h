#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyzer/several_units.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/includers.h"
#include "analysis/program/open_flags.h"
#include "analysis/program/other_files.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {

/// How a source is compiled: as one of `units`, else as its project says, with `flags`. Empty: that is not known.
/// `includers`: who includes what, as far as it was asked before.
std::vector<frontend::CompileCommand> commandsOf(const std::filesystem::path& source, const std::filesystem::path& root,
                                                 const std::vector<frontend::CompileCommand>& units,
                                                 const std::vector<std::string>& flags, frontend::Includers& includers);

/// Questions about a project as words, which are asked again to know whether what was found still holds, and what was
/// answered (see frontend/project_questions.h for another). Who names a kernel:
std::string namesQuestion(const OtherFiles::Question& question);
std::string namesAnswer(const OtherFiles::Elsewhere& answer);
/// Which names of a unit other files say:
std::string wordsQuestion(const OtherFiles::Words& words);
std::string wordsAnswer(const std::set<std::string>& named);
/// How a source is compiled:
std::string compiledQuestion(const std::filesystem::path& source, const std::filesystem::path& root);
std::string compiledAnswer(const std::vector<frontend::CompileCommand>& commands, OpenFlags& flags);
/// Why a change of a file cannot be judged by a unit (SharedTexts::whyOpen):
std::string sharedQuestion(const std::string& file, const frontend::CompileCommand& unit);
std::string sharedAnswer(const std::string& why);
/// Why a header that a unit does not find leaves it open (SharedTexts::whyMissing); answered as the one above.
std::string missingQuestion(const std::vector<std::string>& headers, const frontend::CompileCommand& unit);
/// Which files say how the texts in a folder are laid out:
std::string styleQuestion(const std::filesystem::path& folder);
std::string styleAnswer(const std::filesystem::path& folder);

/// Answers these questions for a project as it is now. Keeps what it has read.
class ProjectAnswers {
 public:
  /// `units`: those that are looked at together; `flags`: of the user.
  ProjectAnswers(std::vector<frontend::CompileCommand> units, std::vector<std::string> flags);
  /// Empty where it is no question.
  std::string to(const std::string& question);

 private:
  const FileIndex& indexOf(const std::filesystem::path& root, const std::filesystem::path& file);

  std::vector<frontend::CompileCommand> units_;
  std::vector<std::string> flags_;
  OtherFiles otherFiles_;
  OpenFlags openFlags_;
  SharedTexts sharedTexts_{openFlags_};
  std::map<std::pair<std::filesystem::path, std::filesystem::path>, FileIndex> indexes_;
  std::map<std::string, std::string> answers_;
};

}  // namespace warpwright::analysis
