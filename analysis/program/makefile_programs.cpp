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

std::vector<std::string> MakefilePrograms::librariesOf(const fs::path& main) const {
  const fs::path file = frontend::makefileIn(main.parent_path(), root_);
  Result<std::vector<makefile::CompileWays>> each =
      file.empty() ? inputError("") : makefile::CompileWays::readEach(file, root_);
  if (!each.ok()) return {};
  std::optional<std::vector<std::string>> common;
  for (makefile::CompileWays& ways : *each) {
    std::vector<std::string> here;
    for (makefile::MakeExecutable& made : ways.executables()) {
      if (std::find(made.sources.begin(), made.sources.end(), main) != made.sources.end())
        here = std::move(made.libraries);
    }
    if (common && *common != here) return {};
    common = std::move(here);
  }
  return common.value_or(std::vector<std::string>());
}

}  // namespace warpwright::analysis
