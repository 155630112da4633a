#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpwright {

/// Does the path lie in the folder or below it? By name: both absolute and without "..".
bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

/// True for names Clang would take for CUDA or C++ source or header.
bool isSourceName(const std::filesystem::path& path);

/// A file of this name marks a folder that a rewrite was written to: what lies there is another version of a program,
/// and no part of the project around it.
inline constexpr const char* variantMarker = ".warpwright-variant";

/// The nearest folder above `file` that has it; empty: there is none.
std::filesystem::path variantFolder(const std::filesystem::path& file);

/// The folder to search so that `name`, as written in an #include, is this file; empty: there is none. "../common/x.h"
/// was tried where it stands already: what counts is the part that a folder can be put before.
std::filesystem::path folderBy(const std::filesystem::path& file, const std::string& name);

/// All files with a source name below a folder, by file name. Symbolic links to folders are not followed; folders that
/// hold builds, version control or a variant are skipped; stops at `limit` files.
class FileIndex {
 public:
  FileIndex() = default;
  /// `from`: a file whose own variant is not skipped.
  explicit FileIndex(const std::filesystem::path& root, const std::filesystem::path& from = {}, size_t limit = 50000);

  /// The files that `name` (as written in an #include) may mean: their paths end in it. None that a link leads out of
  /// the folder to.
  std::vector<std::filesystem::path> filesOf(const std::string& name) const;
  /// The folder to search so that `name` is found; empty where there is no such file, and where there are several:
  /// which one is meant, nobody but the user knows.
  std::filesystem::path folderFor(const std::string& name) const;
  const std::vector<std::filesystem::path>& files() const { return files_; }
  /// What has a source name and is no regular file: a pipe, a loop of links. It cannot be read.
  const std::vector<std::filesystem::path>& unreadable() const { return unreadable_; }
  /// Links to folders that lead out of the folder: what lies there is not looked at.
  const std::vector<std::filesystem::path>& linksAway() const { return linksAway_; }
  /// Links to files and folders that lie in the folder, too: other names of these.
  const std::vector<std::filesystem::path>& linksInside() const { return linksInside_; }

 private:
  std::filesystem::path root_;
  std::vector<std::filesystem::path> files_, unreadable_, linksAway_, linksInside_;
  std::multimap<std::string, std::filesystem::path> byName_;
};

/// Those without a source name that an index of the folder leaves out, by file name: a text may include any of them.
std::multimap<std::string, std::filesystem::path> filesOfOtherEndings(const std::filesystem::path& root,
                                                                      const std::filesystem::path& from = {},
                                                                      size_t limit = 50000);

/// The folder that bounds every search on behalf of `file`: the nearest one above it with a .git or a
/// compile_commands.json (compileDatabases); else `named`, the folder that the user named, where the file lies below
/// it; else the file's own. Above the folder that was named, or that of the file, a compile_commands.json counts only
/// where it lists a file in that folder or below it. Never a home folder, and never the one for temporary files.
std::filesystem::path projectRoot(const std::filesystem::path& file, const std::filesystem::path& named = {});

/// True for folders that hold many projects: a home folder, the one for temporary files, the top of the file system.
bool holdsProjects(const std::filesystem::path& folder);

/// The folder to search for a header that a file includes as `name` and that a compiler did not find: the one of the
/// project that has it, else ours with what many programs take from CUDA's samples (helper_cuda.h and its like). Empty:
/// there is none, or there are several.
std::filesystem::path folderOfHeader(const std::string& name, const FileIndex& project);

/// Where our stand-ins for the headers of CUDA's samples are.
std::filesystem::path sampleHeaders();

}  // namespace warpwright
