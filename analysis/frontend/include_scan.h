#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::frontend {

/// True for names Clang would take for CUDA or C++ source or header.
bool isSourceName(const std::filesystem::path& path);

/// The names in `#include "…"` and `#include <…>` lines, found by text: comments and conditions are not looked at, so
/// this is a guess, to be used for finding files only.
std::vector<std::string> includedNames(std::string_view text);

/// The `#include <…>` lines that stand before anything else but blank lines and comments: nothing of the file can
/// change what they mean, so they can be precompiled with the prelude.
std::vector<std::string> leadingSystemIncludes(std::string_view text);

/// All files with a source name below a folder, by file name. Symbolic links to folders are not followed; folders that
/// hold builds or version control are skipped; stops at `limit` files.
class FileIndex {
 public:
  FileIndex() = default;
  explicit FileIndex(const std::filesystem::path& root, size_t limit = 50000);

  /// The folder to search so that `name` (as written in an #include) is found, the nearest to `from` first; empty where
  /// the project has no such file.
  std::filesystem::path folderFor(const std::string& name, const std::filesystem::path& from) const;
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
  std::multimap<std::string, std::filesystem::path> byName_;
};

/// The folder that bounds a search for missing headers: the nearest one above `file` that looks like the top of a
/// project (.git, compile_commands.json, CMakeLists.txt at the outermost level of an unbroken run), else three levels up.
std::filesystem::path projectRoot(const std::filesystem::path& file);

}  // namespace warpwright::frontend
