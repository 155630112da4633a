#include "analysis/frontend/includers.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/frontend/include_scan.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {

namespace fs = std::filesystem;

const Includers::Source& Includers::sourceAt(const fs::path& file) {
  std::error_code ignored;
  const fs::file_time_type written = fs::last_write_time(file, ignored);
  const auto [known, isNew] = known_.try_emplace(file);
  if (!isNew && known->second.written == written) return known->second;
  known->second = {written, {}, false};
  const Result<std::string> text = readFile(file, largestSource);
  if (!text.ok()) return known->second;
  known->second.includes = includesOf(*text);
  const std::string ending = file.extension().string();
  const bool mayBeCuda = ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
  known->second.isCuda = ending == ".cu" || (mayBeCuda && text->find("<<<") != std::string::npos);
  return known->second;
}

std::vector<fs::path> Includers::of(const fs::path& file, const fs::path& root, const fs::path& unit,
                                    const std::set<fs::path>& cuda) {
  const FileIndex project(root, unit);
  std::set<fs::path> files = cuda;
  for (const fs::path& one : project.files()) files.insert(one.lexically_normal());
  // Who includes something of this name: only these are asked where the file lies that they mean.
  std::multimap<std::string, std::pair<const fs::path*, const Include*>> byName;
  for (const fs::path& one : files) {
    for (const Include& include : sourceAt(one).includes)
      byName.emplace(include.name.substr(include.name.rfind('/') + 1), std::pair(&one, &include));
  }
  // A name that does not lead to the file beside may mean any of the project, as flags say that are not known here.
  const auto mayMean = [&](const fs::path& one, const Include& include, const fs::path& file) {
    if (include.name.empty()) return true;
    const fs::path beside = (one.parent_path() / include.name).lexically_normal();
    if (beside == file) return true;
    if (include.isBeside && files.contains(beside)) return false;
    return std::ranges::any_of(project.filesOf(include.name),
                               [&](const fs::path& found) { return found.lexically_normal() == file; });
  };
  std::vector<fs::path> open{file.lexically_normal()};
  std::set<fs::path> seen(open.begin(), open.end());
  std::vector<fs::path> sources;
  while (!open.empty()) {
    const fs::path next = open.back();
    open.pop_back();
    bool isIncluded = false;
    for (const std::string& named : {next.filename().string(), std::string()}) {
      const auto [first, last] = byName.equal_range(named);
      for (auto it = first; it != last; ++it) {
        const auto& [one, include] = it->second;
        if (*one == next || !mayMean(*one, *include, next)) continue;
        isIncluded = isIncluded || !named.empty();
        if (seen.insert(*one).second) open.push_back(*one);
      }
    }
    if (!isIncluded && seen.size() > 1 && (sourceAt(next).isCuda || cuda.contains(next))) sources.push_back(next);
  }
  return sources;
}

}  // namespace warpwright::frontend
