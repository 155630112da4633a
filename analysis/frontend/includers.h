#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/include_scan.h"
#include "core/base/file_index.h"

namespace warpwright::frontend {

/// Which CUDA sources of a project are made of a file: what is changed in it is changed for each of them. Found by
/// text, so that there may be one too many. Keeps what it has read.
class Includers {
 public:
  /// Those below `root`, the project's folder, as `unit` sees it; no file that another one includes, and not the file
  /// itself. `cuda`: files that are compiled as CUDA though their names do not say so.
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
  /// Those that no other file includes, the file itself left out.
  std::vector<std::filesystem::path> madeOf(const std::filesystem::path& file, const FileIndex& project,
                                            const std::set<std::filesystem::path>& files);
  const Source& sourceAt(const std::filesystem::path& file);

  std::map<std::filesystem::path, Source> known_;
};

}  // namespace warpwright::frontend
