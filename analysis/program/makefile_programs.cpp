#include "analysis/program/makefile_programs.h"

#include <algorithm>
#include <optional>

#include "analysis/frontend/makefile_flags.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {

namespace fs = std::filesystem;

const std::vector<makefile::MakeExecutable>& MakefilePrograms::of(const fs::path& folder) {
  const auto [known, isNew] = known_.try_emplace(folder);
  const fs::path file = isNew ? frontend::makefileIn(folder, root_) : fs::path();
  if (file.empty()) return known->second;
  if (Result<makefile::CompileWays> ways = makefile::CompileWays::read(file, root_); ways.ok())
    known->second = ways->executables();
  return known->second;
}

const makefile::MakeExecutable* MakefilePrograms::programWith(const fs::path& main) {
  for (fs::path folder = main.parent_path(); folder == root_ || isBelow(folder, root_); folder = folder.parent_path()) {
    for (const makefile::MakeExecutable& made : of(folder)) {
      if (std::find(made.sources.begin(), made.sources.end(), main) != made.sources.end()) return &made;
    }
    if (folder == root_ || folder == folder.parent_path()) break;
  }
  return nullptr;
}

std::vector<makefile::CompileWays>& MakefilePrograms::eachOf(const fs::path& folder) {
  const auto [known, isNew] = each_.try_emplace(folder);
  const fs::path file = isNew ? frontend::makefileIn(folder, root_) : fs::path();
  if (file.empty()) return known->second;
  if (auto each = makefile::CompileWays::readEach(file, root_); each.ok()) known->second = std::move(each).value();
  return known->second;
}

std::vector<std::string> MakefilePrograms::librariesOf(const fs::path& main) {
  std::optional<std::vector<std::string>> common;
  for (makefile::CompileWays& way : eachOf(main.parent_path())) {
    std::vector<std::string> here;
    for (const makefile::MakeExecutable& made : way.executables()) {
      if (std::find(made.sources.begin(), made.sources.end(), main) != made.sources.end()) here = made.libraries;
    }
    if (common && *common != here) return {};
    common = std::move(here);
  }
  return common.value_or(std::vector<std::string>());
}

bool MakefilePrograms::makesAlone(const fs::path& main) {
  const auto isElsewhere = [&](const std::string& library) {
    if (!library.starts_with("-L")) return library.starts_with("-l") && !library.starts_with("-l:");
    const fs::path folder = fs::path(library.substr(2)).lexically_normal();
    return folder.is_absolute() && folder != root_ && !isBelow(folder, root_);
  };
  bool isMade = false;
  for (makefile::CompileWays& way : eachOf(main.parent_path())) {
    if (!way.linksAlone(main)) return false;
    for (const makefile::MakeExecutable& made : way.executables()) {
      if (std::ranges::find(made.sources, main) == made.sources.end()) continue;
      isMade = true;
      if (made.sources.size() != 1 || !std::ranges::all_of(made.libraries, isElsewhere)) return false;
    }
  }
  return isMade;
}

}  // namespace warpwright::analysis
