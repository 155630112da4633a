#include "analysis/program/other_files.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "analysis/frontend/configurations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/program_folders.h"
#include "analysis/frontend/project_files.h"
#include "analysis/model/code_text.h"
#include "analysis/model/conditional_text.h"
#include "analysis/model/launches.h"
#include "analysis/model/loaded_names.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"
#include "analysis/program/name_mentions.h"
#include "core/base/compile_databases.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using model::canJoin;
using model::eachWord;
using model::holdsWord;

constexpr size_t largestFile = size_t{1} << 22;
constexpr size_t largestRead = size_t{1} << 28;
constexpr const char* launchWords[] = {"<<<", "cudaLaunch", "cuLaunch", "cudaGraph", "cuGraph"};
/// Of names of functions that take captured launches apart, or change them.
constexpr const char* graphWords[] = {"KernelNodeSet",      "KernelNodeGetParams", "KernelNodeUpdatesApply",
                                      "GraphNodeSetParams", "GraphNodeGetParams",  "ExecNodeSetParams"};

bool isCpp(const fs::path& path) {
  static const std::set<std::string> endings = {".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp"};
  return endings.contains(path.extension().string());
}

bool saysLaunch(const std::string& text) {
  return std::any_of(std::begin(launchWords), std::end(launchWords),
                     [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// The line of the first such name; 0: there is none.
uint32_t lineOfGraphWord(const std::string& text) {
  size_t first = std::string::npos;
  for (const char* word : graphWords) first = std::min(first, text.find(word));
  return first == std::string::npos
             ? 0
             : static_cast<uint32_t>(1 +
                                     std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
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
  flags_ = std::move(flags);
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
  addScripts(files, others);
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

/// Adds files of other languages that have the driver find kernels by their names.
void OtherFiles::addScripts(Files& files, const std::multimap<std::string, fs::path>& others) {
  static const std::set<std::string> endings = {".py",    ".pyx",   ".ipynb", ".rs", ".jl",  ".go",  ".java", ".kt",
                                                ".scala", ".js",    ".ts",    ".cs", ".f90", ".F90", ".cuf",  ".lua",
                                                ".rb",    ".swift", ".m",     ".hs", ".d",   ".zig", ".nim"};
  for (const auto& [name, path] : others) {
    if (!endings.contains(path.extension().string())) continue;
    Result<std::string> text = readFile(path, largestFile);
    if (!text.ok() || !model::loadsByName(*text)) continue;
    std::ranges::replace(*text, '\'', '"');  // other languages quote by either
    File& script = files.all.emplace_back();
    script.path = path.lexically_normal();
    script.name = name;
    script.loadsByName = true;
    script.quoted = model::quotedNames(*text);
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

std::vector<const OtherFiles::File*> OtherFiles::Files::filesWith(std::string_view word) const {
  if (std::ranges::all_of(word, model::isWordPart)) {
    const auto found = holding.find(word);
    return found == holding.end() ? std::vector<const File*>() : found->second;
  }
  std::vector<const File*> files;
  for (const File& file : all) {
    if (holdsWord(file.text, word)) files.push_back(&file);
  }
  return files;
}

const Mention& OtherFiles::File::mention(const std::string& of) const {
  const auto [known, isNew] = mentions.try_emplace(of);
  if (isNew) known->second = mentionIn(text, of);
  return known->second;
}

/// Does one include the other? Names that do not lead to the file beside lead to any file of that name, as flags say.
bool OtherFiles::includes(const File& one, const File& other, const Files& all) {
  return std::any_of(one.includes.begin(), one.includes.end(), [&](const frontend::Include& include) {
    // What a macro says may be any file, of the same program.
    if (include.name.empty()) return &one != &other && !arePrograms(one.path, other.path, all, "");
    if (!include.name.ends_with(other.name) || fs::path(include.name).filename() != other.name) return false;
    const fs::path beside = (one.path.parent_path() / include.name).lexically_normal();
    std::error_code ignored;
    return beside == other.path || !include.isBeside || !fs::exists(beside, ignored);
  });
}

/// May a source launch at all? C++ does it by calls, which headers may make for it.
bool OtherFiles::mayLaunch(const File& source, const Files& all) {
  if (source.isCuda || source.path.extension() == ".cu") return true;
  if (!isCpp(source.path)) return false;
  std::vector<const File*> open{&source};
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const File* next = open.back();
    open.pop_back();
    if (next->saysLaunch) return true;
    for (const File& one : all.all) {
      if (!next->includes.empty() && includes(*next, one, all) && seen.insert(&one).second) open.push_back(&one);
    }
  }
  return false;
}

/// The sources that are made of a file: itself, or those that include it, over other files too.
std::vector<const OtherFiles::File*> OtherFiles::sourcesOf(const File& file, const Files& all) {
  std::vector<const File*> open{&file}, sources;
  std::set<const File*> seen(open.begin(), open.end());
  while (!open.empty()) {
    const File* next = open.back();
    open.pop_back();
    if (mayLaunch(*next, all)) sources.push_back(next);
    for (const File& one : all.all) {
      if (includes(one, *next, all) && seen.insert(&one).second) open.push_back(&one);
    }
  }
  return sources;
}

/// Files that are not kept may launch the kernel where they name it, or where more than words tells what they name.
std::optional<Launch> OtherFiles::perhapsInUnkept(const Question& question) {
  const Files& all = filesAround(question.main, question.root);
  for (const Unkept& file : all.unkept) {
    if (question.own.contains(file.path)) continue;
    const bool isNamed = file.words.contains(question.kernel);
    if (!isNamed && (file.isPlain || question.hasAll)) continue;
    if (arePrograms(file.path, question.main, all, "")) continue;
    return model::openLaunch({file.path.string(), 1, 1},
                             {"%1 is larger than %2 MiB, or cannot be read: whether it launches %3 is not known",
                              file.path.filename().string(), std::to_string(largestFile >> 20), code(question.kernel)});
  }
  return std::nullopt;
}

bool OtherFiles::isNowhereIncluded(const File& file, const Files& all) {
  return std::ranges::none_of(all.all, [&](const File& one) { return includes(one, file, all); });
}

namespace {

/// The files of the project that a unit is made of.
std::set<fs::path> filesOf(const frontend::ParsedUnit& unit) {
  std::set<fs::path> files{unit.command().file.lexically_normal()};
  for (const std::string& file : frontend::projectFiles(unit)) files.insert(fs::path(file).lexically_normal());
  return files;
}

}  // namespace

OtherFiles::Question OtherFiles::questionOf(const clang::FunctionDecl& kernel, const frontend::ParsedUnit& unit) {
  Question question{.kernel = kernel.getNameAsString(),
                    .isSettled = !kernel.isExternallyVisible(),
                    .outside = {},
                    .hasAll = model::isWholeProgram(unit),
                    .main = unit.command().file.lexically_normal(),
                    .root = unit.command().root,
                    .definition = {},
                    .own = {},
                    .declaring = {},
                    .missing = model::functionsOfOtherFiles(unit)};
  // Such a unit needs no other file, but one without a `main` may be linked to it, whose initialisers run before.
  question.own = filesOf(unit);
  if (question.isSettled) return question;
  const model::SourceText places(unit);
  const clang::FunctionDecl* pattern = kernel.getTemplateInstantiationPattern();
  for (const clang::FunctionDecl* one : (pattern ? pattern : &kernel)->redecls()) {
    const SourcePosition at = places.filePlace(one->getLocation());
    const fs::path file = fs::path(at.file).lexically_normal();
    if (file != question.main && !question.hasAll && !isBelow(file, question.root)) {
      question.isSettled = true;
      question.outside =
          model::openLaunch(at, file.filename().string() + " declares `" + question.kernel + "` and lies outside " +
                                    question.root.string() + ": who else launches it is not known");
      return question;
    }
    question.declaring.insert(file);
    if (one->isThisDeclarationADefinition()) question.definition = file;
  }
  return question;
}

OtherFiles::Words OtherFiles::wordsOf(std::set<std::string> names, const frontend::ParsedUnit& unit) {
  return {.names = std::move(names),
          .hasMain = model::hasMain(unit),
          .main = unit.command().file.lexically_normal(),
          .root = unit.command().root,
          .own = filesOf(unit)};
}

std::set<std::string> OtherFiles::saidOf(const Words& words) {
  const Files& all = filesAround(words.main, words.root);
  const auto isOther = [&](const fs::path& path) {
    return !words.own.contains(path) && !arePrograms(path, words.main, all, "");
  };
  std::map<const File*, bool> linked;  // asked once a file, however many names it says
  const auto mayLink = [&](const File* file) {
    const auto [known, isNew] = linked.try_emplace(file);
    if (isNew) known->second = isOther(file->path) && !(words.hasMain && all.mains.contains(file->path));
    return known->second;
  };
  std::map<const File*, std::string> codes;  // read once a file, too
  const auto codeIn = [&](const File* file) -> const std::string& {
    const auto [known, isNew] = codes.try_emplace(file);
    if (isNew) known->second = model::codeOf(file->text);
    return known->second;
  };
  const auto isSaid = [&](const std::string& name) {
    const auto says = [&](const File* file) { return mayLink(file) && model::holdsWord(codeIn(file), name); };
    const auto joins = [&](const File* file) { return canJoin(file->wordsToJoin, name) && mayLink(file); };
    const auto mayHold = [&](const Unkept& file) {
      return (!file.isPlain || file.words.contains(name)) && isOther(file.path);
    };
    return std::ranges::any_of(all.filesWith(name), says) || std::ranges::any_of(all.joining, joins) ||
           std::ranges::any_of(all.unkept, mayHold);
  };
  std::set<std::string> said;
  std::ranges::copy_if(words.names, std::inserter(said, said.end()), isSaid);
  return said;
}

/// Flags that name a kernel, in a build file of the program, may name it in any source.
bool OtherFiles::isFlagged(const Question& question, const Files& all) {
  return std::ranges::any_of(all.build.texts, [&](const auto& text) {
    return text.second.values.contains(question.kernel) && !arePrograms(text.first, question.main, all, "");
  });
}

/// Does code of the unit that this build leaves out, or does not find, include the file?
bool OtherFiles::mayBeLeftOut(const File& file, const Question& question, const Files& all) {
  if (arePrograms(file.path, question.main, all, "")) return false;
  const std::vector<const File*> made = sourcesOf(file, all);
  return std::ranges::any_of(made, [&](const File* source) { return source->path == question.main; });
}

OtherFiles::Elsewhere OtherFiles::namedBy(const Question& question) {
  Elsewhere found{question.outside, {}};
  if (!found.outside) found.outside = changedElsewhere(question);
  if (!found.outside && !question.isSettled) found.outside = perhapsInUnkept(question);
  if (!found.outside && !question.isSettled) found.outside = loadedByName(question);
  if (!found.outside && !question.isSettled) found.outside = perhapsUnseen(question);
  if (found.outside || question.isSettled) return found;
  const std::string& name = question.kernel;
  const fs::path& main = question.main;
  const Files& all = filesAround(main, question.root);
  const std::vector<const File*> holding = all.filesWith(name);
  const std::set<const File*> whole(holding.begin(), holding.end());
  std::set<const File*> naming = whole;
  for (const File* file : all.joining) {
    if (canJoin(file->wordsToJoin, name)) naming.insert(file);
  }
  const bool isInFlags = isFlagged(question, all);
  const auto mayBeIn = [&](const File& file) {
    return file.anyName > 0 || (isInFlags && (file.isCuda || file.path.extension() == ".cu" || isCpp(file.path)));
  };
  for (const File& file : all.all) {
    if (mayBeIn(file)) naming.insert(&file);
  }
  struct Names {
    SourcePosition at;
    bool isShared = false, hasOwn = false;
    std::set<fs::path> files;
    bool isJoined = false;
  };
  std::map<const File*, Names> sources;
  for (const File* each : naming) {
    const File& file = *each;
    // A unit that nobody includes is no part of another one: its text, which is as long as its kernels are many, needs
    // no reading for each of them.
    if (file.path == main && isNowhereIncluded(file, all)) continue;
    const bool isWhole = whole.contains(each);
    // What includes the kernel's own text has a kernel of its own, which is looked at where that is analysed.
    const bool isShared = file.path == question.definition && question.definition != main;
    const Mention& mention = file.mention(name);
    const bool isOwn = question.own.contains(file.path);
    // What is written in a header of the unit is known, lists of names aside; in other files any word may be the
    // kernel.
    const bool isList = file.path.extension() == ".def" || file.path.extension() == ".inc" || !isSourceName(file.path);
    const bool mayBe = !isOwn && mayBeIn(file);
    const bool isSaid = mention.declares || mention.names || !isWhole || mayBe;
    const bool isNamed = !isShared && (mention.launches ||
                                       (isOwn ? question.declaring.contains(file.path) || (isList && isSaid) : isSaid));
    if (isNamed && !isOwn && mayBeLeftOut(file, question, all)) {
      found.outside = model::openLaunch({file.path.string(), std::max(1u, mention.line), 1},
                                        {"%1 names %2, and %3 may include it in a build of other macros", file.name,
                                         code(name), main.filename().string()});
      return found;
    }
    const bool defines = isShared || (mention.defines && !isOwn);
    // Whether it is a kernel that it declares, a macro of another file may say.
    const bool saysSo = mention.declaresKernel || mention.declaresVoid;
    const bool mayDeclare = saysSo || (!isOwn && (mention.launches || mention.names || mayBe || !isWhole));
    const bool isDeclared = mayDeclare && !mention.defines;
    if ((!isNamed && !defines) || (question.hasAll && !isDeclared && !defines)) continue;
    // What a macro may bring is no sign that a file of another program is linked to this one.
    const std::string external = isDeclared && (saysSo || mention.launches || mention.names) ? name : "";
    std::vector<const File*> made = sourcesOf(file, all);
    // Host code that names it may hand it to whoever launches it.
    if (isCpp(file.path) && (mention.names || mention.launches) && !std::ranges::count(made, each))
      made.push_back(each);
    for (const File* source : made) {
      if (source->path == main || (!isOwn && arePrograms(source->path, main, all, external))) continue;
      if (question.hasAll && (all.mains.contains(source->path) || hasNearer(*source, main, all, name))) continue;
      auto& [at, holdsIt, hasOwn, files, isJoined] = sources[source];
      if (isNamed) files.insert(file.path);
      isJoined = isJoined || (!isWhole && !mayBe && !model::ConditionalText(file.text).groups.empty());
      const bool isNearer = at.file.empty() || file.path == source->path;
      const uint32_t line = mention.line > 0 ? mention.line : std::max(1u, file.anyName);
      if (isNamed && isNearer) at = {file.path.string(), line, 1};
      holdsIt = holdsIt || isShared;
      hasOwn = hasOwn || defines;
    }
  }
  for (const auto& [source, naming] : sources) {
    const auto& [at, isShared, hasOwn, files, isJoined] = naming;
    if (!isShared && !at.file.empty()) found.sources.push_back({source->path, at, hasOwn, files, isJoined});
  }
  return found;
}

}  // namespace warpwright::analysis
