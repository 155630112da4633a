#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/folder_flags.h"
#include "analysis/frontend/makefile_flags.h"

namespace warpwright::frontend {

/// By its name: a plain C or C++ file.
bool isHostSource(const std::filesystem::path& file);

/// A file alone. Its flags are those that `completeFlags` gives.
CompileCommand unlistedUnit(const std::filesystem::path& file);

/// Adds to units, whose roots are known, what is said of them elsewhere: by compile_flags.txt and `.clangd`, or else by
/// a Makefile, of those of the `unlisted` files, which no compile_commands.json lists; by the `.warpwright.toml` of
/// their project; and last, so that they win, the user's own flags. `every`: a file that a Makefile compiles in several
/// ways becomes a unit for each. Errors: flags that name a file that is not there; a `.warpwright.toml`
/// that cannot be read.
Status completeFlags(std::vector<CompileCommand>& units, const std::set<std::filesystem::path>& unlisted,
                     const std::vector<std::string>& userFlags, bool every = false);

/// Whether all is known that build files give units which may change what their source means: macros, headers, a
/// standard. Flags that the user gives tell it; a Makefile is read; of others it is known only that they may
/// (unreadFlags). Keeps what it has read.
class OpenFlags {
 public:
  /// Why not, and what to do; empty: it is known.
  std::string whyOpen(const CompileCommand& unit);

 private:
  std::string askBuildFiles(const CompileCommand& unit);

  FolderFlags ofFolders_;
  MakefileFlags ofMakefiles_;
  std::map<std::pair<std::filesystem::path, bool>, std::string> known_;  ///< by file, and whether the user told
};

}  // namespace warpwright::frontend
