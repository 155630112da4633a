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

  /// What the nearest Makefile links to the program of a file with `main`, for its default goal. Null: none does, or
  /// what else it links is not known. It lives as long as this.
  const makefile::MakeExecutable* programWith(const std::filesystem::path& main);
  /// Does it make that program of the file alone, and of libraries from outside of the project, in each way that a
  /// shell may decide for, and any other goal nothing else of it? Then the Makefile, as it is written, links nothing
  /// else of the project with it.
  bool makesAlone(const std::filesystem::path& main);
  /// The libraries that it links to that program, also where a shell decides between several ways of which each links
  /// them.
  std::vector<std::string> librariesOf(const std::filesystem::path& main);

 private:
  const std::vector<makefile::MakeExecutable>& of(const std::filesystem::path& folder);

  std::filesystem::path root_;
  std::vector<makefile::CompileWays>& eachOf(const std::filesystem::path& folder);
  std::map<std::filesystem::path, std::vector<makefile::MakeExecutable>> known_;  ///< by folder
  /// By folder, of each way that a shell may decide for.
  std::map<std::filesystem::path, std::vector<makefile::CompileWays>> each_;
};

}  // namespace warpwright::analysis
