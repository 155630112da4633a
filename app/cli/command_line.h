#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"

namespace warpwright::cli {

/// Everything that `warpwright` understands, and what runs each command.
struct CommandLine {
  std::unique_ptr<CLI::App> app;
  std::vector<std::pair<CLI::App*, Action>> actions;

  CommandLine();
  CommandLine(CommandLine&&) noexcept;
  ~CommandLine();
};
CommandLine commandLine();

/// What `--version` prints: of which commit, on which libraries, under which licence.
std::string versionLines();

/// The name that somebody may have meant by `word`: " Did you mean `analyze`?", or nothing where none is near.
std::string didYouMean(const std::string& word, const std::vector<std::string>& names);
/// The same for the words of a command line that are no options of their command.
std::string didYouMean(const CommandLine& line, const std::vector<std::string>& words);

}  // namespace warpwright::cli
