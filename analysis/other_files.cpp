#include "analysis/other_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/launches.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "core/base/file.h"
#include "core/base/file_index.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

constexpr size_t largestFile = size_t{1} << 22;
constexpr size_t mostFiles = 4000;

bool isWordPart(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool isWordAt(std::string_view text, size_t at, size_t size) {
  const size_t end = at + size;
  return (at == 0 || !isWordPart(text[at - 1])) && (end >= text.size() || !isWordPart(text[end]));
}

bool holdsWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (isWordAt(text, at, word.size())) return true;
  }
  return false;
}

/// The text with blanks for comments and for what stands in quotes; lines stay.
std::string withoutComments(std::string_view text) {
  std::string plain(text);
  const auto blank = [&](size_t from, size_t to) {
    for (size_t i = from; i < to && i < plain.size(); ++i) {
      if (plain[i] != '\n') plain[i] = ' ';
    }
  };
  for (size_t i = 0; i < text.size(); ++i) {
    size_t end = i;
    if (text.substr(i, 2) == "//") {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !isWordPart(text[i - 1])))) {
      end = i + 1;
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      ++end;
    }
    if (end == i) continue;
    blank(i, end);
    i = end - 1;
  }
  return plain;
}

/// How a file names a function.
struct Mention {
  bool defines = false, launches = false, declares = false;
  uint32_t line = 0;  ///< of the first launch, else of the first declaration
};

size_t afterBlanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

/// Behind the bracket that closes the one at `open`; the end of the text where there is none.
size_t afterBrackets(std::string_view text, size_t open, char opening, char closing) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    if (text[at] == opening) ++depth;
    if (text[at] == closing && --depth == 0) return at + 1;
    if (text[at] == ';' || text[at] == '{') break;
  }
  return text.size();
}

std::string_view wordBefore(std::string_view text, size_t at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1]))) --at;
  size_t begin = at;
  while (begin > 0 && isWordPart(text[begin - 1])) --begin;
  return text.substr(begin, at - begin);
}

/// Does a name that brackets follow stand where a function is declared?
bool isDeclared(std::string_view text, size_t at) {
  static const std::set<std::string_view> statements = {"return", "else", "do", "case", "goto", "new", "delete", "throw",
                                                        "co_return", "co_await", "co_yield", "define"};
  const std::string_view before = wordBefore(text, at);
  if (!before.empty() && !std::isdigit(static_cast<unsigned char>(before[0]))) return !statements.contains(before);
  const size_t start = text.find_last_of(";{}", at);
  const std::string_view statement = text.substr(start == std::string_view::npos ? 0 : start, at);
  return holdsWord(statement.substr(0, at - (start == std::string_view::npos ? 0 : start)), "__global__");
}

Mention mentionIn(const std::string& text, const std::string& name) {
  Mention found;
  const std::string plain = withoutComments(text);
  const auto note = [&](bool& kind, size_t at) {
    if (!found.launches) found.line = static_cast<uint32_t>(std::count(plain.begin(), plain.begin() + at, '\n')) + 1;
    kind = true;
  };
  for (size_t at = plain.find(name); at != std::string::npos; at = plain.find(name, at + 1)) {
    if (!isWordAt(plain, at, name.size())) continue;
    size_t next = afterBlanks(plain, at + name.size());
    if (plain.compare(next, 3, "<<<") != 0 && plain[next] == '<') next = afterBlanks(plain, afterBrackets(plain, next, '<', '>'));
    if (plain.compare(next, 3, "<<<") == 0) {
      if (!found.launches) note(found.launches, at);
    } else if (plain[next] == '(' && isDeclared(plain, at)) {
      const size_t behind = afterBlanks(plain, afterBrackets(plain, next, '(', ')'));
      if (plain[behind] == '{') found.defines = true;
      else if (plain[behind] == ';' && !found.declares) note(found.declares, at);
    }
  }
  return found;
}

bool mayLaunch(const fs::path& path, const std::string& text) {
  const std::string ending = path.extension().string();
  const bool isCpp = ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
  return ending == ".cu" || (isCpp && (text.find("<<<") != std::string::npos || text.find("cudaLaunch") != std::string::npos));
}

bool isInside(const fs::path& folder, const fs::path& file) {
  return file.string().starts_with(folder.string() + "/");
}

}  // namespace

/// Are the two of different programs, as far as folders tell? Where their ways part, there is a `main` on either side.
bool OtherFiles::arePrograms(const fs::path& one, const fs::path& other, const Files& all) {
  const auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (a == one.end() || b == other.end()) return false;
  fs::path common;
  for (auto part = one.begin(); part != a; ++part) common /= *part;
  const auto holdsMain = [&](const fs::path& folder) {
    return std::any_of(all.begin(), all.end(), [&](const File& file) {
      const std::string ending = file.path.extension().string();
      return isInside(folder, file.path) && ending.starts_with(".c") && ending != ".cuh" && holdsWord(file.text, "main");
    });
  };
  // A file that lies where the ways part belongs to what is below.
  return std::next(a) != one.end() && std::next(b) != other.end() && holdsMain(common / *a) && holdsMain(common / *b);
}

void OtherFiles::lookAgain() { known_.clear(); }

const OtherFiles::Files& OtherFiles::filesAround(const fs::path& unit, const fs::path& root) {
  const auto [entry, isNew] = known_.try_emplace(root);
  if (!isNew) return entry->second;
  const FileIndex index(root, unit);
  std::set<fs::path> paths;
  for (const fs::path& one : index.files()) paths.insert(one.lexically_normal());
  // No project is that large by hand: a folder of many, of which the nearest counts.
  if (paths.size() > mostFiles) {
    std::erase_if(paths, [&](const fs::path& one) {
      const std::string near = unit.parent_path().parent_path().string() + "/";
      return !one.string().starts_with(near);
    });
  }
  for (const fs::path& path : paths) {
    Result<std::string> text = readFile(path, largestFile);
    if (!text.ok()) continue;
    std::vector<std::string> includes = frontend::includedNames(*text);
    entry->second.push_back({path, *std::move(text), std::move(includes)});
  }
  return entry->second;
}

/// The sources that are made of a file: itself, or those that include it, over other files too. Names that lead nowhere from
/// where they stand lead to any file of that name.
std::vector<const OtherFiles::File*> OtherFiles::sourcesOf(const File& file, const Files& all) {
  std::vector<const File*> open{&file}, sources;
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const File* next = open.back();
    open.pop_back();
    if (mayLaunch(next->path, next->text)) sources.push_back(next);
    for (const File& one : all) {
      const bool includes = std::any_of(one.includes.begin(), one.includes.end(), [&](const std::string& name) {
        if (fs::path(name).filename() != next->path.filename()) return false;
        const fs::path beside = (one.path.parent_path() / name).lexically_normal();
        std::error_code ignored;
        return beside == next->path || !fs::exists(beside, ignored);
      });
      if (includes && seen.insert(&one).second) open.push_back(&one);
    }
  }
  return sources;
}

std::optional<Launch> OtherFiles::launchOf(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit) {
  if (!kernel.isExternallyVisible() || model::isWholeProgram(unit)) return std::nullopt;
  const fs::path main = unit.command().file.lexically_normal();
  const std::string name = kernel.getNameAsString();
  std::set<fs::path> own, declaring;
  for (const std::string& file : frontend::projectFiles(unit)) own.insert(fs::path(file).lexically_normal());
  own.insert(main);
  const model::SourceText places(unit);
  const clang::FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  fs::path definition;
  for (const clang::FunctionDecl* one : (pattern ? pattern : &kernel)->redecls()) {
    const SourcePosition at = places.filePlace(one->getLocation());
    const fs::path file = fs::path(at.file).lexically_normal();
    if (file != main && !isBelow(file, unit.command().root)) {
      return model::openLaunch(at, file.filename().string() + " declares `" + name + "` and lies outside " +
                                       unit.command().root.string() + ": who else launches it is not known");
    }
    declaring.insert(file);
    if (one->isThisDeclarationADefinition()) definition = file;
  }
  const Files& all = filesAround(main, unit.command().root);
  std::map<const File*, std::pair<SourcePosition, bool>> sources;  // where each names it, and whether it has its own
  for (const File& file : all) {
    if (!holdsWord(file.text, name)) continue;
    // What includes the kernel's own text has a kernel of its own, which is looked at where that is analysed.
    const bool isShared = file.path == definition && definition != main;
    const Mention mention = mentionIn(file.text, name);
    const bool isOwn = own.contains(file.path);
    // What is written in a header of the unit is known; in other files any declaration may be the kernel's.
    const bool isNamed = !isShared && (mention.launches || (isOwn ? declaring.contains(file.path) : mention.declares));
    const bool defines = isShared || (mention.defines && !isOwn);
    if (!isNamed && !defines) continue;
    for (const File* source : sourcesOf(file, all)) {
      if (source->path == main || (!isOwn && arePrograms(source->path, main, all))) continue;
      auto& [at, hasOwn] = sources[source];
      const bool isNearer = at.file.empty() || file.path == source->path;
      if (isNamed && isNearer) at = {file.path.string(), std::max(1u, mention.line), 1};
      hasOwn = hasOwn || defines;
    }
  }
  for (const auto& [source, found] : sources) {
    const auto& [at, hasOwn] = found;
    if (hasOwn || at.file.empty()) continue;
    const std::string where = "line " + std::to_string(at.line) + " of " + fs::path(at.file).filename().string();
    return model::openLaunch(at, where + " names `" + name + "`, and " + source->path.filename().string() +
                                     " may launch it: launches of other files are not read");
  }
  return std::nullopt;
}

}  // namespace warpwright::analysis
