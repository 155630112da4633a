#include "analysis/frontend/includers.h"

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
  known->second.names = includedNames(*text);
  const std::string ending = file.extension().string();
  const bool mayBeCuda = ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
  known->second.isCuda = ending == ".cu" || (mayBeCuda && text->find("<<<") != std::string::npos);
  return known->second;
}

std::vector<fs::path> Includers::of(const fs::path& file, const fs::path& root, const fs::path& unit) {
  const FileIndex project(root, unit);
  std::set<fs::path> files;
  for (const fs::path& one : project.files()) files.insert(one.lexically_normal());
  // Who includes something of this name: only these are asked where the file lies that they mean.
  std::multimap<std::string, std::pair<const fs::path*, const std::string*>> byName;
  for (const fs::path& one : files) {
    for (const std::string& name : sourceAt(one).names)
      byName.emplace(name.substr(name.rfind('/') + 1), std::pair(&one, &name));
  }
  const auto meantBy = [&](const fs::path& one, const std::string& name) {
    const fs::path beside = (one.parent_path() / name).lexically_normal();
    if (files.contains(beside)) return beside;
    const fs::path folder = project.folderFor(name);
    return folder.empty() ? fs::path() : (folder / name).lexically_normal();
  };
  std::vector<fs::path> open{file.lexically_normal()};
  std::set<fs::path> seen(open.begin(), open.end());
  std::vector<fs::path> sources;
  while (!open.empty()) {
    const fs::path next = open.back();
    open.pop_back();
    bool isIncluded = false;
    const auto [first, last] = byName.equal_range(next.filename().string());
    for (auto it = first; it != last; ++it) {
      const auto& [one, name] = it->second;
      if (*one == next || meantBy(*one, *name) != next) continue;
      isIncluded = true;
      if (seen.insert(*one).second) open.push_back(*one);
    }
    if (!isIncluded && seen.size() > 1 && sourceAt(next).isCuda) sources.push_back(next);
  }
  return sources;
}

}  // namespace warpwright::frontend
