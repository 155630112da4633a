#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/include_scan.h"
#include "analysis/model/conditional_text.h"
#include "core/base/source_range.h"

namespace warpwright::analysis {

/// What Makefiles, lists of CMake and of flags say of how a project's files are compiled, as far as it matters who may
/// name a kernel. By their words: they are not understood here, so that there may be too much.
struct BuildTexts {
  struct Text {
    model::Words values;            ///< words of what may be the value of a macro: `-DRUN=k`, `RUN=k`
    std::set<std::string> files;    ///< names of files, or what could be one
    std::set<std::string> paths;    ///< words that lead somewhere else, `\x01` in them for each variable
    std::set<std::string> targets;  ///< libraries of CMake that it makes
    bool namesLanguages = false;    ///< says of files what language they are in
    bool linksTargets = false;      ///< of CMake, by whatever name
    bool isLoose = false;           ///< a script, or a file of another tool, which is not read further
    bool isRead = true;             ///< it is a Makefile or a list of CMake
    bool isOpen = false;            ///< what it links is said in ways that are not read here
  };
  std::map<std::filesystem::path, Text> texts;
  std::map<std::filesystem::path, Text> loose;  ///< of other tools, read for the files alone that they name
  std::set<std::filesystem::path> sources;  ///< that are named by where they lie, in the project; or folders of some
  std::set<std::filesystem::path> modules;  ///< setup.py that makes modules of Python: programs without a `main`
  std::vector<SourcePosition> outside;      ///< places that name sources outside of the project
  std::vector<frontend::Include> includes;  ///< of `-include` and its like, which may be any source's

  /// Is the file named where languages are named, too, by one of the texts? It may be compiled as CUDA, whatever its
  /// name ends in.
  bool compiles(const std::filesystem::path& file) const;
};

/// Those of a project, or of a part of it. `files`: all whose names end in what no source's does, by name; `root`: the
/// folder of the project.
BuildTexts buildTexts(const std::multimap<std::string, std::filesystem::path>& files,
                      const std::filesystem::path& root);

}  // namespace warpwright::analysis
