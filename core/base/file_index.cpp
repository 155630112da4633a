#include "core/base/file_index.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/file.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr std::array sourceEndings = {".cu", ".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cui",
                                      ".c",  ".cpp", ".cc", ".cxx", ".def", ".tpp", ".ipp"};
constexpr std::array skippedFolders = {".git", ".svn", ".hg", "CMakeFiles", "node_modules"};

size_t sharedParts(const fs::path& a, const fs::path& b) {
  size_t count = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end() && *x == *y; ++x, ++y) ++count;
  return count;
}

}  // namespace

bool isSourceName(const fs::path& path) {
  const std::string ending = path.extension().string();
  return std::find(sourceEndings.begin(), sourceEndings.end(), ending) != sourceEndings.end();
}

FileIndex::FileIndex(const fs::path& root, size_t limit) {
  std::error_code problem;
  fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, problem), end;
  for (size_t seen = 0; !problem && it != end && seen < limit; it.increment(problem), ++seen) {
    const fs::path& path = it->path();
    if (it->is_directory(problem) && !it->is_symlink(problem)) {
      const std::string name = path.filename().string();
      if (std::find(skippedFolders.begin(), skippedFolders.end(), name) != skippedFolders.end()) {
        it.disable_recursion_pending();
      }
    } else if (isSourceName(path)) {
      files_.push_back(path);
    }
  }
  std::sort(files_.begin(), files_.end());
  for (const fs::path& file : files_) byName_.emplace(file.filename().string(), file);
}

fs::path FileIndex::folderFor(const std::string& name, const fs::path& from) const {
  // "../common/x.h" was tried where it stands already; what counts is the part that a folder can be put before.
  fs::path tail;
  for (const fs::path& part : fs::path(name).lexically_normal()) {
    if (part != "..") tail /= part;
  }
  fs::path best;
  size_t bestShared = 0, bestLength = 0;
  const auto [first, last] = byName_.equal_range(tail.filename().string());
  for (auto it = first; it != last; ++it) {
    const std::string path = it->second.string();
    if (!path.ends_with("/" + tail.string())) continue;
    const fs::path folder = path.substr(0, path.size() - tail.string().size() - 1);
    const size_t shared = sharedParts(folder, from), length = path.size();
    if (best.empty() || shared > bestShared || (shared == bestShared && length < bestLength)) {
      best = folder;
      bestShared = shared;
      bestLength = length;
    }
  }
  return best;
}

fs::path projectRoot(const fs::path& file) {
  std::error_code ignored;
  const fs::path start = file.parent_path();
  fs::path folder = start;
  for (int level = 0; level < 8 && folder.has_relative_path(); ++level, folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", ignored)) return folder;
  }
  // No repository: as far up as folders look like parts of one project, at most three levels, never a file system's
  // top or a home folder.
  folder = start;
  const char* home = std::getenv("HOME");
  for (int level = 0; level < 3; ++level) {
    const fs::path parent = folder.parent_path();
    if (!parent.has_relative_path() || !parent.parent_path().has_relative_path()) break;
    if ((home && parent == fs::path(home)) || parent == fs::temp_directory_path(ignored)) break;
    folder = parent;
  }
  return folder;
}

fs::path folderOfHeader(const std::string& name, const fs::path& file, const FileIndex& project) {
  const fs::path folder = project.folderFor(name, file.parent_path());
  std::error_code ignored;
  return folder.empty() && fs::exists(sampleHeaders() / name, ignored) ? sampleHeaders() : folder;
}

fs::path sampleHeaders() { return resourceFolder() / "cuda/samples"; }

}  // namespace warpwright
