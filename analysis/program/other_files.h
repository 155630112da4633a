#pragma once

#include <filesystem>
#include <map>
#include <optional>
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

  /// An open launch, at the place where another source than those that the unit is made of names the kernel, or where a
  /// file outside the project declares it. Nothing for a kernel that no other file can link to, for a unit that is a
  /// program of its own, and where every source that names the kernel defines one of its own.
  std::optional<Launch> launchOf(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit);

 private:
  struct File {
    std::filesystem::path path;
    std::string name, text;
    std::vector<std::string> includes;  ///< names, as they are written
  };
  using Files = std::vector<File>;

  const Files& filesAround(const std::filesystem::path& unit, const std::filesystem::path& root);
  static bool includes(const File& one, const File& other);
  static bool mayLaunch(const File& source, const Files& all);
  static std::vector<const File*> sourcesOf(const File& file, const Files& all);
  static bool arePrograms(const std::filesystem::path& one, const std::filesystem::path& other, const Files& all,
                          const std::string& external);

  std::map<std::filesystem::path, Files> known_;  ///< by the root of the project
};

}  // namespace warpwright::analysis
