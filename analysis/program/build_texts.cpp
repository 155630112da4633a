#include "analysis/program/build_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "analysis/program/build_files.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

bool saysHowToCompile(const fs::path& file) {
  static const std::set<std::string> names = {"Makefile",          "makefile", "GNUmakefile",     "CMakeLists.txt",
                                              "compile_flags.txt", ".clangd",  ".warpwright.toml"};
  return names.contains(file.filename().string()) || file.extension() == ".mk" || file.extension() == ".cmake";
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

using Variables = std::map<std::string, std::string>;

/// `EXT = ../ext`, `set(EXT ../ext)`: variables with one word that names a folder or file.
Variables variablesIn(const std::string& text) {
  Variables variables;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    std::ranges::replace_if(
        line, [](char c) { return c == '(' || c == ')' || c == '"' || c == '\'' || c == ':' || c == '?'; }, ' ');
    if (const size_t is = line.find('='); is != std::string::npos) line.replace(is, 1, " = ");
    std::istringstream rest(line);
    std::string name, sign, value;
    rest >> name;
    const bool isSet = name == "set" || name == "SET";
    if (isSet) rest >> name;
    if (!isSet) rest >> sign;
    if ((isSet || sign == "=") && rest >> value && (value[0] == '.' || value.find('/') != std::string::npos))
      variables[name] = value;
  }
  return variables;
}

/// The part of a word that is a path, where it names one: behind `SRC=`, in brackets and quotes. A variable that is not
/// known is taken for the folder of the file.
std::string pathIn(const std::string& word, const Variables& variables) {
  constexpr size_t mostSteps = 20;
  std::string path = word;
  size_t open = path.find('$');
  for (size_t step = 0; open != std::string::npos && step < mostSteps; open = path.find('$'), ++step) {
    const size_t close = path.find_first_of(")}", open);
    if (close == std::string::npos || open + 2 > close) break;
    const auto known = variables.find(path.substr(open + 2, close - open - 2));
    path.replace(open, close + 1 - open, known == variables.end() ? "." : known->second);
  }
  path.resize(path.find_last_not_of("\"')],;:") + 1);
  return path.substr(path.find_last_of("=\"'([,;:") + 1);  // behind the last; 0: there is none
}

/// The sources that a word names by where they lie, or the folder of some (`VPATH`); empty: none.
fs::path placeNamed(const std::string& word, bool isFolder, const fs::path& folder, const Variables& variables) {
  static const std::set<std::string> endings = {".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp"};
  const fs::path path = pathIn(word, variables);
  const bool isNone =
      path.empty() || word.starts_with('-') || (!isFolder && !endings.contains(path.extension().string()));
  return isNone || !path.has_parent_path() ? fs::path() : (folder / path).lexically_normal();
}

/// The sources that the lines of a text name by where they lie, and lines that lead out of the project.
void addPlaces(const fs::path& file, const std::string& text, const fs::path& root, BuildTexts& all) {
  const Variables variables = variablesIn(text);
  std::istringstream lines(text);
  uint32_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    std::istringstream rest(line.substr(0, line.find('#')));
    const bool isSearch = line.starts_with("VPATH") || line.starts_with("vpath");
    const bool makes = line.find("make ") != std::string::npos || line.find("$(MAKE)") != std::string::npos;
    bool isNext = false;
    for (std::string word; rest >> word;) {
      const bool isFolder = isSearch || isNext || word.starts_with("add_subdirectory(");
      isNext = (makes && word == "-C") || word == "add_subdirectory(";
      const fs::path place = placeNamed(word, isFolder, file.parent_path(), variables);
      if (place.empty() || place == root || place == root / "") continue;
      if (isBelow(place, root) || (place / "").lexically_normal() == root / "")
        all.sources.insert(place);
      else
        all.outside.push_back({file.string(), number, 1});
    }
  }
}

/// `-x cu`, `-xcu`, `--x=$(LANG)`, a property of CMake.
bool saysLanguages(const std::string& text) {
  for (size_t at = text.find("-x"); at != std::string::npos; at = text.find("-x", at + 2)) {
    const size_t value = text.find_first_not_of(" =\t\"'", at + 2);
    if (value != std::string::npos && (text[value] == '$' || text.compare(value, 2, "cu") == 0)) return true;
  }
  return text.find("LANGUAGE") != std::string::npos;
}

/// Does a setup.py give modules that are compiled (`ext_modules=[…]`), comments aside?
bool makesModules(const std::string& text) {
  for (const std::string_view line : textLines(text)) {
    constexpr std::string_view word = "ext_modules";
    const std::string_view said = line.substr(0, line.find('#'));
    const size_t at = said.find(word);
    const size_t sign = at == std::string_view::npos ? at : said.find_first_not_of(" \t", at + word.size());
    if (sign != std::string_view::npos && said[sign] == '=') return true;
  }
  return false;
}

/// The variables of a build file that a word says: `$(KERNEL)`, `${KERNEL}`.
void addVariables(const std::string& word, model::Words& variables) {
  for (size_t open = word.find('$'); open != std::string::npos; open = word.find('$', open + 1)) {
    if (open + 2 >= word.size() || (word[open + 1] != '(' && word[open + 1] != '{')) continue;
    variables.insert(word.substr(open + 2, word.find_first_of(")}", open) - open - 2));
  }
}

/// Names of files are none of kernels.
void addWords(const std::string& value, model::Words& words) {
  std::istringstream rest(value);
  for (std::string part; rest >> part;) {
    const std::string ending = fs::path(part.substr(0, part.find_first_of("\"'),;"))).extension().string();
    if (ending != ".o" && !isSourceName("x" + ending)) words.merge(model::wordsOf(part));
  }
}

/// Words of values that macros may be given: right behind a `=`, or what a variable there stands for.
model::Words valuesIn(const std::string& text) {
  model::Words values, variables;
  std::istringstream rest(text);
  for (std::string word; rest >> word;) {
    const size_t is = word.find('=');
    if (is == std::string::npos) continue;
    addWords(word.substr(is + 1), values);
    addVariables(word.substr(is), variables);
  }
  for (std::set<std::string, std::less<>> asked; !variables.empty();) {
    model::Words more;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const model::Words words = model::wordsOf(line);
      if (std::ranges::none_of(variables, [&](const std::string& one) { return words.contains(one); })) continue;
      addWords(line, values);
      addVariables(line, more);
    }
    asked.merge(variables);
    std::erase_if(more, [&](const std::string& one) { return asked.contains(one); });
    variables = std::move(more);
  }
  return values;
}

/// The words that define macros.
std::string definitionsIn(const std::string& text) {
  std::string definitions;
  std::istringstream rest(text);
  for (std::string word; rest >> word;) {
    if (word.find("-D") != std::string::npos) definitions += word + ' ';
  }
  return definitions;
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

/// The names of files in a text. Not in lines that are comments, which tell of files that others may have.
void addFiles(const std::string& text, BuildTexts::Text& own) {
  for (const std::string_view line : textLines(text)) {
    const size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#') continue;
    for (const std::string_view word : textWords(line, " \t\r\"';,():=<>\\"))
      own.files.insert(fs::path(word).filename().string());
  }
}

/// `\x01/b.o` for `$(OUT)/b.o`: each variable, the innermost first.
std::string withoutVariables(std::string line) {
  for (size_t at = line.rfind('$'); at != std::string::npos; at = at == 0 ? at - 1 : line.rfind('$', at - 1)) {
    if (at + 1 >= line.size()) continue;
    const bool isLong = line[at + 1] == '(' || line[at + 1] == '{';
    const size_t end = isLong ? line.find_first_of(" \t,(){}", at + 2) : at + 1;
    if (end == std::string::npos || (isLong && line[end] != ')' && line[end] != '}')) continue;
    line.replace(at, end + 1 - at, 1, '\x01');
  }
  return line;
}

/// Words with a way to somewhere. Not to headers and their folders, which nothing is linked of.
void addPaths(const std::string& text, BuildTexts::Text& own) {
  for (const std::string_view part : textLines(text)) {
    const size_t first = part.find_first_not_of(" \t");
    if (first == std::string_view::npos || part[first] == '#') continue;
    std::string line = withoutVariables(std::string(part));
    std::ranges::replace(line, '\\', '/');
    for (const std::string_view word : textWords(line, " \t\r\"'`;,():=<>[]{}|&@")) {
      const bool leads = word.find('/') != std::string_view::npos || word == "..";
      if (leads && word[0] != '-' && !isHeaderName(word)) own.paths.emplace(word);
    }
  }
}

/// `add_library(kern …)`
void addTargets(const std::string& text, BuildTexts::Text& own) {
  constexpr std::string_view call = "add_library";
  std::string lower = text;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (size_t at = lower.find(call); at != std::string::npos; at = lower.find(call, at + 1)) {
    const size_t begin = text.find_first_not_of(" \t\r\n(\"", at + call.size());
    if (begin != std::string::npos)
      own.targets.insert(text.substr(begin, text.find_first_of(" \t\r\n\")", begin) - begin));
  }
  own.linksTargets =
      lower.find("link_libraries") != std::string::npos || lower.find("target_objects") != std::string::npos;
}

/// Of tools that are read for the files alone that they name: those of IDEs, of shells, and Makefiles of other names.
bool mayBuild(const fs::path& file) {
  static const std::set<std::string> endings = {
      ".vcxproj", ".vcproj", ".sln",  ".props", ".targets", ".pbxproj", ".pro", ".pri", ".cbp", ".bat",
      ".cmd",     ".ps1",    ".bash", ".zsh",   ".csh",     ".ninja",   ".gn",  ".gni", ".mak", ".make",
      ".lua",     ".rsp",    ".nix",  ".just",  ".fish",    ".ksh",     ".bzl", ".py"};
  const std::string name = file.filename().string();
  return endings.contains(file.extension().string()) || name.starts_with("Makefile.") ||
         name.starts_with("makefile.") || name.starts_with("make.") || name.starts_with("Make.") || name == "wscript" ||
         name == "SConscript" || name == "Justfile" || name == "justfile" || name == "Rakefile" ||
         name == "Dockerfile" || name == "Jamfile";
}

/// Is it a build of a tool whose files name what they link in ways of its own?
bool isOpenTool(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "meson.build" || name == "SConstruct" || name == "SConscript" || name == "wscript" ||
         name == "Jamfile" || name == "xmake.lua" || name == "premake5.lua" || name.starts_with("BUILD");
}

/// Scripts and data that compile nothing are of no interest.
bool saysCompiler(const std::string& text) {
  return std::ranges::any_of(std::array{"nvcc", "clang", "g++", "CudaCompile", ".cu"},
                             [&](const char* one) { return text.find(one) != std::string::npos; });
}

void addLoose(const fs::path& path, BuildTexts& all) {
  const std::string text = smallText(path);
  if (!saysCompiler(text)) return;
  BuildTexts::Text& own = all.loose[path];
  own.isLoose = true;
  own.isRead = false;
  own.isOpen = isOpenTool(path);
  addFiles(text, own);
  addPaths(text, own);
}

/// What compilers make and linkers take, and no compiler reads as a source whatever language it is told.
bool isMadeByCompilers(const fs::path& file) {
  static const std::set<std::string> extensions{".a", ".cubin", ".d", ".fatbin", ".lib", ".o", ".obj", ".so"};
  return extensions.contains(file.extension().string());
}

}  // namespace

bool BuildTexts::compiles(const fs::path& file) const {
  if (saysHowToCompile(file) || !file.has_extension() || isMadeByCompilers(file)) return false;
  const std::string name = file.filename().string();
  return std::ranges::any_of(
      texts, [&](const auto& text) { return text.second.namesLanguages && text.second.files.contains(name); });
}

BuildTexts buildTexts(const std::multimap<std::string, fs::path>& files, const fs::path& root) {
  BuildTexts all;
  for (const auto& [name, path] : files) {
    const bool isDatabase = name == "compile_commands.json";
    if (!isDatabase && !saysHowToCompile(path) && !isOfOtherTool(path)) {
      if (mayBuild(path)) addLoose(path, all);
      continue;
    }
    if (isDatabase) {
      if (Result<std::string> text = readFile(path, largestDatabase); text.ok()) addIncludes(std::move(*text), all);
      continue;
    }
    const std::string text = smallText(path);
    BuildTexts::Text& own = all.texts[path];
    // Other tools have values of their own behind a `=`.
    own.values = valuesIn(isOfOtherTool(path) ? definitionsIn(text) : text);
    own.namesLanguages = saysLanguages(text);
    if (name == "setup.py" && makesModules(text)) all.modules.insert(path.lexically_normal());
    addPlaces(path, text, root, all);
    const std::string read = isMakefile(path) ? withoutOwnIncludes(text) : text;
    addIncludes(read, all);
    addFiles(read, own);
    addPaths(text, own);
    if (saysHowToCompile(path)) addTargets(text, own);
    own.isRead = saysHowToCompile(path);
    own.isOpen = isOpenTool(path);
  }
  return all;
}

}  // namespace warpwright::analysis
