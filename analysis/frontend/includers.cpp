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

}  // namespace

Includers::SourceText Includers::sourceAt(const fs::path& file) {
  std::error_code ignored;
  const fs::file_time_type written = fs::last_write_time(file, ignored);
  SourceText& known = known_[file];
  if (known && known->written == written) return known;
  Source read{.written = written, .includes = {}};
  if (const Result<std::string> text = readFile(file, largestSource); text.ok()) {
    const std::string ending = file.extension().string();
    const bool mayBeCuda = ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
    read.includes = includesOf(*text);
    read.definesMain = ending.starts_with(".c") && ending != ".cuh" && definesMain(*text);
    read.isCuda = ending == ".cu" || (mayBeCuda && text->find("<<<") != std::string::npos);
    read.isCpp = mayBeCuda && !read.isCuda;
    read.definesGlobal = hasGlobalDefined(*text);
  }
  return known = std::make_shared<const Source>(std::move(read));
}

Includers::SourceText Includers::sourceIn(const Project& project, const fs::path& file) {
  const auto known = project.sources.find(file);
  return known == project.sources.end() ? sourceAt(file) : known->second;
}

const Includers::Project& Includers::projectOf(const fs::path& root, const fs::path& unit,
                                               const std::set<fs::path>& cuda) {
  const auto [known, isNew] = projects_.try_emplace({root, variantFolder(unit), cuda});
  Project& project = known->second;
  if (!isNew) return project;
  project.index = FileIndex(root, unit);
  project.includeFolders = IncludeFolders(root);
  for (const fs::path& file : project.index.files()) project.sources.try_emplace(file.lexically_normal());
  for (const fs::path& file : cuda) project.sources.try_emplace(file);
  std::set<fs::path> mains;
  for (auto& [file, source] : project.sources) {
    source = sourceAt(file);
    for (const Include& include : source->includes)
      project.including.emplace(include.name.substr(include.name.rfind('/') + 1), std::pair(&file, &include));
    if (source->definesMain) mains.insert(file);
  }
  project.folders = ProgramFolders(mains);
  return project;
}

std::vector<fs::path> Includers::of(const fs::path& file, const fs::path& root, const fs::path& unit,
                                    const std::set<fs::path>& cuda) {
  const Project& project = projectOf(root, unit, cuda);
  std::vector<fs::path> sources = madeOf(file, project);
  std::erase_if(sources, [&](const fs::path& one) { return !sourceIn(project, one)->isCuda && !cuda.contains(one); });
  return sources;
}

std::vector<fs::path> Includers::ofCpp(const fs::path& file, const fs::path& root, const fs::path& unit,
                                       const std::set<fs::path>& cuda) {
  const Project& project = projectOf(root, unit, cuda);
  std::vector<fs::path> sources = madeOf(file, project);
  std::erase_if(sources, [&](const fs::path& one) { return !sourceIn(project, one)->isCpp || cuda.contains(one); });
  return sources;
}

bool Includers::definesGlobal(const fs::path& root, const fs::path& unit) {
  return std::ranges::any_of(projectOf(root, unit, {}).sources,
                             [](const auto& source) { return source.second->definesGlobal; });
}

std::vector<fs::path> Includers::madeOf(const fs::path& file, const Project& project) {
  // A name that does not lead to the file beside may mean any of the project, as flags say that are not known here.
  const auto mayMean = [&](const fs::path& one, const Include& include, const fs::path& file) {
    // What a macro says may be any file, of the same program.
    if (include.name.empty()) return !project.folders.areApart(one, file);
    const fs::path beside = (one.parent_path() / include.name).lexically_normal();
    if (beside == file) return true;
    if (include.isBeside && project.sources.contains(beside)) return false;
    const std::vector<fs::path> named = project.index.filesOf(include.name);
    const auto isIt = [&](const fs::path& found) { return found.lexically_normal() == file; };
    if (std::ranges::none_of(named, isIt)) return false;
    // Of what is included itself, builds of others say what it means.
    if (!project.folders.isOfOther(file, one) || project.including.contains(one.filename().string())) return true;
    return !project.includeFolders.leadElsewhere(one, include.name, file);
  };
  const fs::path first = file.lexically_normal();
  std::vector<fs::path> open{first};
  std::set<fs::path> seen(open.begin(), open.end());
  std::vector<fs::path> sources;
  while (!open.empty()) {
    const fs::path next = open.back();
    open.pop_back();
    bool isIncluded = false;
    for (const std::string& named : {next.filename().string(), std::string()}) {
      const auto [first, last] = project.including.equal_range(named);
      for (auto it = first; it != last; ++it) {
        const auto& [one, include] = it->second;
        if (*one == next || !mayMean(*one, *include, next)) continue;
        isIncluded = isIncluded || !named.empty();
        if (seen.insert(*one).second) open.push_back(*one);
      }
    }
    // Whoever includes a source with a `main` has it compiled once more.
    const bool isOwnSource = isIncluded && next == first && sourceAt(next)->definesMain;
    if ((!isIncluded && seen.size() > 1) || isOwnSource) sources.push_back(next);
  }
  return sources;
}

}  // namespace warpwright::frontend
