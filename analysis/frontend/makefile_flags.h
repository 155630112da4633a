#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/makefile/compile_ways.h"

namespace warpwright::frontend {

/// How files are compiled that neither compile_commands.json nor compile_flags.txt nor `.clangd` says anything of: as
/// the nearest Makefile says that names them, or has a pattern rule for them. It is read and never run (see
/// `makefile::Expander`). Keeps what it has read.
class MakefileFlags {
 public:
  struct Found {
    std::vector<makefile::CompileWay> ways;    ///< those of all goals that compile the file, each once
    std::vector<makefile::CompileWay> others;  ///< of the same Makefile, that compile files which are not all known
    std::vector<std::string> notes;            ///< why a Makefile is not used
  };
  /// Nothing above `root`, the folder of the project, is looked at, nor what links lead out of it to.
  Found of(const std::filesystem::path& file, const std::filesystem::path& root);

 private:
  struct Read {
    std::vector<makefile::CompileWays> ways;  ///< for each set of answers to what cannot be told
    std::filesystem::path file;               ///< empty: there is none
    std::string problem;
  };
  Read& at(const std::filesystem::path& folder, const std::filesystem::path& root);

  std::map<std::pair<std::filesystem::path, std::filesystem::path>, Read> known_;  ///< by folder and root
};

/// The Makefile that make takes in a folder; empty: there is none below `root`.
std::filesystem::path makefileIn(const std::filesystem::path& folder, const std::filesystem::path& root);

}  // namespace warpwright::frontend
