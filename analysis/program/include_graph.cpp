// Which files of a project include which, as far as lines tell, and which sources are made of them.
#include <algorithm>
#include <set>

#include "analysis/program/other_files.h"

namespace warpwright::analysis {

namespace fs = std::filesystem;

/// Names that do not lead to the file beside may lead to any file of that name, as flags say.
void OtherFiles::indexIncludes(Files& files) {
  std::set<std::string_view> names;
  for (const File& file : files.all) names.insert(file.name);
  for (const File& file : files.all) {
    bool isComputed = false;
    for (const frontend::Include& include : file.includes) {
      isComputed = isComputed || include.name.empty();
      const std::string name = include.name.substr(include.name.rfind('/') + 1);
      if (!names.contains(name)) continue;
      const fs::path beside = (file.path.parent_path() / include.name).lexically_normal();
      std::error_code ignored;
      files.includeLines[name].push_back(
          {&file, include.name, beside, !include.isBeside || !fs::exists(beside, ignored)});
    }
    if (isComputed) files.computing.push_back(&file);
  }
}

/// The files that include one, in their order.
const std::vector<const OtherFiles::File*>& OtherFiles::includersOf(const File& file, const Files& all) {
  const auto [known, isNew] = all.includers.try_emplace(&file);
  if (!isNew) return known->second;
  std::set<const File*> found;
  if (const auto lines = all.includeLines.find(file.name); lines != all.includeLines.end()) {
    for (const IncludeLine& line : lines->second) {
      const fs::path& from = line.file->path;
      // Of what is included itself, builds of others say what it means.
      const auto isElsewhere = [&] {
        return !all.includeLines.contains(line.file->name) && all.folders.isOfOther(file.path, from) &&
               all.includeFolders.leadElsewhere(from, line.name, file.path);
      };
      if (line.beside == file.path || (line.isOpen && !isElsewhere())) found.insert(line.file);
    }
  }
  // What a macro says may be any file, of the same program.
  for (const File* one : all.computing) {
    if (one != &file && !arePrograms(one->path, file.path, all, "")) found.insert(one);
  }
  known->second.assign(found.begin(), found.end());
  return known->second;
}

/// May another source be made of a unit's text?
bool OtherFiles::isPartOfOthers(const fs::path& unit, const Files& all) {
  const auto file = std::ranges::find_if(all.all, [&](const File& one) { return one.path == unit; });
  return file == all.all.end() || !includersOf(*file, all).empty();
}

/// The files that one includes.
std::vector<const OtherFiles::File*> OtherFiles::includedBy(const File& file, const Files& all) {
  std::vector<const File*> included;
  if (file.includes.empty()) return included;
  std::set<std::string> names;
  const bool isComputing = std::ranges::binary_search(all.computing, &file);
  for (const frontend::Include& include : file.includes) names.insert(include.name.substr(include.name.rfind('/') + 1));
  for (const File& one : all.all) {
    if (!isComputing && !names.contains(one.name)) continue;
    if (std::ranges::binary_search(includersOf(one, all), &file)) included.push_back(&one);
  }
  return included;
}

/// May a source launch at all? C++ does it by calls, which headers may make for it.
bool OtherFiles::mayLaunch(const File& source, const Files& all) {
  if (source.isCuda || source.path.extension() == ".cu") return true;
  if (!isCpp(source.path)) return false;
  const auto [known, isNew] = all.launching.try_emplace(&source, false);
  if (!isNew) return known->second;
  std::vector<const File*> open{&source};
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty() && !known->second) {
    const File* next = open.back();
    open.pop_back();
    known->second = next->saysLaunch;
    for (const File* one : includedBy(*next, all)) {
      if (seen.insert(one).second) open.push_back(one);
    }
  }
  return known->second;
}

/// The sources that are made of a file: itself, or those that include it, over other files too.
const std::vector<const OtherFiles::File*>& OtherFiles::sourcesOf(const File& file, const Files& all) {
  const auto [known, isNew] = all.sources.try_emplace(&file);
  if (!isNew) return known->second;
  std::vector<const File*> open{&file}, sources;
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const File* next = open.back();
    open.pop_back();
    if (mayLaunch(*next, all)) sources.push_back(next);
    for (const File* one : includersOf(*next, all)) {
      if (seen.insert(one).second) open.push_back(one);
    }
  }
  return known->second = std::move(sources);
}

}  // namespace warpwright::analysis
