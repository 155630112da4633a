#include "app/cli/session_origin.h"

#include <filesystem>

#include "analysis/frontend/components.h"
#include "core/base/shell_word.h"
#include "core/base/version.h"
#include "core/report/report_input.h"

namespace warpwright::cli {

Status keepOrigin(Session& session, const Invocation& invocation, const ReadingOptions& reading) {
  std::string command = "warpwright";
  for (const std::string& word : invocation.words) command += ' ' + shellWord(word);
  std::vector<std::pair<std::string, std::string>> values = {{commandKey, command}, {"Warpwright", versionText()}};
  std::error_code unknown;
  values.emplace_back(commandFolderKey, std::filesystem::current_path(unknown).string());
  std::string options, flags;
  for (const std::string& word : reading.options) options += (options.empty() ? "" : " ") + shellWord(word);
  for (const std::string& flag : reading.flags) flags += (flags.empty() ? "" : "\n") + flag;
  values.emplace_back(readingOptionsKey, options);
  values.emplace_back(flagsKey, flags);
  for (const auto& [name, version] : frontend::components()) values.emplace_back(name, version);
  for (const auto& [name, value] : values) {
    if (Status set = session.setValue(name, value); !set.ok()) return set;
  }
  return {};
}

}  // namespace warpwright::cli
