#include "core/base/file_index.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "core/base/compile_databases.h"
#include "core/base/file.h"
#include "core/base/regular_file.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr std::array sourceEndings = {".cu",  ".cuh", ".h",   ".hpp", ".hh",  ".hxx", ".inl", ".inc", ".cui", ".c",
                                      ".cpp", ".cc",  ".cxx", ".C",   ".c++", ".cp",  ".def", ".tpp", ".ipp"};
constexpr std::array skippedFolders = {".git", ".svn", ".hg", "CMakeFiles", "node_modules"};

/// `name` as the end of a path (folderBy).
fs::path tailOf(const std::string& name) {
  fs::path tail;
  for (const fs::path& part : fs::path(name).lexically_normal()) {
    if (part != "..") tail /= part;
  }
  return tail;
}

/// Does the compile_commands.json say how to compile a file in the folder or below it?
bool listsFileBelow(const fs::path& database, const fs::path& folder) {
  const Result<std::string> text = readFile(database, largestDatabase);
  if (!text.ok()) return false;
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(folder, ignored);
  const nlohmann::json entries = nlohmann::json::parse(*text, nullptr, false);
  return entries.is_array() && std::any_of(entries.begin(), entries.end(), [&](const nlohmann::json& entry) {
           const auto textOf = [&](const char* key) {
             const auto found = entry.is_object() ? entry.find(key) : entry.end();
             return entry.is_object() && found != entry.end() && found->is_string()
                        ? fs::path(found->get<std::string>())
                        : fs::path();
           };
           const fs::path name = textOf("file");
           const fs::path file = (database.parent_path() / textOf("directory") / name).lexically_normal();
           return !name.empty() && (isBelow(file, folder) || isBelow(file, real));
         });
}

/// What is no folder below one, and in none that is skipped.
template <typename Visit>
void eachFileBelow(const fs::path& root, const fs::path& from, size_t limit, Visit visit) {
  std::error_code problem, ignored;
  fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, problem), end;
  for (size_t seen = 0; !problem && it != end && seen < limit; it.increment(problem), ++seen) {
    const fs::path& path = it->path();
    if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
      const std::string name = path.filename().string();
      const auto isAround = [&] { return isBelow(from, path); };
      if (std::find(skippedFolders.begin(), skippedFolders.end(), name) != skippedFolders.end() ||
          (fs::exists(path / variantMarker, ignored) && !isAround())) {
        it.disable_recursion_pending();
      }
    } else {
      visit(*it);
    }
  }
}

}  // namespace

bool isBelow(const fs::path& path, const fs::path& folder) {
  const fs::path inside = path.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

bool isSourceName(const fs::path& path) {
  const std::string ending = path.extension().string();
  return std::find(sourceEndings.begin(), sourceEndings.end(), ending) != sourceEndings.end();
}

FileIndex::FileIndex(const fs::path& root, const fs::path& from, size_t limit) : root_(root) {
  std::error_code failed;
  const fs::path realRoot = fs::canonical(root, failed);
  eachFileBelow(root, from, limit, [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    if (entry.is_directory(ignored)) {  // a link to one
      const fs::path real = fs::canonical(entry.path(), ignored);
      const bool isInside = real == realRoot || isBelow(real, realRoot);
      (isInside ? linksInside_ : linksAway_).push_back(entry.path());
      return;
    }
    if (entry.is_symlink(ignored) && isBelow(fs::canonical(entry.path(), ignored), realRoot))
      linksInside_.push_back(entry.path());
    if (isSourceName(entry.path())) (entry.is_regular_file(ignored) ? files_ : unreadable_).push_back(entry.path());
  });
  std::sort(files_.begin(), files_.end());
  std::sort(unreadable_.begin(), unreadable_.end());
  std::sort(linksAway_.begin(), linksAway_.end());
  for (const fs::path& file : files_) byName_.emplace(file.filename().string(), file);
}

std::multimap<std::string, fs::path> filesOfOtherEndings(const fs::path& root, const fs::path& from, size_t limit) {
  std::multimap<std::string, fs::path> files;
  eachFileBelow(root, from, limit, [&](const fs::directory_entry& entry) {
    std::error_code ignored;
    if (!isSourceName(entry.path()) && entry.is_regular_file(ignored))
      files.emplace(entry.path().filename().string(), entry.path());
  });
  return files;
}

std::vector<fs::path> FileIndex::filesOf(const std::string& name) const {
  const fs::path tail = tailOf(name);
  std::error_code failed;
  const fs::path realRoot = fs::canonical(root_, failed);
  std::vector<fs::path> found;
  const auto [first, last] = byName_.equal_range(tail.filename().string());
  for (auto it = first; it != last; ++it) {
    if (!it->second.string().ends_with("/" + tail.string())) continue;
    const fs::path real = fs::canonical(it->second, failed);
    if (!failed && isBelow(real, realRoot)) found.push_back(it->second);
  }
  return found;
}

fs::path variantFolder(const fs::path& file) {
  std::error_code ignored;
  for (fs::path folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / variantMarker, ignored)) return folder;
  }
  return {};
}

fs::path FileIndex::folderFor(const std::string& name) const {
  const std::vector<fs::path> found = filesOf(name);
  return found.size() == 1 ? folderBy(found.front(), name) : fs::path();
}

fs::path folderBy(const fs::path& file, const std::string& name) {
  const std::string& path = file.native();
  const std::string tail = "/" + tailOf(name).string();
  return tail.size() > 1 && path.ends_with(tail) ? fs::path(path.substr(0, path.size() - tail.size())) : fs::path();
}

bool holdsProjects(const fs::path& folder) {
  std::error_code ignored;
  const char* home = std::getenv("HOME");
  return !folder.has_relative_path() || (home && folder == fs::path(home)) ||
         folder == fs::temp_directory_path(ignored);
}

fs::path projectRoot(const fs::path& file, const fs::path& named) {
  std::error_code ignored;
  const fs::path own = !named.empty() && !holdsProjects(named) && isBelow(file, named) ? named : file.parent_path();
  for (fs::path folder = file.parent_path(); !holdsProjects(folder); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", ignored)) return folder;
    for (const fs::path& database : compileDatabases(folder)) {
      if (!checkRegularFile(database, largestDatabase).ok()) continue;
      // What lies in the folder that was named is meant; one above it may be anybody's.
      if (isBelow(folder, own) || listsFileBelow(database, own)) return folder;
    }
  }
  return own;
}

fs::path folderOfHeader(const std::string& name, const FileIndex& project) {
  const std::vector<fs::path> found = project.filesOf(name);
  std::error_code ignored;
  return found.empty() && fs::exists(sampleHeaders() / name, ignored) ? sampleHeaders() : project.folderFor(name);
}

fs::path sampleHeaders() {
  return resourceFolder() / "cuda/samples";
}

}  // namespace warpwright
