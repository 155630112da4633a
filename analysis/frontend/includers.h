#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/frontend/include_folders.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/program_folders.h"
#include "core/base/file_index.h"

namespace warpwright::frontend {

/// Which CUDA sources of a project are made of a file: what is changed in it is changed for each of them. Found by
/// text, so that there may be one too many. Keeps what it has read, until it is told to look again.
class Includers {
 public:
  /// Files may have changed, and folders may hold others.
  void lookAgain() { projects_.clear(); }

  /// Those below `root`, the project's folder, as `unit` sees it; no file that another one includes, and the file
  /// itself only where it is included and has a `main` of its own. `cuda`: files that are compiled as CUDA though their
  /// names do not say so.
  std::vector<std::filesystem::path> of(const std::filesystem::path& file, const std::filesystem::path& root,
                                        const std::filesystem::path& unit,
                                        const std::set<std::filesystem::path>& cuda = {});
  /// The same of C and C++.
  std::vector<std::filesystem::path> ofCpp(const std::filesystem::path& file, const std::filesystem::path& root,
                                           const std::filesystem::path& unit,
                                           const std::set<std::filesystem::path>& cuda = {});
  /// Does some file of the project define `__global__`, so that C++ reads kernels as functions of its own?
  bool definesGlobal(const std::filesystem::path& root, const std::filesystem::path& unit);

 private:
  struct Source {
    std::filesystem::file_time_type written;
    std::vector<Include> includes;
    bool isCuda = false, isCpp = false, definesMain = false, definesGlobal = false;
  };
  using SourceText = std::shared_ptr<const Source>;
  struct Project {
    FileIndex index;
    mutable IncludeFolders includeFolders;
    std::map<std::filesystem::path, SourceText> sources;  ///< the project's files, and those of `cuda`
    ProgramFolders folders;
    /// Who includes something of a name, without the folder in front of it: only these are asked where the file lies
    /// that they mean.
    std::multimap<std::string, std::pair<const std::filesystem::path*, const Include*>> including;
  };
  const Project& projectOf(const std::filesystem::path& root, const std::filesystem::path& unit,
                           const std::set<std::filesystem::path>& cuda);
  /// Those that no other file includes; the file itself as `of` says.
  std::vector<std::filesystem::path> madeOf(const std::filesystem::path& file, const Project& project);
  SourceText sourceAt(const std::filesystem::path& file);
  /// The file as it was when the project was read; one outside of it as it is.
  SourceText sourceIn(const Project& project, const std::filesystem::path& file);

  std::map<std::filesystem::path, SourceText> known_;
  /// By root, the variant that the unit is of, and what is compiled as CUDA.
  std::map<std::tuple<std::filesystem::path, std::filesystem::path, std::set<std::filesystem::path>>, Project>
      projects_;
};

}  // namespace warpwright::frontend
