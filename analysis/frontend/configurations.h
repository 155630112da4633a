#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"

namespace warpwright::frontend {

class Includers;

/// findUnits of a file in the folder `project` that is open: that counts as named by the user for files below it (see
/// projectRoot). Empty: none is open.
Result<std::vector<CompileCommand>> findUnits(const std::filesystem::path& path,
                                              const std::vector<std::string>& extraFlags,
                                              const std::filesystem::path& project);

/// As findUnits, with every way in which a compile_commands.json compiles a file: what is changed must be right in
/// each.
Result<std::vector<CompileCommand>> findConfigurations(const std::filesystem::path& path,
                                                       const std::vector<std::string>& extraFlags,
                                                       const std::filesystem::path& project = {});
/// `includers`: who includes what, as far as that was asked before.
Result<std::vector<CompileCommand>> findConfigurations(const std::filesystem::path& path,
                                                       const std::vector<std::string>& extraFlags,
                                                       const std::filesystem::path& project, Includers& includers);

/// Which files the compile_commands.json of their projects list. Keeps what it has read.
class ListedFiles {
 public:
  bool has(const std::filesystem::path& file);

 private:
  std::map<std::filesystem::path, std::set<std::filesystem::path>> known_;  ///< by database: their real places
};

/// The same file with the same flags?
bool compilesAlike(const CompileCommand& a, const CompileCommand& b);

/// Another way to compile the file is not looked at by itself: its words that say nothing of what the source means are
/// kept, as some forbid to say how sums are rounded (`-G`).
void addOtherWords(CompileCommand& unit, const CompileCommand& other);

}  // namespace warpwright::frontend
