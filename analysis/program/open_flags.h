#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/folder_flags.h"
#include "analysis/frontend/makefile_flags.h"
#include "analysis/program/asked_macros.h"
#include "analysis/program/build_files.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {

/// Whether all is known that builds give units which may change what their source means: macros, headers, how sums are
/// rounded. Flags that the user gives tell it, and lists of commands; a Makefile is read. Where none of these does, the
/// source itself says what it leaves to a build, and that is open where some build file says the same word: however
/// that tool may go about it. Keeps what it has read.
class OpenFlags {
 public:
  /// Why not, a sentence without its end (see askingForFlags); empty: it is known.
  std::string whyOpen(const frontend::CompileCommand& unit);
  /// The same as far as it matters for what the unit launches: how it rounds does not.
  std::string whyLaunchesOpen(const frontend::CompileCommand& unit);
  /// Why a header that is not found leaves a unit open: it may define what the unit asks for; empty: it does not.
  std::string whyMissing(const std::string& header, const frontend::CompileCommand& unit);

 private:
  struct Project {
    explicit Project(const std::filesystem::path& root) : sources(root), builds(root) {}
    FileIndex sources;
    BuildFiles builds;
  };
  Project& projectOf(const std::filesystem::path& root);
  bool isTold(const frontend::CompileCommand& unit);
  std::string ask(const frontend::CompileCommand& unit, bool roundsToo);
  std::string askBuildFiles(const frontend::CompileCommand& unit, bool roundsToo);
  const AskedMacros& askedBy(const frontend::CompileCommand& unit);

  frontend::ListedFiles listed_;
  frontend::FolderFlags ofFolders_;
  frontend::MakefileFlags ofMakefiles_;
  MacroQuestions questions_;
  /// By file, root and flags.
  std::map<std::tuple<std::filesystem::path, std::filesystem::path, std::vector<std::string>>, AskedMacros> asked_;
  std::map<std::filesystem::path, Project> projects_;  ///< by root
  /// By file, root, flags, whether the user told, and whether it was asked how sums are rounded.
  std::map<std::tuple<std::filesystem::path, std::filesystem::path, std::vector<std::string>, bool, bool>, std::string>
      known_;
};

}  // namespace warpwright::analysis
