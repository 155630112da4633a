#include "analysis/analyzer/project_options.h"

#include <algorithm>

#include "analysis/frontend/project_settings.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

void addNew(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

std::string kernelOf(const std::string& launch) {
  return launch.substr(0, launch.find("<<<"));
}

}  // namespace

Result<AnalyzeOptions> withSettings(AnalyzeOptions options, const std::vector<fs::path>& paths) {
  const std::vector<std::string> given = options.launches;
  const bool namesPasses = options.passes.has_value() || !options.families.empty();
  for (const fs::path& path : paths) {
    std::error_code ignored;
    const fs::path whole = fs::absolute(path, ignored).lexically_normal();
    const bool isFolder = fs::is_directory(whole, ignored);
    const fs::path folder = isFolder ? (whole / "").parent_path() : whole.parent_path();
    const fs::path named = isFolder && options.project.empty() ? folder : options.project;
    const auto settings = frontend::settingsFor(folder, projectRoot(folder / "any", named));
    if (!settings.ok()) return settings.error();
    for (const std::string& launch : settings->launches) {
      const auto isOfSame = [&](const std::string& one) { return kernelOf(one) == kernelOf(launch); };
      if (std::none_of(given.begin(), given.end(), isOfSame)) addNew(options.launches, launch);
    }
    for (const std::string& program : settings->programs) {
      if (options.program.empty()) addNew(options.programs, program);
    }
    if (namesPasses || settings->passes.empty()) continue;
    if (!options.passes) options.passes.emplace();
    for (const std::string& pass : settings->passes) addNew(*options.passes, pass);
  }
  return options;
}

}  // namespace warpwright::analysis
