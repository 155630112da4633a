#include "analysis/frontend/include_scan.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::array sourceEndings = {".cu", ".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cui",
                                      ".c",  ".cpp", ".cc", ".cxx", ".def", ".tpp", ".ipp"};
constexpr std::array skippedFolders = {".git", ".svn", ".hg", "CMakeFiles", "node_modules"};

std::string_view skipBlanks(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// The name of an include line, with its opening quote or bracket; empty for any other line.
std::string_view includeOf(std::string_view line) {
  line = skipBlanks(line);
  if (!line.starts_with('#')) return {};
  line = skipBlanks(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = skipBlanks(line.substr(7));
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const size_t close = line.find(line[0] == '"' ? '"' : '>', 1);
  return close == std::string_view::npos ? std::string_view{} : line.substr(0, close);
}

template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  for (size_t start = 0; start < text.size();) {
    size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    if (!visit(text.substr(start, end - start))) return;
    start = end + 1;
  }
}

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

std::vector<std::string> includedNames(std::string_view text) {
  std::vector<std::string> names;
  eachLine(text, [&](std::string_view line) {
    const std::string_view name = includeOf(line);
    if (name.size() > 1) names.emplace_back(name.substr(1));
    return true;
  });
  return names;
}

std::vector<std::string> leadingSystemIncludes(std::string_view text) {
  std::vector<std::string> names;
  bool inComment = false;
  eachLine(text, [&](std::string_view line) {
    line = skipBlanks(line);
    if (inComment) {
      const size_t close = line.find("*/");
      if (close == std::string_view::npos) return true;
      line = skipBlanks(line.substr(close + 2));
      inComment = false;
    }
    if (line.empty() || line.starts_with("//")) return !line.ends_with('\\');
    if (line.starts_with("/*")) {
      const size_t close = line.find("*/", 2);
      if (close == std::string_view::npos) return inComment = true;
      return skipBlanks(line.substr(close + 2)).empty();
    }
    const std::string_view name = includeOf(line);
    if (name.size() < 2 || name[0] != '<') return false;
    // What follows the name must be nothing, or a whole comment of this line.
    std::string_view rest = skipBlanks(line.substr(static_cast<size_t>(name.data() - line.data()) + name.size() + 1));
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    if (!rest.empty() && (!rest.starts_with("//") || rest.ends_with('\\'))) return false;
    names.emplace_back(name.substr(1));
    return true;
  });
  return names;
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

}  // namespace warpwright::frontend
