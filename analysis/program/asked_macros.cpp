#include "analysis/program/asked_macros.h"

#include <algorithm>
#include <array>

#include "core/base/file.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using model::ConditionalGroup;
using model::ConditionalText;

constexpr size_t mostFiles = 20000;

/// Do compilers define it of themselves?
bool isCompilers(const std::string& name) {
  constexpr std::array beginnings = {"__CUDA", "__NVCC",  "__GNU",   "__clang", "__cpl", "__has_", "_MSC",  "_WIN",
                                     "__WIN",  "__linux", "__APPLE", "__MINGW", "__x86", "__cpp",  "__STDC"};
  return name.empty() ||
         std::ranges::any_of(beginnings, [&](const char* beginning) { return name.starts_with(beginning); });
}

/// Does the group hold all of its file but comments, for the sake of a name that it defines first?
bool isIncludeGuard(const ConditionalGroup& group, const ConditionalText& text) {
  const auto isBlank = [&](size_t begin, size_t end) {
    return text.between(begin, end).find_first_not_of(" \t\r\n") == std::string_view::npos;
  };
  if (!group.isNegated || group.askedIfDefined.size() != 1 || !group.asked.empty() || text.macros.empty()) return false;
  const model::WrittenMacro& first = text.macros.front();
  const bool isFirst = first.name == *group.askedIfDefined.begin() && first.isEmpty;
  return isFirst && isBlank(0, first.offset) && isBlank(group.end, text.plain.size());
}

/// The file that an include means: the one beside, of a folder that flags name, or any of that name. Several: it is
/// not known which.
std::vector<fs::path> filesOf(const ConditionalText::Include& include, const fs::path& beside,
                              const std::vector<fs::path>& folders, const FileIndex& project) {
  std::vector<fs::path> places(folders);
  if (include.isQuoted) places.insert(places.begin(), beside);
  for (const fs::path& folder : places) {
    std::error_code ignored;
    const fs::path file = (folder / include.name).lexically_normal();
    if (fs::is_regular_file(file, ignored)) return {file};
  }
  return project.filesOf(include.name);
}

}  // namespace

const MacroQuestions::File& MacroQuestions::at(const fs::path& path) {
  const auto [known, isNew] = known_.try_emplace(path);
  if (!isNew) return known->second;
  File& file = known->second;
  const Result<std::string> content =
      checkRegularFile(path, largestSource).ok() ? readFile(path, largestSource) : inputError("it cannot be read");
  file.isRead = content.ok();
  if (!content.ok()) return file;
  const ConditionalText text(*content);
  std::vector<const ConditionalGroup*> groups;
  for (const ConditionalGroup& group : text.groups) {
    if (!isIncludeGuard(group, text)) groups.push_back(&group);
  }
  for (const ConditionalGroup* group : groups) {
    file.asked.insert(group->asked.begin(), group->asked.end());
    file.asked.insert(group->askedIfDefined.begin(), group->askedIfDefined.end());
  }
  const size_t first = groups.empty() ? text.plain.size() : groups.front()->begin;
  for (const model::WrittenMacro& macro : text.macros) {
    if (macro.offset < first) file.defined.insert(macro.name);
  }
  file.includes = text.includes;
  std::erase_if(file.asked, isCompilers);
  return file;
}

AskedMacros MacroQuestions::of(const fs::path& source, const std::vector<fs::path>& folders, const FileIndex& project) {
  AskedMacros all;
  model::Words defined = at(source).defined;
  std::set<fs::path> seen{source};
  std::vector<fs::path> open{source};
  while (!open.empty() && seen.size() < mostFiles) {
    const fs::path path = open.back();
    open.pop_back();
    const File& file = at(path);
    all.isWhole &= file.isRead;
    all.names.insert(file.asked.begin(), file.asked.end());
    for (const ConditionalText::Include& include : file.includes) {
      if (include.name.empty()) continue;
      const std::vector<fs::path> found = filesOf(include, path.parent_path(), folders, project);
      if (found.empty() && include.isQuoted) all.missing.insert(include.name);
      for (const fs::path& one : found) {
        if (seen.insert(one).second) open.push_back(one);
      }
    }
  }
  std::erase_if(all.names, [&](const std::string& name) { return defined.contains(name); });
  all.isWhole &= open.empty();
  seen.erase(source);
  all.headers = std::move(seen);
  return all;
}

}  // namespace warpwright::analysis
