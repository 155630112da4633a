#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "analysis/makefile/compile_ways.h"

namespace warpwright::analysis {

/// Which files Makefiles link to one program. Keeps what it has read; runs nothing (see `makefile::Expander`).
class MakefilePrograms {
 public:
  /// Nothing above `root`, the folder of the project, is looked at.
  explicit MakefilePrograms(std::filesystem::path root) : root_(std::move(root)) {}

  /// The files that the nearest Makefile links to the program of a file with `main`: what its default goal makes.
  /// Empty: none does, or what else it links is not known.
  std::vector<std::filesystem::path> sourcesWith(const std::filesystem::path& main);

 private:
  const std::vector<makefile::MakeExecutable>& of(const std::filesystem::path& folder);

  std::filesystem::path root_;
  std::map<std::filesystem::path, std::vector<makefile::MakeExecutable>> known_;  ///< by folder
};

}  // namespace warpwright::analysis
