#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/model/conditional_text.h"

namespace warpwright::analysis {

/// The text of a file of at most 1 MB; empty: it is larger, or cannot be read.
std::string smallText(const std::filesystem::path& file);

/// Where the name stands in a text as a whole piece of a path, from a place on; npos: nowhere.
size_t pieceAt(std::string_view text, std::string_view name, size_t from = 0);

/// By its name.
bool isMakefile(const std::filesystem::path& file);
/// Does its name end as those of headers do, of which nothing is compiled by itself?
bool isHeaderName(const std::filesystem::path& file);

/// Is it a build file of Meson, Bazel, Ninja, Automake, SCons or Python, or a script?
bool isOfOtherTool(const std::filesystem::path& file);

/// The files of a project that may say how its sources are compiled, of whatever tool: all but sources and
/// documentation. They are not understood: what matters is which words they say. Keeps what it has read.
class BuildFiles {
 public:
  explicit BuildFiles(std::filesystem::path root) : root_(std::move(root)) {}

  /// A line of one that counts for the source and may give it one of the macros, "line 7 of CMakeLists.txt says N", or
  /// a file whose tool defines one by itself, or a source that compiles at run time; none in `read`. Empty: there is
  /// none. What counts lies in the source's folder or above it, names the way there, or is taken in by what counts.
  std::string giverOf(const model::Words& macros, const std::filesystem::path& source,
                      const std::set<std::filesystem::path>& read);
  /// A line of one that counts for the source and may write one of the headers, "line 7 of Makefile makes n.h": what
  /// lies there now is then of another build, maybe. Empty: there is none. To list headers is no making.
  std::string makerOf(const std::set<std::filesystem::path>& headers, const std::filesystem::path& source);
  /// A line of one that counts, and that may let the source include what it does not say or, with `roundsToo`, round
  /// otherwise: where one of them names it, or has a pattern that may. Empty: there is none.
  std::string otherFlagsOf(const std::filesystem::path& source, bool roundsToo);

 private:
  struct File {
    std::filesystem::path path;
    std::string text;
    model::Words words;
    std::filesystem::path folder = {};
    bool mayHavePattern = false;  ///< of names, for some source that lies elsewhere
    bool mayDefine = true;        ///< macros: it is no data that only says such words
  };
  const std::vector<File>& all();
  const std::vector<const File*>& countingFor(const std::filesystem::path& source);
  const std::vector<const File*>& takenInBy(const File& file);
  /// Sources that hand texts of others to NVRTC, with flags of their own.
  const std::vector<File>& compilingAtRunTime();
  static std::string giverIn(const File& file, const model::Words& macros, const std::filesystem::path& source);

  std::filesystem::path root_;
  std::optional<std::vector<File>> all_, compiling_;
  std::map<std::filesystem::path, std::vector<const File*>> counting_;  ///< by source
  std::map<const File*, std::vector<const File*>> takenIn_;             ///< by who takes them in
};

}  // namespace warpwright::analysis
