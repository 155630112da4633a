// Which files of a project are looked at on behalf of a unit, and what is kept of each.
#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/frontend/configurations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/program_folders.h"
#include "analysis/model/code_text.h"
#include "analysis/model/loaded_names.h"
#include "analysis/program/other_files.h"
#include "core/base/compile_databases.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using model::eachWord;

constexpr size_t largestRead = size_t{1} << 28;
constexpr const char* launchWords[] = {"<<<", "cudaLaunch", "cuLaunch", "cudaGraph", "cuGraph"};
/// Of names of functions that take captured launches apart, or change them.
constexpr const char* graphWords[] = {"KernelNodeSet",      "KernelNodeGetParams", "KernelNodeUpdatesApply",
                                      "GraphNodeSetParams", "GraphNodeGetParams",  "ExecNodeSetParams"};

bool saysLaunch(const std::string& text) {
  return std::any_of(std::begin(launchWords), std::end(launchWords),
                     [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// Where the first such name stands from a place on.
size_t graphWordFrom(std::string_view text, size_t from) {
  size_t first = std::string_view::npos;
  for (const char* word : graphWords) first = std::min(first, text.find(word, from));
  return first;
}

/// The name that a line defines as a macro; empty: it defines none.
std::string_view definedIn(std::string_view line) {
  const auto skip = [&](const char* letters) {
    line.remove_prefix(std::min(line.find_first_not_of(letters), line.size()));
  };
  skip(" \t");
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip(" \t");
  if (!line.starts_with("define")) return {};
  line.remove_prefix(6);
  skip(" \t");
  return line.substr(0, line.find_first_of(" \t("));
}

/// The line of the first such name; 0: there is none. What says that such a name is another does nothing yet: who uses
/// it says the name.
uint32_t lineOfGraphWord(std::string_view text) {
  for (size_t at = 0, end = 0; (at = graphWordFrom(text, end)) != std::string_view::npos;) {
    const size_t before = text.rfind('\n', at), begin = before == std::string_view::npos ? 0 : before + 1;
    end = std::min(text.find('\n', at), text.size());
    const bool onlyDefines = graphWordFrom(definedIn(text.substr(begin, end - begin)), 0) != std::string_view::npos;
    if (!onlyDefines) return static_cast<uint32_t>(1 + std::ranges::count(text.substr(0, at), '\n'));
  }
  return 0;
}

/// The line of a letter in a name that is said by its number, `\u00e9`; 0: there is none.
uint32_t lineOfNumberedLetter(const std::string& text) {
  if (text.find("\\u") == std::string::npos && text.find("\\U") == std::string::npos) return 0;
  const std::string code = model::codeOf(text);
  const size_t at = std::min(code.find("\\u"), code.find("\\U"));
  if (at == std::string::npos) return 0;
  return static_cast<uint32_t>(1 + std::ranges::count(std::string_view(code).substr(0, at), '\n'));
}

}  // namespace

void OtherFiles::lookAgain(std::vector<std::string> flags) {
  known_.clear();
  projects_.clear();
  makefiles_.clear();
  flags_ = std::move(flags);
}

bool OtherFiles::isCpp(const fs::path& path) {
  static const std::set<std::string> endings = {".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp"};
  return endings.contains(path.extension().string());
}

void OtherFiles::addFlags(const std::vector<std::string>& flags, FlagText& text) {
  for (size_t i = 0; i < flags.size(); ++i) {
    const auto valueOf = [&](std::string_view name) -> std::optional<std::string> {
      if (flags[i] == name && i + 1 < flags.size()) return flags[++i];
      return flags[i].starts_with(name) && flags[i] != name ? std::optional(flags[i].substr(name.size()))
                                                            : std::nullopt;
    };
    if (const auto macro = valueOf("-D")) {
      std::string line = *macro;
      std::ranges::replace(line, '\n', ' ');
      if (const size_t is = line.find('='); is != std::string::npos) line[is] = ' ';
      text.definitions += "\n#define " + line;
      continue;
    }
    for (const char* name : {"-include", "-imacros", "--include", "--pre-include"}) {
      const auto file = valueOf(name);
      if (!file) continue;
      text.includes.push_back({file->substr(file->starts_with('=') ? 1 : 0), false, 1});
      break;
    }
  }
}

/// Those that the project's databases list, with what their flags add.
std::map<fs::path, OtherFiles::FlagText> OtherFiles::listedUnits(const fs::path& root) {
  std::map<fs::path, FlagText> listed;
  for (const fs::path& database : compileDatabases(root)) {
    if (!checkRegularFile(database, largestDatabase).ok()) continue;
    const auto units = frontend::findConfigurations(database, {}, root);
    if (!units.ok()) continue;
    for (const frontend::CompileCommand& unit : *units) {
      FlagText& text = listed[unit.file.lexically_normal()];
      text.database = database;
      addFlags(unit.flags, text);
      text.isCuda = text.isCuda || unit.cuda;
    }
  }
  return listed;
}

OtherFiles::File OtherFiles::fileOf(const fs::path& path, std::string text, const FlagText& flags) {
  File file;
  file.path = path;
  file.name = path.filename().string();
  file.isCuda = flags.isCuda;
  file.text = std::move(text) + flags.definitions;
  file.includes = frontend::includesOf(file.text);
  file.includes.insert(file.includes.end(), flags.includes.begin(), flags.includes.end());
  const auto computed = std::ranges::find_if(file.includes, [](const auto& one) { return one.name.empty(); });
  file.anyName = computed == file.includes.end() ? lineOfNumberedLetter(file.text) : computed->line;
  file.loadsAnyName = model::loadsAnyName(file.text);
  file.loadsByName = file.loadsAnyName || model::loadsByName(file.text) || model::maySetNames(file.text);
  file.quoted = model::quotedNames(file.text);
  file.linked = model::linkerNames(file.text);
  file.wordsToJoin = warpwright::analysis::wordsToJoin(file.text);
  file.saysLaunch = warpwright::analysis::saysLaunch(file.text);
  file.changesLaunches = lineOfGraphWord(file.text);
  return file;
}

const OtherFiles::Files& OtherFiles::filesAround(const fs::path& unit, const fs::path& root) {
  const fs::path variant = variantFolder(unit);
  Project& project = projects_[{root, variant}];
  if (!project.index) {
    project.index.emplace(root, unit);
    for (const fs::path& one : project.index->files()) project.paths.insert(one.lexically_normal());
  }
  const fs::path part = partOf(unit, root, project.paths);
  const auto [known, isNew] = known_.try_emplace({root, variant, part});
  Files& files = known->second;
  if (!isNew) return files;
  std::set<fs::path> paths = project.paths;
  const std::map<fs::path, FlagText> listed = listedUnits(root);
  std::vector<SourcePosition> outside;
  for (const auto& [path, flags] : listed) {
    if (!frontend::liesIn(root, path))
      outside.push_back({flags.database.string(), 1, 1});
    else if (variantFolder(path) == variant)
      paths.insert(path);
  }
  std::erase_if(paths, [&](const fs::path& one) { return !frontend::liesIn(part, one); });
  const std::multimap<std::string, fs::path> others = filesOfOtherEndings(part, unit);
  files.build = buildTexts(others, root);
  addNamed(files.build.sources, project.paths, paths);
  std::ranges::copy(outside, std::back_inserter(files.build.outside));
  std::ranges::copy_if(project.index->linksAway(), std::back_inserter(files.linksAway),
                       [&](const fs::path& link) { return frontend::liesIn(part, link); });
  for (const fs::path& path : paths) {
    Result<std::string> text = readFile(path, largestFile);
    if (!text.ok()) {
      std::error_code ignored;
      if (fs::exists(path, ignored)) files.unkept.push_back(unkept(path));
      continue;
    }
    FlagText flags;
    if (const auto unit = listed.find(path); unit != listed.end()) flags = unit->second;
    flags.isCuda = flags.isCuda || files.build.compiles(path);
    if (path.extension() == ".cu" || isCpp(path) || flags.isCuda) {
      addFlags(flags_, flags);
      flags.includes.insert(flags.includes.end(), files.build.includes.begin(), files.build.includes.end());
    }
    files.all.push_back(fileOf(path, *std::move(text), flags));
  }
  for (const auto& [name, path] : others) {
    if (!files.build.compiles(path)) continue;
    if (Result<std::string> text = readFile(path, largestFile); text.ok())
      files.all.push_back(fileOf(path.lexically_normal(), *std::move(text), {{}, files.build.includes, true}));
  }
  addIncluded(files, others);
  addOutside(files, root);
  addForeign(files, others);
  files.includeFolders = frontend::IncludeFolders(root);
  index(files);
  return files;
}

/// Adds what the files include whose names end in what no source's does: `list.x`.
void OtherFiles::addIncluded(Files& files, const std::multimap<std::string, fs::path>& others) {
  std::set<std::string> known;
  for (size_t i = 0; i < files.all.size(); ++i) {
    const std::vector<frontend::Include> includes = files.all[i].includes;
    for (const frontend::Include& include : includes) {
      const std::string name = fs::path(include.name).filename().string();
      if (isSourceName(name) || !known.insert(name).second) continue;
      const auto [first, last] = others.equal_range(name);
      for (auto it = first; it != last; ++it) {
        const fs::path path = it->second.lexically_normal();
        const auto isIt = [&](const File& file) { return file.path == path; };
        Result<std::string> text = readFile(path, largestFile);
        if (!text.ok())
          files.unkept.push_back(unkept(path));
        else if (std::ranges::none_of(files.all, isIt))
          files.all.push_back(fileOf(path, *std::move(text), {}));
      }
    }
  }
}

/// Adds what the files include by a way out of the project, as compilers do.
void OtherFiles::addOutside(Files& files, const fs::path& root) {
  constexpr size_t most = 200;
  std::set<fs::path> known;
  for (size_t i = 0; i < files.all.size() && known.size() < most; ++i) {
    const fs::path folder = files.all[i].path.parent_path();
    const std::vector<frontend::Include> includes = files.all[i].includes;
    for (const frontend::Include& include : includes) {
      const fs::path path = (folder / include.name).lexically_normal();
      if (include.name.empty() || !include.isBeside || frontend::liesIn(root, path)) continue;
      if (!checkRegularFile(path, largestFile).ok() || !known.insert(path).second) continue;
      if (Result<std::string> text = readFile(path, largestFile); text.ok())
        files.all.push_back(fileOf(path, *std::move(text), {}));
    }
  }
}

/// Data that is written as code has numbers, and few words.
OtherFiles::Unkept OtherFiles::unkept(const fs::path& path) {
  const Result<std::string> text = readFile(path, largestRead);
  if (!text.ok()) return {path, false, {}};
  Unkept file{
      path, frontend::includesOf(*text).empty() && wordsToJoin(*text).empty() && lineOfGraphWord(*text) == 0, {}};
  eachWord(*text, [&](std::string_view word) {
    if (word[0] < '0' || word[0] > '9') file.words.emplace(word);
  });
  return file;
}

}  // namespace warpwright::analysis
