#include "analysis/frontend/unread_builds.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

constexpr size_t largestText = size_t{1} << 20;

bool isCmakes(const fs::path& file) {
  return file.filename() == "CMakeLists.txt" || file.extension() == ".cmake";
}

/// `-DNAME`, but for what CMake itself is told.
bool definesMacro(std::string_view line) {
  for (size_t at = line.find("-D"); at != std::string_view::npos; at = line.find("-D", at + 2)) {
    const bool isWhole = at == 0 || std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0;
    const std::string_view name = line.substr(std::min(line.find_first_not_of(' ', at + 2), line.size()));
    const bool isName = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0 || name[0] == '_' ||
                                          name[0] == '$' || name[0] == '{');
    if (isWhole && isName && !name.starts_with("CMAKE")) return true;
  }
  return false;
}

bool givesFlags(std::string_view line) {
  constexpr std::array words = {"definitions(",  "definitions (",      "DEFINITIONS", "defines", "fmad",
                                "fast_math",     "fast-math",          "-include",    "-ftz",    "ffp-contract",
                                "define-macro=", "precompile_headers", "-prec-"};
  const auto says = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
  return definesMacro(line) || std::ranges::any_of(words, says);
}

/// The first line that gives flags; 0: none does.
size_t lineOfFlags(const std::string& text) {
  std::istringstream lines(text);
  size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (givesFlags(std::string_view(line).substr(0, line.find('#')))) return number;
  }
  return 0;
}

/// Behind a `*`, or a variable: may the name of the source go on so?
bool mayEndSo(std::string_view rest, const fs::path& source) {
  rest = rest.substr(0, rest.find_first_of(" \t\r\n\"';)"));
  return rest.find_first_of("*?[$") != std::string_view::npos || source.filename().string().ends_with(rest);
}

/// A pattern of names, or a name out of a variable, that may stand for the source. `isAbove`: the text lies in a folder
/// above it; one that lies elsewhere has to say a way to it.
bool matches(std::string_view line, const fs::path& source, bool isAbove) {
  if (line.find("aux_source_directory") != std::string_view::npos ||
      line.find("AUX_SOURCE_DIRECTORY") != std::string_view::npos)
    return true;
  const bool leadsAway = line.find("..") != std::string_view::npos ||
                         line.find("CMAKE_SOURCE_DIR") != std::string_view::npos ||
                         line.find("PROJECT_SOURCE_DIR") != std::string_view::npos;
  if (!isAbove && !leadsAway) return false;
  for (size_t at = line.find_first_of("*}"); at != std::string_view::npos; at = line.find_first_of("*}", at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    const bool isName = line[at] == '*' || rest.find(source.extension().string()) != std::string_view::npos;
    if (isName && mayEndSo(rest, source)) return true;
  }
  return false;
}

/// May CMake compile the source by what this text of its says?
bool mayCompile(const std::string& text, const fs::path& source, bool isAbove) {
  if (text.find(source.filename().string()) != std::string::npos) return true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (matches(std::string_view(line).substr(0, line.find('#')), source, isAbove)) return true;
  }
  return false;
}

/// The line of a text of CMake's that gives flags, where one, anywhere in the project, compiles the source: of those in
/// folders above it, that name it, or that one of these includes. Empty: there is none.
std::string flagsOfCmake(const fs::path& source, const fs::path& root) {
  std::map<fs::path, std::string> ofSource, included;
  bool compiles = false;
  for (const auto& [name, file] : filesOfOtherEndings(root, source)) {
    if (!isCmakes(file)) continue;
    std::string text = smallText(file);
    const bool isAbove = isBelow(source, file.parent_path());
    const bool isNaming = mayCompile(text, source, isAbove);
    compiles = compiles || isNaming;
    (isAbove || isNaming ? ofSource : included).emplace(file, std::move(text));
  }
  if (!compiles) return {};
  for (const auto& [file, text] : included) {
    const bool isIncluded = std::ranges::any_of(ofSource, [&](const auto& one) {
      return file.extension() == ".cmake" && one.second.find(file.stem().string()) != std::string::npos;
    });
    if (isIncluded) ofSource.emplace(file, text);
  }
  for (const auto& [file, text] : ofSource) {
    if (const size_t line = lineOfFlags(text); line > 0) return lineText(line, file, source);
  }
  return {};
}

std::vector<fs::path> buildFilesIn(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    if (isOfOtherTool(it->path())) files.push_back(it->path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::string smallText(const fs::path& file) {
  Result<std::string> text =
      checkRegularFile(file, largestText).ok() ? readFile(file, largestText) : Result<std::string>(std::string());
  return text.ok() ? std::move(text.value()) : std::string();
}

std::string lineText(size_t line, const fs::path& file, const fs::path& source) {
  return "line " + std::to_string(line) + " of " + file.lexically_relative(source.parent_path()).string();
}

bool isOfOtherTool(const fs::path& file) {
  constexpr std::array names = {"meson.build", "BUILD",      "BUILD.bazel", "build.ninja",
                                "setup.py",    "SConstruct", "Makefile.am", "Makefile.in"};
  const std::string name = file.filename().string();
  return std::ranges::count(names, name) > 0 || file.extension() == ".sh" || file.extension() == ".bazel";
}

std::string unreadFlags(const fs::path& source, const fs::path& root) {
  const std::string name = source.filename().string();
  for (fs::path folder = source.parent_path(); folder == root || isBelow(folder, root); folder = folder.parent_path()) {
    for (const fs::path& file : buildFilesIn(folder)) {
      const std::string text = smallText(file);
      const size_t line = lineOfFlags(text);
      if (line > 0 && text.find(name) != std::string::npos) return lineText(line, file, source);
    }
    if (folder == folder.parent_path()) break;
  }
  return flagsOfCmake(source, root);
}

}  // namespace warpwright::frontend
