#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/include_scan.h"
#include "core/base/source_range.h"

namespace warpwright::analysis {

/// What Makefiles, lists of CMake and of flags say of how a project's files are compiled, as far as it matters who may
/// name a kernel. By their words: they are not understood here, so that there may be too much.
struct BuildTexts {
  std::set<std::string> words;              ///< any of them may be a name that a flag brings into a source
  std::set<std::string> files;              ///< names of files, or what could be one
  std::vector<SourcePosition> outside;      ///< places that name sources outside of the project
  std::vector<frontend::Include> includes;  ///< of `-include` and its like, which may be any source's

  /// Is the file named where languages are named, too? It may be compiled as CUDA, whatever its name ends in.
  bool compiles(const std::filesystem::path& file) const;
};

/// Those of a project. `files`: all whose names end in what no source's does, by name; `root`: its folder.
BuildTexts buildTexts(const std::multimap<std::string, std::filesystem::path>& files,
                      const std::filesystem::path& root);

}  // namespace warpwright::analysis
