#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpwright::frontend {

/// Words of builds that may be the way to a folder whose name they do not say: `-I../$(KIND)`, `-I$(FOLDER)`, `../*/`.
class IncludeWays {
 public:
  /// Adds a build. `folder`: where its words lead from; empty: that is not known. `isOwn`: it lies beside the source.
  void add(const std::string& text, const std::filesystem::path& folder, bool isOwn);
  /// May one of them lead to `folder`, in which a header is to be found as `name`? Asked when all builds are added.
  bool mayLeadTo(const std::filesystem::path& folder, const std::string& name) const;

 private:
  struct Word {
    std::string text;              ///< variables in the marks that `include_ways.cpp` gives them
    std::filesystem::path folder;  ///< of its build
    bool isOfInclude = false;      ///< an option or a list for headers has it
    bool isOption = false;
    bool isOwn = false;
  };
  void define(const std::string& name, const std::string& value, bool isFixed);
  /// As a pattern of file names: variables that are one word are these.
  std::string patternOf(const std::string& word) const;

  /// Builds of many programs are given what differs by each one's own: is that what variables stand for there?
  bool isGiven(const std::string& pattern, const std::string& name) const;

  std::vector<Word> words_;
  std::string own_;                            ///< the texts of the builds beside the source
  std::map<std::string, std::string> values_;  ///< of variables; empty: several, or none that is known
};

}  // namespace warpwright::frontend
