#include "analysis/program/made_headers.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "analysis/model/code_text.h"
#include "analysis/program/build_files.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

/// Does a program of that name, or a variable that holds one, only read headers that it is told of?
bool onlyReads(std::string_view program) {
  static const std::set<std::string_view> readers = {
      "nvcc",  "gcc",  "g++", "cc",   "c++",   "clang",   "clang++", "clang-format", "clang-tidy",
      "hipcc", "rm",   "cat", "grep", "echo",  "diff",    "git",     "wc",           "ls",
      "test",  "[",    "tar", "zip",  "chmod", "scp",     "del",     "head",         "tail",
      "find",  "file", "for", "if",   "ctags", "doxygen", "set",     "export"};
  program = program.substr(std::min(program.find_first_not_of("@-+("), program.size()));
  if (program.starts_with('$')) {
    constexpr std::string_view writers[] = {"PY", "PERL", "GEN", "SED", "AWK", "(CP", "(MV", "INSTALL"};
    return std::ranges::none_of(writers, [&](auto one) { return program.find(one) != std::string_view::npos; });
  }
  program = program.substr(program.rfind('/') + 1);
  // Of one version: `g++-12`.
  return readers.contains(program) || readers.contains(program.substr(0, program.find("-1")));
}

/// `> n.h`, `-o n.h`, `cp a.h n.h`, `./gen n.h`.
bool writesInShell(std::string_view line, std::string_view header) {
  for (size_t at = pieceAt(line, header); at != std::string_view::npos; at = pieceAt(line, header, at + 1)) {
    const size_t before = at == 0 ? std::string_view::npos : line.find_last_of(" \t=><\"'", at - 1);
    const std::string_view lead = before == std::string_view::npos ? "" : line.substr(0, before + 1);
    const size_t last = lead.find_last_not_of(" \t\"'");
    if (last != std::string_view::npos && lead[last] == '>') return true;
    const size_t begin = lead.find_last_of(";|&`");
    const size_t end = std::min(line.find_first_of(";|&>`", at), line.size());
    const size_t from = begin == std::string_view::npos ? 0 : begin + 1;
    const std::vector<std::string_view> tokens = textWords(line.substr(from, end - from), " \t\r\n\"\'");
    if (!tokens.empty() && !tokens.front().starts_with('#') && !onlyReads(tokens.front())) return true;
  }
  return false;
}

/// `n.h: gen.py`, `%.h: %.in`, `build n.h: …`.
bool isTarget(std::string_view line, const std::string& header) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.find('=') < colon || line.substr(colon).starts_with(":=")) return false;
  const std::string_view targets = line.substr(0, colon);
  return pieceAt(targets, header) != std::string_view::npos ||
         targets.find("%" + fs::path(header).extension().string()) != std::string_view::npos;
}

/// What is called with the place among its arguments: `add_library` of `add_library(a a.cu`; empty: nothing.
std::string callAround(std::string_view text, size_t place) {
  int depth = 0;
  for (size_t at = place; at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] != '(' || depth > 0) {
      if (text[at] == '(') --depth;
      continue;
    }
    const size_t end = text.find_last_not_of(" \t", at == 0 ? 0 : at - 1);
    size_t begin = at == 0 || end == std::string_view::npos ? at : end + 1;
    while (begin > 0 && model::isWordPart(text[begin - 1])) --begin;
    std::string name(text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    if (name.empty()) continue;  // a condition, or a tuple
    return name;
  }
  return {};
}

bool onlyLists(const std::string& call) {
  static const std::set<std::string> lists = {"add_executable",
                                              "add_library",
                                              "cuda_add_executable",
                                              "cuda_add_library",
                                              "target_sources",
                                              "set",
                                              "list",
                                              "install",
                                              "source_group",
                                              "message",
                                              "include",
                                              "glob",
                                              "executable",
                                              "library",
                                              "static_library",
                                              "shared_library",
                                              "files",
                                              "filegroup",
                                              "cc_library",
                                              "cuda_library",
                                              "cc_binary",
                                              "cuda_binary",
                                              "exports_files",
                                              "cc_test",
                                              "install_headers",
                                              "both_libraries",
                                              "shared_module",
                                              "check_include_file",
                                              "if",
                                              "project",
                                              "check_include_files",
                                              "set_source_files_properties",
                                              "target_precompile_headers",
                                              "declare_dependency"};
  return lists.contains(call);
}

bool isScript(const fs::path& file, const std::string& text) {
  static const std::set<std::string> endings = {".sh",  ".bash", ".zsh", ".ksh", ".bat", ".cmd",
                                                ".ps1", ".pl",   ".rb",  ".tcl", ".yml", ".yaml"};
  const std::string name = file.filename().string();
  return endings.contains(file.extension().string()) || text.starts_with("#!") || name == "justfile" ||
         name.starts_with("Dockerfile") || name == "configure";
}

size_t lineOfCall(const std::string& text, const std::string& header) {
  for (size_t at = pieceAt(text, header); at != std::string::npos; at = pieceAt(text, header, at + 1)) {
    const std::string call = callAround(text, at);
    if (!call.empty() && !onlyLists(call))
      return 1 + static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  return 0;
}

}  // namespace

size_t lineThatMakes(const fs::path& build, const std::string& text, const std::string& header) {
  const std::string name = build.filename().string(), ending = build.extension().string();
  const bool isRules = isMakefile(build) || ending == ".ninja" || ending == ".am" || name == "Makefile.in";
  const std::string pattern = "%" + fs::path(header).extension().string();
  if (text.find(header) == std::string::npos && !(isRules && text.find(pattern) != std::string::npos)) return 0;
  constexpr std::string_view callers[] = {".cmake", ".bazel", ".bzl", ".ac", ".m4"};
  const bool isCalls = name == "CMakeLists.txt" || name == "meson.build" || name == "BUILD" ||
                       std::ranges::find(callers, ending) != std::end(callers);
  if (isCalls) return lineOfCall(text, header);
  const bool isPython = ending == ".py" || name == "SConstruct" || name == "SConscript";
  if (isPython ? text.find("write") == std::string::npos : !isRules && !isScript(build, text)) return 0;
  size_t number = 0;
  bool isRecipe = false, goesOn = false;
  for (const std::string_view line : textLines(text)) {
    ++number;
    // A list of headers that goes on over lines is no recipe, however its lines begin.
    if (!goesOn) isRecipe = line.starts_with('\t');
    goesOn = line.ends_with('\\') || line.ends_with("\\\r");
    if (isRules && !isRecipe && isTarget(line, header)) return number;
    const bool writes = isPython ? pieceAt(line, header) != std::string_view::npos
                                 : (!isRules || isRecipe || line.find("shell") != std::string_view::npos) &&
                                       writesInShell(line, header);
    if (writes) return number;
  }
  return 0;
}

}  // namespace warpwright::analysis
