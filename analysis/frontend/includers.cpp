#include "analysis/frontend/includers.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/program_folders.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {

namespace fs = std::filesystem;

namespace {

/// Does a line begin with a `main`, and what it gives?
bool definesMain(const std::string& text) {
  for (size_t at = text.find("main"); at != std::string::npos; at = text.find("main", at + 4)) {
    const size_t line = text.rfind('\n', at) + 1;  // 0: the first
    const std::string_view before = std::string_view(text).substr(line, at - line);
    const size_t next = text.find_first_not_of(" \t", at + 4);
    if (next != std::string::npos && text[next] == '(' && (before == "int " || before == "void " || before.empty()))
      return true;
  }
  return false;
}

/// Is there a `#define __global__`?
bool hasGlobalDefined(const std::string& text) {
  constexpr std::string_view name = "__global__";
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + name.size())) {
    const std::string_view line = std::string_view(text).substr(0, at).substr(text.rfind('\n', at) + 1);
    const size_t hash = line.find_first_not_of(" \t"), last = line.find_last_not_of(" \t");
    const bool isDirective = hash != std::string_view::npos && (line[hash] == '#' || line.substr(hash, 2) == "%:");
    if (isDirective && line.substr(0, last + 1).ends_with("define")) return true;
  }
  return false;
}

/// The project's files, and those that are compiled as CUDA.
std::set<fs::path> filesOf(const FileIndex& project, std::set<fs::path> files) {
  for (const fs::path& one : project.files()) files.insert(one.lexically_normal());
  return files;
}

}  // namespace

const Includers::Source& Includers::sourceAt(const fs::path& file) {
  std::error_code ignored;
  const fs::file_time_type written = fs::last_write_time(file, ignored);
  const auto [known, isNew] = known_.try_emplace(file);
  if (!isNew && known->second.written == written) return known->second;
  known->second = {written, {}, false, false, false, false};
  const Result<std::string> text = readFile(file, largestSource);
  if (!text.ok()) return known->second;
  known->second.includes = includesOf(*text);
  const std::string ending = file.extension().string();
  const bool mayBeCuda = ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
  known->second.definesMain = ending.starts_with(".c") && ending != ".cuh" && definesMain(*text);
  known->second.isCuda = ending == ".cu" || (mayBeCuda && text->find("<<<") != std::string::npos);
  known->second.isCpp = mayBeCuda && !known->second.isCuda;
  known->second.definesGlobal = hasGlobalDefined(*text);
  return known->second;
}

std::vector<fs::path> Includers::of(const fs::path& file, const fs::path& root, const fs::path& unit,
                                    const std::set<fs::path>& cuda) {
  const FileIndex project(root, unit);
  std::vector<fs::path> sources = madeOf(file, project, filesOf(project, cuda));
  std::erase_if(sources, [&](const fs::path& one) { return !sourceAt(one).isCuda && !cuda.contains(one); });
  return sources;
}

std::vector<fs::path> Includers::ofCpp(const fs::path& file, const fs::path& root, const fs::path& unit,
                                       const std::set<fs::path>& cuda) {
  const FileIndex project(root, unit);
  std::vector<fs::path> sources = madeOf(file, project, filesOf(project, cuda));
  std::erase_if(sources, [&](const fs::path& one) { return !sourceAt(one).isCpp || cuda.contains(one); });
  return sources;
}

bool Includers::definesGlobal(const fs::path& root, const fs::path& unit) {
  const FileIndex project(root, unit);
  return std::ranges::any_of(project.files(),
                             [&](const fs::path& one) { return sourceAt(one.lexically_normal()).definesGlobal; });
}

std::vector<fs::path> Includers::madeOf(const fs::path& file, const FileIndex& project,
                                        const std::set<fs::path>& files) {
  // Who includes something of this name: only these are asked where the file lies that they mean.
  std::multimap<std::string, std::pair<const fs::path*, const Include*>> byName;
  for (const fs::path& one : files) {
    for (const Include& include : sourceAt(one).includes)
      byName.emplace(include.name.substr(include.name.rfind('/') + 1), std::pair(&one, &include));
  }
  // A name that does not lead to the file beside may mean any of the project, as flags say that are not known here.
  std::set<fs::path> mains;
  for (const fs::path& one : files) {
    if (sourceAt(one).definesMain) mains.insert(one);
  }
  const ProgramFolders folders(mains);
  const auto mayMean = [&](const fs::path& one, const Include& include, const fs::path& file) {
    // What a macro says may be any file, of the same program.
    if (include.name.empty()) return !folders.areApart(one, file);
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
    if (!isIncluded && seen.size() > 1) sources.push_back(next);
  }
  return sources;
}

}  // namespace warpwright::frontend
