#include "analysis/frontend/asked_macros.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <vector>

#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/unread_builds.h"
#include "core/base/file_index.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

constexpr size_t mostFiles = 200;

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Those in the conditions of a text.
void addAsked(const std::string& text, std::set<std::string>& names) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') continue;
    const size_t word = line.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || (line.compare(word, 2, "if") != 0 && line.compare(word, 4, "elif") != 0)) continue;
    for (size_t at = word; at < line.size();) {
      if (!isWordPart(line[at])) {
        ++at;
        continue;
      }
      const size_t begin = at;
      while (at < line.size() && isWordPart(line[at])) ++at;
      if (begin != word && std::isdigit(static_cast<unsigned char>(line[begin])) == 0)
        names.insert(line.substr(begin, at - begin));
    }
  }
}

/// Does the line give the macro: `-DN`, `-D N`, `definitions(… N=2)`?
bool gives(const std::string& line, const std::string& macro) {
  const bool isOfCmake = line.find("efinitions") != std::string::npos || line.find("DEFINITIONS") != std::string::npos;
  for (size_t at = line.find(macro); at != std::string::npos; at = line.find(macro, at + 1)) {
    const size_t end = at + macro.size();
    if (end < line.size() && isWordPart(line[end])) continue;
    const size_t flag = line.substr(0, at).find_last_not_of(' ');
    const bool isFlag = flag != std::string::npos && flag > 0 && line[flag] == 'D' && line[flag - 1] == '-';
    const bool isWhole = at == 0 || !isWordPart(line[at - 1]);
    if (isFlag || (isWhole && isOfCmake)) return true;
  }
  return false;
}

bool isBuildFile(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "CMakeLists.txt" || file.extension() == ".cmake" || name.starts_with("CMake") ||
         name.find("akefile") != std::string::npos || file.extension() == ".mk" || isOfOtherTool(file);
}

}  // namespace

std::set<std::string> askedMacros(const fs::path& source, const fs::path& root) {
  std::set<std::string> names;
  std::set<fs::path> seen{source};
  std::vector<fs::path> open{source};
  while (!open.empty() && seen.size() < mostFiles) {
    const fs::path file = open.back();
    open.pop_back();
    const std::string text = smallText(file);
    addAsked(text, names);
    for (const Include& include : includesOf(text)) {
      const fs::path beside = (file.parent_path() / include.name).lexically_normal();
      if (include.isBeside && isBelow(beside, root) && seen.insert(beside).second) open.push_back(beside);
    }
  }
  return names;
}

std::string definerOf(const std::set<std::string>& macros, const fs::path& source, const fs::path& root,
                      const std::set<fs::path>& read) {
  if (macros.empty()) return {};
  const std::string byFolder = (source.parent_path().filename() / source.filename()).string();
  for (const auto& [name, file] : filesOfOtherEndings(root, source)) {
    if (!isBuildFile(file) || read.contains(file)) continue;
    const std::string text = smallText(file);
    if (!isBelow(source, file.parent_path()) && text.find(byFolder) == std::string::npos) continue;
    std::istringstream lines(text);
    size_t number = 1;
    for (std::string line; std::getline(lines, line); ++number) {
      line.resize(std::min(line.find('#'), line.size()));
      const auto found = std::ranges::find_if(macros, [&](const std::string& macro) { return gives(line, macro); });
      if (found == macros.end()) continue;
      return lineText(number, file, source) + " gives " + *found;
    }
  }
  return {};
}

}  // namespace warpwright::frontend
