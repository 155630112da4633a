// Asked of all files of a project in turn: names are compared as they are, and not taken apart.
#include "analysis/frontend/program_folders.h"

#include <algorithm>

namespace warpwright::frontend {

namespace fs = std::filesystem;

bool liesIn(const fs::path& folder, const fs::path& file) {
  const std::string& above = folder.native();
  const std::string& below = file.native();
  if (!below.starts_with(above)) return false;
  return above.empty() || above.ends_with('/') || (below.size() > above.size() && below[above.size()] == '/');
}

fs::path ownFolder(const fs::path& path, const fs::path& other) {
  const std::string& own = path.native();
  const std::string& its = other.native();
  const auto [parted, ignored] = std::mismatch(own.begin(), own.end(), its.begin(), its.end());
  // Where they part inside a name, they part at its beginning.
  const size_t at = static_cast<size_t>(parted - own.begin());
  const size_t slash = at == 0 ? std::string::npos : own.rfind('/', at - 1);
  const size_t begin = slash == std::string::npos ? 0 : slash + 1;
  const size_t end = own.find('/', begin);
  if (end == std::string::npos || its.find('/', begin) == std::string::npos) return {};
  return own.substr(0, end);
}

ProgramFolders::ProgramFolders(const std::set<fs::path>& mains) {
  for (const fs::path& one : mains) {
    const std::string& name = one.native();
    for (size_t slash = name.find('/', 1); slash != std::string::npos; slash = name.find('/', slash + 1))
      holding_.insert(name.substr(0, slash));
  }
}

bool ProgramFolders::areApart(const fs::path& one, const fs::path& other) const {
  return isOfOther(one, other) && isOfOther(other, one);
}

bool ProgramFolders::isOfOther(const fs::path& file, const fs::path& than) const {
  return holding_.contains(ownFolder(file, than).native());
}

}  // namespace warpwright::frontend
