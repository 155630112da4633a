#include "analysis/frontend/program_folders.h"

#include <algorithm>
#include <iterator>

namespace warpwright::frontend {

namespace fs = std::filesystem;

bool liesIn(const fs::path& folder, const fs::path& file) {
  return file.string().starts_with((folder / "").string());
}

fs::path ownFolder(const fs::path& path, const fs::path& other) {
  const auto [own, its] = std::mismatch(path.begin(), path.end(), other.begin(), other.end());
  if (own == path.end() || its == other.end() || std::next(own) == path.end() || std::next(its) == other.end())
    return {};
  fs::path folder;
  for (auto part = path.begin(); part != own; ++part) folder /= *part;
  return folder / *own;
}

bool areOfDifferentPrograms(const fs::path& one, const fs::path& other, const std::set<fs::path>& mains) {
  const auto holdsMain = [&](const fs::path& folder) {
    // Paths are sorted part by part: what lies in a folder follows it.
    const auto first = folder.empty() ? mains.end() : mains.lower_bound(folder / "");
    return first != mains.end() && liesIn(folder, *first);
  };
  return holdsMain(ownFolder(one, other)) && holdsMain(ownFolder(other, one));
}

}  // namespace warpwright::frontend
