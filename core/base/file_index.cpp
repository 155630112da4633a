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

bool startsMain(const std::string& text) {
  for (size_t at = text.find("main"); at != std::string::npos; at = text.find("main", at + 4)) {
    const size_t next = text.find_first_not_of(" \t", at + 4);
    const bool begins = at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\n');
    if (begins && next != std::string::npos && text[next] == '(') return true;
  }
  return false;
}

/// A file of the folder has a main function: what else lies there may be for that program alone. `files` are sorted.
bool holdsProgram(const fs::path& folder, const std::vector<fs::path>& files) {
  const auto parts = static_cast<size_t>(std::distance(folder.begin(), folder.end()));
  for (auto it = std::lower_bound(files.begin(), files.end(), folder); it != files.end() && sharedParts(*it, folder) == parts; ++it) {
    const std::string ending = it->extension().string();
    if (it->parent_path() != folder || (!ending.starts_with(".c") && !ending.starts_with(".C")) || ending == ".cuh") continue;
    const Result<std::string> text = readFile(*it, uint64_t{1} << 20);
    if (text.ok() && startsMain(*text)) return true;
  }
  return false;
}

}  // namespace

bool isSourceName(const fs::path& path) {
  const std::string ending = path.extension().string();
  return std::find(sourceEndings.begin(), sourceEndings.end(), ending) != sourceEndings.end();
}

FileIndex::FileIndex(const fs::path& root, const fs::path& from, size_t limit) {
  std::error_code problem;
  fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, problem), end;
  for (size_t seen = 0; !problem && it != end && seen < limit; it.increment(problem), ++seen) {
    const fs::path& path = it->path();
    if (it->is_directory(problem) && !it->is_symlink(problem)) {
      const std::string name = path.filename().string();
      const auto isAround = [&] { return sharedParts(path, from) == static_cast<size_t>(std::distance(path.begin(), path.end())); };
      if (std::find(skippedFolders.begin(), skippedFolders.end(), name) != skippedFolders.end() ||
          (fs::exists(path / variantMarker, problem) && !isAround())) {
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
  struct Candidate {
    fs::path folder;
    size_t shared = 0, length = 0;
  };
  std::vector<Candidate> candidates;
  const auto [first, last] = byName_.equal_range(tail.filename().string());
  for (auto it = first; it != last; ++it) {
    const std::string path = it->second.string();
    if (!path.ends_with("/" + tail.string())) continue;
    const fs::path folder = path.substr(0, path.size() - tail.string().size() - 1);
    candidates.push_back({folder, sharedParts(folder, from), path.size()});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.shared != b.shared ? a.shared > b.shared : a.length < b.length;
  });
  // What another program keeps beside its own files comes last.
  constexpr size_t looked = 8;
  for (size_t i = 0; candidates.size() > 1 && i < std::min(candidates.size(), looked); ++i) {
    const fs::path& folder = candidates[i].folder;
    const bool isAbove = candidates[i].shared == static_cast<size_t>(std::distance(folder.begin(), folder.end()));
    if (isAbove || !holdsProgram(folder, files_)) return folder;
  }
  return candidates.empty() ? fs::path() : candidates.front().folder;
}

fs::path variantFolder(const fs::path& file) {
  std::error_code ignored;
  for (fs::path folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (fs::exists(folder / variantMarker, ignored)) return folder;
  }
  return {};
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
