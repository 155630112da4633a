#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpwright::frontend {

/// Where builds say that headers of a source lie which are not found beside it: `-I../rows`, `INC = ../rows`, or
/// `../rows/kernel.h` as what the source depends on. Read by words, of what lies beside the source and above it.
class IncludeFolders {
 public:
  IncludeFolders() = default;
  /// `root`: the project's folder, above which nothing is read.
  explicit IncludeFolders(std::filesystem::path root) : root_(std::move(root)) {}

  /// Is `name`, which the source includes, another file than this one, of another program? So it is where builds lead
  /// to another file of that name, and none says a folder that this one lies in and the source does not. Both absolute.
  bool leadElsewhere(const std::filesystem::path& source, const std::string& name, const std::filesystem::path& file);

 private:
  struct Build {
    std::filesystem::path folder;
    std::string text;
    std::vector<std::string> places;  ///< words that may be a file or a folder
    bool isUnread = false;            ///< it is too large, or cannot be read: it may say anything
  };
  /// What lies in a folder; sources, texts for people and what compilers made left out.
  const std::vector<Build>& buildsIn(const std::filesystem::path& folder);
  /// What lies in the folder of the source and in those above.
  std::vector<const Build*> buildsOf(const std::filesystem::path& source);
  /// The files of that name that they lead to.
  const std::set<std::filesystem::path>& meantBy(const std::filesystem::path& source, const std::string& name);

  std::filesystem::path root_;
  std::map<std::filesystem::path, std::vector<Build>> builds_;
  std::map<std::pair<std::filesystem::path, std::string>, std::set<std::filesystem::path>> meant_;
};

}  // namespace warpwright::frontend
