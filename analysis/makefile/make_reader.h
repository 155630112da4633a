#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/makefile/expander.h"
#include "core/base/result.h"

namespace warpwright::makefile {

struct RecipeLine {
  std::string text;  ///< as it is written, without its prefix
  uint32_t line = 0;
  size_t file = 0;                ///< of Makefile::files
  std::optional<size_t> isMaybe;  ///< whether it counts is not known: the reason
};

/// How a target is made. What several lines say of one target are several rules.
struct Rule {
  std::string target;                      ///< with a `%` in a pattern rule
  std::vector<std::string> prerequisites;  ///< of `%`, too, in a pattern rule; those behind `|` last
  size_t ordered = 0;                      ///< how many of them stand behind `|`
  std::string stem;                        ///< of a static pattern rule
  size_t recipe = 0;                       ///< of Makefile::recipes
  std::optional<size_t> isMaybe;
  bool isDouble = false;  ///< by `::`: it is run beside the target's other rules
};

/// A variable that has another value while a target, or what it needs, is made.
struct TargetVariable {
  std::string target, name, value;
  Assignment how = Assignment::recursive;
  bool isOverride = false;
  std::optional<size_t> isMaybe;
  bool isPrivate = false;  ///< what the target needs does not have it
};

/// What a Makefile says.
struct Makefile {
  Expander values;  ///< variables as they are at its end
  std::vector<std::filesystem::path> files;
  std::vector<std::vector<RecipeLine>> recipes;
  std::vector<Rule> rules, patterns;
  std::vector<TargetVariable> targetVariables;
  std::map<std::string, std::vector<std::string>> searched;  ///< by pattern: the folders of `vpath`
  std::vector<std::string> suffixes;
  std::string defaultGoal;              ///< empty: there is none
  std::optional<size_t> unknownTarget;  ///< why targets of a rule are not known; empty: there is no such rule
};

/// Reads it as GNU make does, but runs nothing, and takes no file from outside of `root`. Both absolute and without
/// "..". What cannot be told is unknown (see Expander), but for conditionals that `choices` answers. Errors: it cannot
/// be read, or make would not take it: with the line.
Result<Makefile> readMakefile(const std::filesystem::path& file, const std::filesystem::path& root,
                              const Expander::Choices& choices = {});

/// Reads it once for each set of answers to its conditionals that cannot be told (`ifeq ($(shell …),)`), so that in
/// each all are; where these are too many, once, with conditionals that are not known. Errors: as above.
Result<std::vector<Makefile>> readMakefileInEachWay(const std::filesystem::path& file,
                                                    const std::filesystem::path& root);

}  // namespace warpwright::makefile
