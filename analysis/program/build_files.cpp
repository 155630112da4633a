#include "analysis/program/build_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "analysis/frontend/program_folders.h"
#include "analysis/model/code_text.h"
#include "analysis/program/made_headers.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr size_t largestText = size_t{1} << 20, largestBuild = size_t{64} << 20;

/// By its name: what people read, data, what formatters and linters read, or what this tool and its like write about a
/// project.
bool isDocumentOrData(const fs::path& file) {
  static const std::set<std::string> endings = {
      ".md",  ".rst", ".html", ".htm", ".tex", ".pdf",   ".png",   ".jpg",   ".jpeg", ".gif", ".svg",   ".bmp",  ".ppm",
      ".pgm", ".csv", ".dat",  ".bin", ".css", ".ipynb", ".log",   ".o",     ".a",    ".so",  ".gz",    ".zip",  ".xz",
      ".tar", ".bib", ".po",   ".ts",  ".ptx", ".cubin", ".sarif", ".patch", ".diff", ".wws", ".wwcap", ".jsonl"};
  constexpr std::array names = {"README",  "CHANGE",       "LICENSE",     "COPYING",      "NEWS",
                                "AUTHORS", "CONTRIBUTING", ".clang-tidy", ".clang-format"};
  const std::string name = file.filename().string();
  return endings.contains(file.extension().string()) || name == "compile_commands.json" ||
         std::ranges::any_of(names, [&](const char* one) { return name.starts_with(one); });
}

/// A document about a project, as this tool and others write it, which no build reads: SARIF, one of our schemas, and
/// the script that asks Kernel Tuner about texts.
bool isReport(const std::string& text) {
  constexpr std::string_view tunerScript =
      "#!/usr/bin/env python3\n\"\"\"Asks Kernel Tuner which text of a kernel is the fastest.";
  if (text.starts_with(tunerScript)) return true;
  if (!text.starts_with('{')) return false;
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object()) return false;
  if (document.contains("schema"))
    return document["schema"].is_string() && document["schema"].get<std::string>().starts_with("warpwright.");
  const json::json_pointer name("/runs/0/tool/driver/name");
  return document.contains("version") && document.contains(name) && document[name].is_string();
}

/// A comment of most tools, but no directive of the preprocessor, which a template of a header has.
bool isComment(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '#') return false;
  const std::string_view rest = line.substr(first + 1);
  if (rest.starts_with(']')) return false;  // it may end a comment of CMake
  return std::ranges::none_of(std::array{"define", "cmakedefine", "undef", "if", "mesondefine"},
                              [&](const char* one) { return rest.starts_with(one); });
}

/// The text with empty lines for comments.
std::string withoutComments(const std::string& text) {
  std::string kept;
  for (const std::string_view line : textLines(text)) {
    if (!isComment(line)) kept += line;
    kept += '\n';
  }
  return kept;
}

/// A list of CMake without what gives nothing to compilers, `message(…)`; lines stay. Of `project(a LANGUAGES CXX)`
/// the name stays, which variables have that may be macros.
std::string withoutTalk(std::string text) {
  for (const std::string_view call : {"project", "message", "enable_language", "cmake_minimum_required"}) {
    for (size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
      const size_t open = text.find_first_not_of(" \t", at + call.size());
      size_t from = open;
      const bool isCall = (at == 0 || !model::isWordPart(text[at - 1])) && open < text.size() && text[open] == '(';
      const size_t close = isCall ? text.find_first_of("()$", open + 1) : std::string::npos;
      if (close == std::string::npos || text[close] != ')') continue;
      if (call == "project") from = text.find_first_of(" \t\n)", text.find_first_not_of(" \t\n(", open));
      if (from >= close) continue;
      std::replace_if(
          text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(close),
          [](char c) { return c != '\n'; }, ' ');
    }
  }
  return text;
}

/// "line 7 of CMakeLists.txt", as seen from the source's folder.
std::string lineText(size_t line, const fs::path& file, const fs::path& source) {
  return "line " + std::to_string(line) + " of " + file.lexically_relative(source.parent_path()).string();
}

/// Does the word around a place name a header, or a folder of some: `-I../k`, `-I"k"`, `../k/k.h`? Of those nothing is
/// compiled, unless what stands behind the options is taken for more: `VPATH = $(INC:-I%=%)`.
bool isOfHeaders(std::string_view text, size_t at) {
  constexpr std::string_view parting = " \t\r\n\"'`;,:()=<>[]{}|&\\";
  const size_t begin = text.find_last_of(parting, at) + 1;  // 0: the first word
  const std::string_view word = text.substr(begin, text.find_first_of(parting, at) - begin);
  const std::string_view before = text.substr(0, text.find_last_not_of("\"'", begin - 1) + 1);
  const bool isQuoted = before.size() < begin && before.ends_with("-I");
  const bool isOption = std::ranges::any_of(std::array{"-I", "-isystem", "-iquote"},
                                            [&](const char* option) { return word.starts_with(option); });
  return (isQuoted || isOption || isHeaderName(word)) && text.find("-I%") == std::string_view::npos;
}

/// Is a piece of a path in the text named so? What begins with `/` leads elsewhere (`/dev/null`). `withHeaders`: where
/// headers lie counts, too.
bool namesPiece(std::string_view text, std::string_view name, bool withHeaders = false) {
  const auto beginsRoot = [&](size_t at) {
    return at > 0 && text[at - 1] == '/' &&
           (at == 1 || std::string_view(" \t\n=\"'><(").find(text[at - 2]) != std::string_view::npos);
  };
  for (size_t at = pieceAt(text, name); at != std::string_view::npos; at = pieceAt(text, name, at + 1)) {
    if (!beginsRoot(at) && (withHeaders || !isOfHeaders(text, at))) return true;
  }
  return false;
}

/// Behind a `*`, or a variable: may the name of the source go on so? `isLoose`: whatever may end in anything.
bool mayEndSo(std::string_view rest, const fs::path& source, bool isLoose) {
  rest = rest.substr(0, rest.find_first_of(" \t\r\n\"',;)"));
  if (isLoose && rest.find_first_of("*?[$") != std::string_view::npos) return true;
  if (!isLoose && rest.find(source.extension().string().substr(0, 2)) == std::string_view::npos) return false;
  const std::string pattern = "*" + std::string(rest);
  return fnmatch(pattern.c_str(), source.filename().c_str(), 0) == 0;
}

/// `..` as a piece of a path, or what CMake calls the folder of the project.
bool leadsAway(std::string_view line) {
  return namesPiece(line, "..") || line.find("CMAKE_SOURCE_DIR") != std::string_view::npos ||
         line.find("PROJECT_SOURCE_DIR") != std::string_view::npos;
}

/// A pattern of names, or a name out of a variable, that may stand for the source. `isAbove`: the text lies in a folder
/// above it; one that lies elsewhere has to say a way to it, and how the name ends. `leads`: such a way is said
/// somewhere in the text, so that a variable may be it: `$(ROOT)/*/*.cu`.
bool matches(std::string_view line, const fs::path& source, bool isAbove, bool leads) {
  if (line.find("aux_source_directory") != std::string_view::npos ||
      line.find("AUX_SOURCE_DIRECTORY") != std::string_view::npos)
    return true;
  const auto isSaid = [&](char one) { return line.find(one) != std::string_view::npos; };
  if (!isAbove && !(leads && isSaid('$') && isSaid('/')) && !leadsAway(line)) return false;
  for (size_t at = line.find_first_of("*}"); at != std::string_view::npos; at = line.find_first_of("*}", at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    const bool isName = line[at] == '*' || rest.find(source.extension().string()) != std::string_view::npos;
    if (isName && mayEndSo(rest, source, isAbove)) return true;
  }
  return false;
}

/// May a text have such a pattern for some source? Most have nothing of the kind.
bool mayHavePattern(const std::string& text, bool isAbove) {
  const auto says = [&](std::string_view what) { return text.find(what) != std::string::npos; };
  const bool mayMatch = text.find_first_of("*}") != std::string::npos && (isAbove || says("..") || says("_SOURCE_DIR"));
  return mayMatch || says("aux_source_directory") || says("AUX_SOURCE_DIRECTORY");
}

bool hasPattern(const std::string& text, const fs::path& source, bool isAbove) {
  if (!mayHavePattern(text, isAbove)) return false;
  const bool leads = leadsAway(text);
  return std::ranges::any_of(textLines(text),
                             [&](std::string_view line) { return matches(line, source, isAbove, leads); });
}

/// What lets a source include what it does not say, or sums round otherwise.
bool givesOtherFlags(std::string_view line, bool roundsToo) {
  constexpr std::array includes = {"-include", "precompile_headers", "UNITY_BUILD", "unity="};
  constexpr std::array rounding = {"fmad", "fast_math", "fast-math", "-ftz", "-prec-", "ffp-contract"};
  const auto isSaid = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
  return std::ranges::any_of(includes, isSaid) || (roundsToo && std::ranges::any_of(rounding, isSaid));
}

/// `-D$(NAME)`, `"-D{}=…"`: a macro whose name is not written there.
bool computesMacro(std::string_view line) {
  for (size_t at = line.find("-D"); at != std::string_view::npos; at = line.find("-D", at + 2)) {
    const bool isWhole = at == 0 || !model::isWordPart(line[at - 1]);
    const size_t next = line.find_first_not_of(" \"'", at + 2);
    if (isWhole && next != std::string_view::npos && std::string_view("${@%+").find(line[next]) != std::string::npos)
      return true;
  }
  return false;
}

/// Data of benchmarks and tests says many words. Where macros are given, it says so: `-D`, a definition, a flag, what
/// is to be tuned. Scripts, and what configures builds, need not.
bool mayDefine(const fs::path& file, std::string_view text) {
  static const std::set<std::string> data = {".yml", ".yaml", ".json", ".txt", ".xml", ".toml", ".dvc"};
  constexpr std::array names = {"CMake", "onfig", "make", "option", "param", "tun"};
  const std::string name = file.filename().string();
  const auto isSaid = [&](std::string_view way) { return text.find(way) != std::string_view::npos; };
  constexpr std::array ways = {"-D",   "/D",     "efine",  "DEFINE", "efinition", "DEFINITION",
                               "efs",  "DEFS",   "acro",   "MACRO",  "flag",      "Flag",
                               "FLAG", "option", "Option", "OPTION", "arameter",  "uning"};
  return !data.contains(file.extension().string()) ||
         std::ranges::any_of(names, [&](std::string_view one) { return name.find(one) != std::string::npos; }) ||
         std::ranges::any_of(ways, isSaid);
}

/// The first of the macros that a text of these words may give; empty: none.
std::string macroIn(const model::Words& words, const model::Words& macros) {
  for (const std::string& macro : macros) {
    if (words.contains(macro) || words.contains("D" + macro)) return macro;
  }
  return {};
}

/// The first of the macros that the tool of a build file defines by itself: for the kind of a build, the name of what
/// is built, or the programs that load it. Empty: it defines none.
std::string macroOfTool(const fs::path& file, const model::Words& words, const model::Words& macros) {
  const std::string name = file.filename().string();
  const bool isCMake = name == "CMakeLists.txt" || file.extension() == ".cmake";
  const bool isTorch = file.extension() == ".py" && words.contains("torch");
  const bool hasKinds = isCMake || name == "meson.build" || name == "BUILD" || file.extension() == ".bazel";
  constexpr std::string_view exports = "_EXPORTS";
  const auto isGiven = [&](const std::string& macro) {
    if (macro == "NDEBUG") return hasKinds;
    if (isCMake) return macro == "CMAKE_INTDIR" || macro.ends_with(exports);
    return isTorch && macro.starts_with("TORCH_");
  };
  const auto found = std::ranges::find_if(macros, isGiven);
  return found == macros.end() ? std::string() : *found;
}

/// Does the text of a file elsewhere name all folders on the way to the source? Where the way is up alone, the source.
/// Asked of each build file of a project for each of its sources: names are compared as they are.
bool namesPlace(const std::string& text, const fs::path& folder, const fs::path& source) {
  const std::string& from = folder.native();
  const std::string to = source.parent_path().native();
  const size_t parted =
      static_cast<size_t>(std::mismatch(from.begin(), from.end(), to.begin(), to.end()).second - to.begin());
  const auto ends = [&](const std::string& path) { return parted == path.size() || path[parted] == '/'; };
  const size_t begin = ends(from) && ends(to) ? parted : to.rfind('/', parted) + 1;
  bool isUp = true;
  const bool isHeader = isHeaderName(source);
  for (const fs::path& one : fs::path(to.substr(begin)).relative_path()) {
    isUp = false;
    if (!namesPiece(text, one.native(), isHeader)) return false;
  }
  return !isUp || namesPiece(text, source.filename().native(), isHeader);
}

/// A Makefile above makes nothing of the source where it neither names a folder on the way nor has a pattern.
bool leadsDown(const std::string& text, const fs::path& file, const fs::path& source) {
  const fs::path way = source.lexically_relative(file.parent_path());
  return !way.has_parent_path() || namesPiece(text, way.begin()->string(), isHeaderName(source)) ||
         namesPiece(text, source.filename().string(), isHeaderName(source)) || hasPattern(text, source, true) ||
         text.find("find ") != std::string::npos;
}

/// Files in which Meson, Bazel, Ninja, Python and SCons begin.
bool isEntryOfOtherTool(const std::string& name) {
  constexpr std::array names = {"meson.build", "BUILD", "BUILD.bazel", "build.ninja", "setup.py", "SConstruct"};
  return std::ranges::count(names, name) > 0;
}

/// Does it say how to make something of its own? What it says is for that.
bool isEntry(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == "CMakeLists.txt" || name == "compile_flags.txt" || isEntryOfOtherTool(name);
}

/// Does a file take in another one, by its name and its folder's, unless that is one of its own? Modules of CMake by
/// their names without the ending; Makefiles do so with each other.
bool takesIn(const std::string& text, const fs::path& own, const fs::path& file) {
  if (isEntry(file) || (isMakefile(file) && !isMakefile(own))) return false;
  if (file.extension() == ".cmake" && namesPiece(text, file.stem().string())) return true;
  const fs::path folder = file.parent_path();
  return namesPiece(text, file.filename().string()) &&
         (isBelow(own, folder) || namesPiece(text, folder.filename().string()));
}

}  // namespace

size_t pieceAt(std::string_view text, std::string_view name, size_t from) {
  const auto isPart = [](char c) { return model::isWordPart(c) || c == '-' || c == '.'; };
  for (size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end]))) return at;
  }
  return std::string_view::npos;
}

static std::string textOf(const fs::path& file, size_t largest) {
  Result<std::string> text =
      checkRegularFile(file, largest).ok() ? readFile(file, largest) : Result<std::string>(std::string());
  return text.ok() ? std::move(text.value()) : std::string();
}

bool isHeaderName(const fs::path& file) {
  static const std::set<std::string> headers = {".h", ".cuh", ".hpp", ".hh", ".hxx", ".inl"};
  return headers.contains(file.extension().string());
}

std::string smallText(const fs::path& file) {
  return textOf(file, largestText);
}

bool isMakefile(const fs::path& file) {
  return file.filename().string().ends_with("akefile") || file.extension() == ".mk";
}

bool isOfOtherTool(const fs::path& file) {
  const std::string name = file.filename().string();
  return isEntryOfOtherTool(name) || name == "Makefile.am" || name == "Makefile.in" || file.extension() == ".sh" ||
         file.extension() == ".bazel";
}

const std::vector<BuildFiles::File>& BuildFiles::all() {
  if (all_) return *all_;
  all_.emplace();
  for (const auto& [name, path] : filesOfOtherEndings(root_)) {
    const bool isBuild = isMakefile(path) || isOfOtherTool(path) || name == "CMakeLists.txt" ||
                         path.extension() == ".cmake" || path.extension() == ".ninja";
    if (!isBuild && isDocumentOrData(path)) continue;
    const std::string text = isBuild ? textOf(path, largestBuild) : smallText(path);
    if (!isBuild && (text.find('\0') != std::string::npos || isReport(text))) continue;
    const bool isCMake = name == "CMakeLists.txt" || path.extension() == ".cmake";
    const std::string said = withoutComments(text);
    File file{path.lexically_normal(), isCMake ? withoutTalk(said) : said, {}};
    file.words = model::wordsOf(file.text);
    file.folder = file.path.parent_path();
    file.mayHavePattern = mayHavePattern(file.text, false);
    file.mayDefine = isBuild || mayDefine(path, file.text);
    all_->push_back(std::move(file));
  }
  return *all_;
}

const std::vector<const BuildFiles::File*>& BuildFiles::countingFor(const fs::path& source) {
  const auto [known, isNew] = counting_.try_emplace(source);
  if (!isNew) return known->second;
  std::vector<const File*>& counting = known->second;
  for (const File& file : all()) {
    const bool isAbove = frontend::liesIn(file.folder, source);
    const bool counts = isAbove ? !isMakefile(file.path) || leadsDown(file.text, file.path, source)
                                : namesPlace(file.text, file.folder, source) ||
                                      (file.mayHavePattern && hasPattern(file.text, source, false));
    if (counts) counting.push_back(&file);
  }
  std::set<const File*> counted(counting.begin(), counting.end());
  for (size_t i = 0; i < counting.size(); ++i) {
    for (const File* taken : takenInBy(*counting[i])) {
      if (counted.insert(taken).second) counting.push_back(taken);
    }
  }
  return counting;
}

const std::vector<const BuildFiles::File*>& BuildFiles::takenInBy(const File& file) {
  const auto [known, isNew] = takenIn_.try_emplace(&file);
  if (!isNew) return known->second;
  for (const File& other : all()) {
    if (takesIn(file.text, file.path, other.path)) known->second.push_back(&other);
  }
  return known->second;
}

const std::vector<BuildFiles::File>& BuildFiles::compilingAtRunTime() {
  if (compiling_) return *compiling_;
  compiling_.emplace();
  const FileIndex sources(root_);
  for (const fs::path& path : sources.files()) {
    std::string text = smallText(path);
    if (text.find("nvrtcC") == std::string::npos && text.find("jitify") == std::string::npos) continue;
    File file{path.lexically_normal(), std::move(text), {}};
    file.words = model::wordsOf(file.text);
    compiling_->push_back(std::move(file));
  }
  return *compiling_;
}

std::string BuildFiles::giverIn(const File& file, const model::Words& macros, const fs::path& source) {
  if (!file.mayDefine) return {};
  if (macroIn(file.words, macros).empty() && file.text.find("-D") == std::string::npos) return {};
  size_t number = 0;
  for (const std::string_view line : textLines(file.text)) {
    ++number;
    const std::string macro = macroIn(model::wordsOf(line), macros);
    if (!macro.empty()) return lineText(number, file.path, source) + " says " + macro;
    if (computesMacro(line)) return lineText(number, file.path, source) + " may give " + *macros.begin();
  }
  return {};
}

std::string BuildFiles::giverOf(const model::Words& macros, const fs::path& source, const std::set<fs::path>& read) {
  if (macros.empty()) return {};
  for (const File* file : countingFor(source)) {
    if (read.contains(file->path)) continue;
    if (const std::string own = macroOfTool(file->path, file->words, macros); !own.empty())
      return file->path.lexically_relative(source.parent_path()).string() + " may define " + own + " by itself";
    if (std::string giver = giverIn(*file, macros, source); !giver.empty()) return giver;
  }
  for (const File& file : compilingAtRunTime()) {
    if (file.path == source) continue;
    if (std::string giver = giverIn(file, macros, source); !giver.empty()) return giver;
  }
  return {};
}

std::string BuildFiles::makerOf(const std::set<fs::path>& headers, const fs::path& source) {
  std::map<std::string, std::string> names;  // with a word that each text with the name has
  std::map<std::string, std::string> endings;
  for (const fs::path& header : headers) {
    const std::string name = header.filename().string(), stem = header.stem().string();
    const auto last = std::ranges::find_if_not(stem.rbegin(), stem.rend(), model::isWordPart).base();
    names.emplace(name, std::string(last, stem.end()));
    endings.emplace("%" + header.extension().string(), name);
  }
  for (const File* file : countingFor(source)) {
    const auto makes = [&](const std::string& name) {
      const size_t line = lineThatMakes(file->path, file->text, name);
      return line == 0 ? std::string() : lineText(line, file->path, source) + " may write " + name;
    };
    for (const auto& [name, word] : names) {
      if (!word.empty() && !file->words.contains(word)) continue;
      if (std::string maker = makes(name); !maker.empty()) return maker;
    }
    for (const auto& [pattern, name] : endings) {
      if (file->text.find(pattern) == std::string::npos) continue;
      if (std::string maker = makes(name); !maker.empty()) return maker;
    }
  }
  return {};
}

std::string BuildFiles::otherFlagsOf(const fs::path& source, bool roundsToo) {
  const std::vector<const File*>& counting = countingFor(source);
  const bool isCompiled = std::ranges::any_of(counting, [&](const File* file) {
    return namesPiece(file->text, source.filename().string()) ||
           hasPattern(file->text, source, isBelow(source, file->path.parent_path()));
  });
  if (!isCompiled) return {};
  for (const File* file : counting) {
    size_t number = 0;
    for (const std::string_view line : textLines(file->text)) {
      ++number;
      if (givesOtherFlags(line, roundsToo)) return lineText(number, file->path, source);
    }
  }
  return {};
}

}  // namespace warpwright::analysis
