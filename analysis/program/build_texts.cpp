#include "analysis/program/build_texts.h"

#include <sstream>

#include "analysis/model/conditional_text.h"
#include "core/base/file.h"

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

}  // namespace

bool BuildTexts::compiles(const fs::path& file) const {
  const bool namesLanguages = words.contains("x") || words.contains("xcu") || words.contains("LANGUAGE");
  return namesLanguages && files.contains(file.filename().string()) && !saysHowToCompile(file);
}

BuildTexts buildTexts(const std::multimap<std::string, fs::path>& files) {
  BuildTexts all;
  for (const auto& [name, path] : files) {
    if (!saysHowToCompile(path)) continue;
    const Result<std::string> text = readFile(path, largestText);
    if (!text.ok()) continue;
    all.words.merge(model::wordsOf(*text));
    std::istringstream rest(isMakefile(path) ? withoutOwnIncludes(*text) : *text);
    for (std::string word; rest >> word;) {
      const std::string included = includedBy(word, rest);
      // What a variable names may be any file.
      if (!included.empty())
        all.includes.push_back({included.find('$') == std::string::npos ? included : "", false, 1});
      const std::string file = fs::path(word).filename().string();
      all.files.insert(file.substr(0, file.find_first_of("\"';,):")));
    }
  }
  return all;
}

}  // namespace warpwright::analysis
