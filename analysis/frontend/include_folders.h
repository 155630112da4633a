#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/include_ways.h"

namespace warpwright::frontend {

/// Where builds say that headers of a source lie which are not found beside it: `-I../rows`, `INC = ../rows`, or
/// `../rows/kernel.h` as what the source depends on. Read by words, of what lies beside the source and above it, and of
/// what that takes in.
class IncludeFolders {
 public:
  IncludeFolders() = default;
  /// `root`: the project's folder, above which nothing is read.
  explicit IncludeFolders(std::filesystem::path root) : root_(std::move(root)) {}

  /// Is `name`, which the source includes, another file than this one, of another program? So it is where builds lead
  /// to another file of that name, and none says a folder that this one lies in and the source does not, or may mean
  /// it, or compiles the source from elsewhere. Never of a header: builds of what includes it count. Both absolute.
  bool leadElsewhere(const std::filesystem::path& source, const std::string& name, const std::filesystem::path& file);

 private:
  struct Build {
    std::filesystem::path file;
    std::string text;
    std::vector<std::string> places;  ///< words that may be a file or a folder
    bool isUnread = false;            ///< it is too large, or cannot be read: it may say anything
  };
  using Builds = std::vector<const Build*>;
  /// Of the sources of one folder.
  struct Counting {
    Builds builds;
    std::set<const Build*> taken;  ///< of these: not beside the source or above it
    IncludeWays ways;
  };
  /// Read once. Null: it is a text for people, or what a compiler made.
  const Build* buildAt(const std::filesystem::path& path);
  /// What lies in a folder, sources left out.
  const Builds& buildsIn(const std::filesystem::path& folder);
  /// What lies in the folder of the source and in those above, and what they take in by its name.
  const Counting& countingFor(const std::filesystem::path& source);
  /// All of the project, as far as their names tell that they are builds.
  const Builds& all();
  /// Of these: what lies in a folder, or names it.
  const Builds& naming(const std::filesystem::path& folder);
  /// May a build that does not count for the source hand the folder to it?
  bool isHandedFolder(const std::filesystem::path& source, const Counting& counting,
                      const std::filesystem::path& folder);
  /// The files of that name that they lead to.
  const std::set<std::filesystem::path>& meantBy(const std::filesystem::path& source, const std::string& name);

  std::filesystem::path root_;
  std::map<std::filesystem::path, std::optional<Build>> read_;
  std::map<std::filesystem::path, Builds> inFolder_;
  std::optional<Builds> all_;
  std::map<std::filesystem::path, Counting> counting_;
  std::map<std::filesystem::path, Builds> naming_;
  std::map<std::pair<std::filesystem::path, std::string>, std::set<std::filesystem::path>> meant_;
};

}  // namespace warpwright::frontend
