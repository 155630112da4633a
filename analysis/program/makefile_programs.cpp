#include "analysis/program/makefile_programs.h"

#include <algorithm>

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

std::vector<fs::path> MakefilePrograms::sourcesWith(const fs::path& main) {
  for (fs::path folder = main.parent_path(); folder == root_ || isBelow(folder, root_); folder = folder.parent_path()) {
    for (const makefile::MakeExecutable& made : of(folder)) {
      if (std::find(made.sources.begin(), made.sources.end(), main) != made.sources.end()) return made.sources;
    }
    if (folder == root_ || folder == folder.parent_path()) break;
  }
  return {};
}

}  // namespace warpwright::analysis
