// Kernels that other files take by the name that compilers write, or in another language.
#include <algorithm>
#include <cctype>
#include <set>

#include "analysis/model/code_text.h"
#include "analysis/model/launches.h"
#include "analysis/model/loaded_names.h"
#include "analysis/program/other_files.h"
#include "core/base/file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;

/// Languages whose code is linked with that of C.
bool isLinked(const fs::path& path) {
  static const std::set<std::string> endings = {
      ".f",   ".F",   ".for", ".FOR", ".f90", ".F90",   ".f95", ".F95", ".f03", ".F03", ".f08", ".F08",
      ".cuf", ".CUF", ".rs",  ".go",  ".hs",  ".swift", ".d",   ".zig", ".nim", ".pyx", ".pxd", ".m",
      ".mm",  ".s",   ".S",   ".asm", ".ll",  ".ml",    ".adb", ".ads", ".pas", ".hip"};
  return endings.contains(path.extension().string());
}

/// Those that call libraries while they run.
bool isScript(const fs::path& path) {
  static const std::set<std::string> endings = {".py", ".ipynb", ".jl",  ".java", ".kt", ".scala", ".js",
                                                ".ts", ".cs",    ".lua", ".rb",   ".pl", ".R",     ".r"};
  return endings.contains(path.extension().string());
}

bool saysOneOf(const std::string& text, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// May it launch what it is given the address of?
bool launchesByAddress(const std::string& text) {
  return saysOneOf(text, {"cudaLaunch", "cuLaunch", "LaunchKernel", "LaunchCooperative"});
}

bool launchesForeign(const std::string& text) {
  return launchesByAddress(text) || saysOneOf(text, {"<<<", "launchKernel", "launch_kernel"});
}

/// Does a word hold a function's name as compilers of C++ write it: `_Z1kPfi`, `_ZN5space1kEv`?
bool isWritten(std::string_view word, const std::string& function) {
  if (word.find("_Z") == std::string_view::npos) return false;
  const std::string piece = std::to_string(function.size()) + function;
  for (size_t at = word.find(piece); at != std::string_view::npos; at = word.find(piece, at + 1)) {
    if (at > 0 && std::isdigit(static_cast<unsigned char>(word[at - 1])) == 0) return true;
  }
  return false;
}

uint32_t lineOf(std::string_view text, std::string_view word) {
  const size_t at = std::min(text.find(word), text.size());
  return static_cast<uint32_t>(1 + std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace

/// Adds files of other languages: those that have the driver find kernels by their names, and what words are in them
/// where someone launches what they may take the address of.
void OtherFiles::addForeign(Files& files, const std::multimap<std::string, fs::path>& others) {
  std::vector<fs::path> linked, scripts;
  bool launches = false;
  for (const auto& [name, path] : others) {
    if (!isLinked(path) && !isScript(path)) continue;
    Result<std::string> text = readFile(path, largestFile);
    if (!text.ok()) continue;
    (isLinked(path) ? linked : scripts).push_back(path.lexically_normal());
    launches = launches || launchesForeign(*text);
    if (!model::scriptLoadsByName(*text)) continue;
    std::ranges::replace(*text, '\'', '"');  // other languages quote by either
    File& script = files.all.emplace_back();
    script.path = path.lexically_normal();
    script.name = name;
    script.loadsByName = true;
    script.loadsAnyName = model::scriptLoadsAnyName(*text);
    script.quoted = model::quotedNames(*text);
  }
  // Code of C launches for those that are linked with it.
  const auto helps = [](const File& file) { return launchesByAddress(file.text); };
  if (!launches) scripts.clear();
  if (!launches && (linked.empty() || std::ranges::none_of(files.all, helps))) return;
  for (const std::vector<fs::path>* paths : {&linked, &scripts}) {
    for (const fs::path& path : *paths) {
      const Result<std::string> text = readFile(path, largestFile);
      if (!text.ok()) continue;
      Foreign& file = files.foreign.emplace_back(Foreign{path, {}});
      model::eachWord(*text, [&](std::string_view word) { file.words.emplace(word); });
    }
  }
}

/// Code may say the name of the kernel that the linker knows, which is not its own.
std::optional<Launch> OtherFiles::linkedByName(const Question& question) {
  const Files& all = filesAround(question.main, question.root);
  const auto isOfProgram = [&](const fs::path& path) {
    return question.own.contains(path) || !arePrograms(path, question.main, all, "");
  };
  for (const auto& [word, file] : all.written) {
    if (!isWritten(word, question.kernel) || !isOfProgram(file->path)) continue;
    const std::string code = model::codeOf(file->text);
    if (!model::holdsWord(code, word)) continue;
    const SourcePosition at{file->path.string(), lineOf(code, word), 1};
    return model::openLaunch(at, {"%1 of %2 says %3, which is what %4 is called when it is linked", lineText(at),
                                  file->name, warpwright::code(std::string(word)), warpwright::code(question.kernel)});
  }
  const auto isIt = [&](const std::string& word) {
    return word == question.kernel || isWritten(word, question.kernel);
  };
  for (const File& file : all.all) {
    if (!std::ranges::any_of(file.linked, isIt) || !isOfProgram(file.path)) continue;
    return model::openLaunch(
        {file.path.string(), 1, 1},
        {"%1 gives the linker the name of %2, and may have it launched", file.name, code(question.kernel)});
  }
  for (const Foreign& file : all.foreign) {
    if (!std::ranges::any_of(file.words, isIt) || !isOfProgram(file.path)) continue;
    return model::openLaunch({file.path.string(), 1, 1}, {"%1 names %2, and may have it launched: it is no CUDA file",
                                                          file.path.filename().string(), code(question.kernel)});
  }
  return std::nullopt;
}

}  // namespace warpwright::analysis
