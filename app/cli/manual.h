#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpwright::cli {

/// With a folder behind it, what builds the packages asks for: writes the manual and is in no help.
inline constexpr const char* manualOption = "--write-manual";

/// An option as manuals and completions show it.
struct ManualOption {
  std::vector<std::string> names;    ///< "-h", "--help"; none: a word by its place
  std::string value;                 ///< what it takes: "TEXT", "FILE"; empty: nothing
  std::vector<std::string> choices;  ///< the values there are, where they are few
  std::string description;
  bool isRequired = false;
};
/// Of a command, or of `warpwright` itself; without those that the help hides.
std::vector<ManualOption> manualOptions(const CLI::App& app);

/// man1/warpwright.1, and man1/warpwright-COMMAND.1 of each command, as roff.
std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& app);
/// What completes words in a shell.
std::string bashCompletion(const CLI::App& app);
std::string zshCompletion(const CLI::App& app);
std::string fishCompletion(const CLI::App& app);

/// Writes all of them below `folder`: man1/…, completions/warpwright (bash), completions/_warpwright (zsh) and
/// completions/warpwright.fish. Errors: it cannot be written.
Status writeManual(const CLI::App& app, const std::filesystem::path& folder);

}  // namespace warpwright::cli
