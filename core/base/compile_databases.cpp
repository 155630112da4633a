#include "core/base/compile_databases.h"

#include <algorithm>
#include <set>

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr const char* databaseName = "compile_commands.json";

bool isOfBuilds(const fs::path& folder) {
  const std::string name = folder.filename().string();
  static const std::set<std::string> named = {"out", "debug", "release", "Debug", "Release"};
  return named.contains(name) || name.find("build") != std::string::npos || name.find("Build") != std::string::npos;
}

/// All of them, or those that builds may lie in: asked of each folder above a source, which may hold thousands.
std::vector<fs::path> foldersIn(const fs::path& folder, bool ofBuildsOnly = false) {
  std::error_code failed, ignored;
  std::vector<fs::path> folders;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (ofBuildsOnly && !isOfBuilds(it->path())) continue;
    if (it->is_directory(ignored) && !it->is_symlink(ignored)) folders.push_back(it->path());
  }
  std::ranges::sort(folders);
  return folders;
}

void addOf(const fs::path& folder, std::vector<fs::path>& databases) {
  const fs::path one = folder / databaseName;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(one, ignored)) && std::ranges::find(databases, one) == databases.end())
    databases.push_back(one);
}

}  // namespace

std::vector<fs::path> compileDatabases(const fs::path& folder) {
  std::vector<fs::path> databases;
  addOf(folder, databases);
  addOf(folder / "build", databases);
  for (const fs::path& build : foldersIn(folder, true)) {
    addOf(build, databases);
    for (const fs::path& kind : foldersIn(build)) {
      addOf(kind, databases);
      for (const fs::path& one : foldersIn(kind)) addOf(one, databases);
    }
  }
  return databases;
}

}  // namespace warpwright
