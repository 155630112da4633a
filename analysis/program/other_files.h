#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::analysis {

/// Which other files of a project may launch a kernel that one of them defines. Found by text, so that there may be one
/// too many. Keeps what it has read, until it is told to forget.
class OtherFiles {
 public:
  /// Forgets what was read: texts may have changed.
  void lookAgain();

  /// A source that may launch a kernel of another one, and where it names it.
  struct Naming {
    std::filesystem::path source;
    SourcePosition at;
  };
  struct Elsewhere {
    std::optional<Launch> outside;  ///< open: a file outside the project declares the kernel, or one changes graphs
    std::vector<Naming> sources;
  };
  /// Who else may launch a kernel of the unit. Nobody, where no other file can link to it, where the unit is a program
  /// of its own, and where every source that names the kernel defines one of its own.
  Elsewhere namedBy(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit);

 private:
  struct File {
    std::filesystem::path path;
    std::string name, text;
    std::vector<std::string> includes;  ///< names, as they are written
    std::set<std::string> wordsToJoin;  ///< see there
    uint32_t changesLaunches = 0;       ///< the line of a call that gives captured launches other numbers; 0: none
  };
  using Files = std::vector<File>;

  const Files& filesAround(const std::filesystem::path& unit, const std::filesystem::path& root);
  std::optional<Launch> changedElsewhere(const frontend::ParsedUnit& unit);
  static bool includes(const File& one, const File& other);
  static bool mayLaunch(const File& source, const Files& all);
  static std::vector<const File*> sourcesOf(const File& file, const Files& all);
  static bool arePrograms(const std::filesystem::path& one, const std::filesystem::path& other, const Files& all,
                          const std::string& external);
  static bool hasNearer(const File& source, const std::filesystem::path& main, const Files& all,
                        const std::string& kernel);

  std::map<std::filesystem::path, Files> known_;  ///< by the root of the project
};

}  // namespace warpwright::analysis
