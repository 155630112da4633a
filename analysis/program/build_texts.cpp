#include "analysis/program/build_texts.h"

#include <algorithm>
#include <sstream>

#include "analysis/model/conditional_text.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

constexpr size_t largestText = size_t{1} << 20;

bool saysHowToCompile(const fs::path& file) {
  static const std::set<std::string> names = {"Makefile",          "makefile", "GNUmakefile",     "CMakeLists.txt",
                                              "compile_flags.txt", ".clangd",  ".warpwright.toml"};
  return names.contains(file.filename().string()) || file.extension() == ".mk" || file.extension() == ".cmake";
}

bool isMakefile(const fs::path& file) {
  return file.extension() == ".mk" || file.filename().string().ends_with("akefile");
}

/// A Makefile includes others by a word that compilers have for headers: it begins a line.
std::string withoutOwnIncludes(const std::string& text) {
  std::string kept;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("-include") && !line.starts_with("include")) kept += line + '\n';
  }
  return kept;
}

/// The file that an option names, as the next word or behind `=`; empty: none.
std::string includedBy(const std::string& word, std::istringstream& rest) {
  std::string name;
  for (const std::string flag : {"-include", "-imacros", "--pre-include"}) {
    if (word == flag) rest >> name;
    if (word.starts_with(flag + "=")) name = word.substr(flag.size() + 1);
  }
  return name.substr(0, name.find_first_of("\"',)"));
}

/// The part of a word that is a path, where it names one: behind `SRC=`, in brackets and quotes. A variable in front is
/// taken for the folder of the file.
std::string pathIn(const std::string& word) {
  std::string path = word;
  for (size_t open = path.find('$'); open != std::string::npos; open = path.find('$')) {
    const size_t close = path.find_first_of(")}", open);
    if (close == std::string::npos) break;
    path.replace(open, close + 1 - open, ".");
  }
  const size_t begin = path.find_last_of("=\"'(,;:") + 1;  // behind the last; 0: there is none
  path = path.substr(begin, path.find_first_of("\"'),;", begin) - begin);
  return path;
}

/// Does a word name sources outside of the project, or a folder of them (`VPATH`)?
bool leadsOut(const std::string& word, bool isFolder, const fs::path& folder, const fs::path& root) {
  static const std::set<std::string> endings = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp"};
  const fs::path path = pathIn(word);
  if (path.empty() || word.starts_with('-') || (!isFolder && !endings.contains(path.extension().string())))
    return false;
  const fs::path full = (folder / path).lexically_normal();
  return path.has_parent_path() && full != root && full != root / "" && !isBelow(full, root);
}

/// The lines of a text that name sources outside of the project.
void addOutside(const fs::path& file, const std::string& text, const fs::path& root, BuildTexts& all) {
  std::istringstream lines(text);
  uint32_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    std::istringstream rest(line.substr(0, line.find('#')));
    const bool isSearch = line.starts_with("VPATH") || line.starts_with("vpath");
    for (std::string word; rest >> word;) {
      if (leadsOut(word, isSearch, file.parent_path(), root)) all.outside.push_back({file.string(), number, 1});
    }
  }
}

/// What flags in a text include; signs of JSON part words.
void addIncludes(std::string text, BuildTexts& all) {
  std::ranges::replace_if(text, [](char c) { return c == '"' || c == ',' || c == '[' || c == ']'; }, ' ');
  std::istringstream rest(text);
  for (std::string word; rest >> word;) {
    const std::string included = includedBy(word, rest);
    // What a variable names may be any file.
    if (!included.empty()) all.includes.push_back({included.find('$') == std::string::npos ? included : "", false, 1});
  }
}

}  // namespace

bool BuildTexts::compiles(const fs::path& file) const {
  const bool namesLanguages = words.contains("x") || words.contains("xcu") || words.contains("LANGUAGE");
  return namesLanguages && files.contains(file.filename().string()) && !saysHowToCompile(file);
}

BuildTexts buildTexts(const std::multimap<std::string, fs::path>& files, const fs::path& root) {
  BuildTexts all;
  for (const auto& [name, path] : files) {
    const bool isDatabase = name == "compile_commands.json";
    if (!isDatabase && !saysHowToCompile(path)) continue;
    Result<std::string> text = readFile(path, isDatabase ? largestDatabase : largestText);
    if (!text.ok()) continue;
    if (isDatabase) {
      addIncludes(*text, all);
      continue;
    }
    all.words.merge(model::wordsOf(*text));
    addOutside(path, *text, root, all);
    const std::string read = isMakefile(path) ? withoutOwnIncludes(*text) : *text;
    addIncludes(read, all);
    std::istringstream rest(read);
    for (std::string word; rest >> word;) {
      const std::string file = fs::path(word).filename().string();
      all.files.insert(file.substr(0, file.find_first_of("\"';,):")));
    }
  }
  return all;
}

}  // namespace warpwright::analysis
