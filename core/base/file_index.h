#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpwright {

/// True for names Clang would take for CUDA or C++ source or header.
bool isSourceName(const std::filesystem::path& path);

/// A file of this name marks a folder that a rewrite was written to: what lies there is another version of a program, and
/// no part of the project around it.
inline constexpr const char* variantMarker = ".warpwright-variant";

/// The nearest folder above `file` that has it; empty: there is none.
std::filesystem::path variantFolder(const std::filesystem::path& file);

/// All files with a source name below a folder, by file name. Symbolic links to folders are not followed; folders that
/// hold builds, version control or a variant are skipped; stops at `limit` files.
class FileIndex {
 public:
  FileIndex() = default;
  /// `from`: a file whose own variant is not skipped.
  explicit FileIndex(const std::filesystem::path& root, const std::filesystem::path& from = {}, size_t limit = 50000);

  /// The folder to search so that `name` (as written in an #include) is found, the nearest to `from` first, those that
  /// belong to another program (a main function lies beside them) last; empty where the project has no such file.
  std::filesystem::path folderFor(const std::string& name, const std::filesystem::path& from) const;
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
  std::multimap<std::string, std::filesystem::path> byName_;
};

/// The folder that bounds a search for missing headers: the nearest one above `file` that looks like the top of a
/// project (.git, compile_commands.json, CMakeLists.txt at the outermost level of an unbroken run), else three levels up.
std::filesystem::path projectRoot(const std::filesystem::path& file);

/// The folder to search for a header that `file` includes as `name` and that a compiler did not find: the nearest one of
/// the project, else ours with what many programs take from CUDA's samples (helper_cuda.h and its like). Empty: there is
/// none. `project`: the files below projectRoot(file).
std::filesystem::path folderOfHeader(const std::string& name, const std::filesystem::path& file, const FileIndex& project);

/// Where our stand-ins for the headers of CUDA's samples are.
std::filesystem::path sampleHeaders();

}  // namespace warpwright
