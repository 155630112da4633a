#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "analysis/frontend/command_line.h"
#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/configurations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/includers.h"
#include "analysis/frontend/unit_flags.h"
#include "analysis/frontend/variant_unit.h"
#include "core/base/compile_databases.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Units = std::vector<CompileCommand>;

/// One entry of a compile_commands.json; empty where it is not for a C, C++ or CUDA compiler.
Result<CompileCommand> readEntry(const nlohmann::json& entry, const fs::path& databaseFolder) {
  fs::path folder = entry.value("directory", databaseFolder.string());
  if (folder.is_relative()) folder = databaseFolder / folder;
  std::vector<std::string> words;
  if (entry.contains("arguments")) {
    words = entry.at("arguments").get<std::vector<std::string>>();
  } else {
    words = splitShell(entry.at("command").get<std::string>());
  }
  Result<CompileCommand> command = translateCommand(words, folder);
  const fs::path file = entry.at("file").get<std::string>();
  if (!command.ok()) return command;
  command->file = (file.is_absolute() ? file : folder / file).lexically_normal();
  return command;
}

/// `every`: all the ways in which a file is compiled; else the first, as in clangd.
Result<Units> readEntries(const fs::path& database, bool every) {
  const Result<std::string> text = readFile(database, largestDatabase);
  if (!text.ok()) return text.error();
  Units units;
  std::multimap<std::string, size_t> byFile;
  try {
    const nlohmann::json json = nlohmann::json::parse(*text);
    for (const nlohmann::json& entry : json) {
      Result<CompileCommand> unit = readEntry(entry, fs::absolute(database).parent_path());
      if (!unit.ok()) return unit.error();
      const auto [first, last] = byFile.equal_range(unit->file.string());
      const auto known =
          std::find_if(first, last, [&](const auto& one) { return !every || compilesAlike(units[one.second], *unit); });
      if (known != last) {
        addOtherWords(units[known->second], *unit);
        continue;
      }
      byFile.emplace(unit->file.string(), units.size());
      units.push_back(std::move(*unit));
    }
  } catch (const nlohmann::json::exception& problem) {
    return inputError(database.string() + " is not a compilation database: " + problem.what() +
                      ". Generate it again (CMake: -DCMAKE_EXPORT_COMPILE_COMMANDS=ON).");
  }
  return units;
}

bool hasCuda(const Units& units) {
  return std::ranges::any_of(units, [](const CompileCommand& unit) { return unit.cuda; });
}

Error withoutCuda(const fs::path& database) {
  return inputError(database.string() + " lists no CUDA file (.cu, or compiled with -x cu). Name a .cu file instead.");
}

/// The same, where it lists CUDA.
Result<Units> readDatabase(const fs::path& database, bool every) {
  Result<Units> units = readEntries(database, every);
  return units.ok() && !hasCuda(*units) ? Result<Units>(withoutCuda(database)) : units;
}

/// Every .cu file below a folder that no other file of it includes.
Result<Units> scanFolder(const fs::path& folder, std::set<fs::path>& unlisted) {
  const FileIndex index(folder);
  std::set<fs::path> included;
  std::vector<fs::path> sources;
  for (const fs::path& file : index.files()) {
    if (file.extension() == ".cu") sources.push_back(file);
    const Result<std::string> text = readFile(file, largestSource);
    if (!text.ok()) continue;
    for (const std::string& name : includedNames(*text)) {
      const fs::path target = name;
      if (target.extension() != ".cu") continue;
      const fs::path beside = (file.parent_path() / target).lexically_normal();
      const fs::path where = index.folderFor(name);
      const fs::path found = fs::exists(beside) || where.empty() ? beside : (where / target).lexically_normal();
      if (found != file) included.insert(found);
    }
  }
  // What cannot be read is a unit, too: its error says why.
  for (const fs::path& file : index.unreadable()) {
    if (file.extension() == ".cu") sources.push_back(file);
  }
  std::sort(sources.begin(), sources.end());
  Units units;
  for (const fs::path& source : sources) {
    if (!included.contains(source.lexically_normal())) units.push_back(unlistedUnit(source));
  }
  // Files that include each other in a ring: take them all rather than none.
  if (units.empty()) {
    for (const fs::path& source : sources) units.push_back(unlistedUnit(source));
  }
  for (const CompileCommand& unit : units) unlisted.insert(unit.file);
  if (!units.empty()) return units;
  return inputError("There is no CUDA in " + folder.string() +
                    ": looked for compile_commands.json (also in build/) and for *.cu files. Name a .cu file, or the "
                    "folder that holds them.");
}

void addOthers(Units& units, Units more) {
  for (CompileCommand& unit : more) {
    const auto isAlike = [&](const CompileCommand& one) { return compilesAlike(one, unit); };
    if (std::ranges::none_of(units, isAlike)) units.push_back(std::move(unit));
  }
}

/// The databases of the project that a file is in, the nearest first.
std::vector<fs::path> databasesAround(const fs::path& file) {
  std::error_code ignored;
  std::vector<fs::path> all;
  for (fs::path folder = file.parent_path(); !holdsProjects(folder); folder = folder.parent_path()) {
    const std::vector<fs::path> databases = compileDatabases(folder);
    all.insert(all.end(), databases.begin(), databases.end());
    // A repository ends here, but for one that is a part of another.
    if (fs::is_directory(folder / ".git", ignored)) break;
  }
  return all;
}

/// How these say to compile the file; empty where none says.
Units unitsOfDatabase(const fs::path& file, bool every) {
  std::error_code ignored;
  Units all;
  for (const fs::path& database : databasesAround(file)) {
    Result<Units> units = readDatabase(database, every);
    if (!units.ok()) continue;
    std::erase_if(*units, [&](const CompileCommand& unit) { return !fs::equivalent(unit.file, file, ignored); });
    addOthers(all, *std::move(units));
    if (!all.empty() && !every) return all;
  }
  return all;
}

/// A header that many sources include is a unit of its own, where it stands for itself: all of them are no answer.
constexpr size_t mostIncluders = 16;

/// Has the file kernels that the sources which include it make?
bool holdsKernels(const fs::path& file) {
  if (file.extension() == ".cu") return true;
  const Result<std::string> text = readFile(file, largestSource);
  return text.ok() && text->find("__global__") != std::string::npos;
}

/// The units that a .cu file, or a header with kernels, is a part of, where others include it: it is none by itself.
/// They are found by text, in the project only.
Units unitsIncluding(const fs::path& file, const fs::path& project, bool every, Includers& includers,
                     std::set<fs::path>& unlisted) {
  Units units;
  if (!checkRegularFile(file, largestSource).ok() || !holdsKernels(file)) return units;
  const std::vector<fs::path> sources = includers.of(file, projectRoot(file, project), file);
  if (file.extension() != ".cu" && sources.size() > mostIncluders) return units;
  for (const fs::path& source : sources) {
    Units compiled = unitsOfDatabase(source, every);
    if (compiled.empty()) {
      compiled.push_back(unlistedUnit(source));
      unlisted.insert(source);
    }
    units.insert(units.end(), compiled.begin(), compiled.end());
  }
  return units;
}

/// What the databases of a folder list, or what lies in it.
Result<Units> unitsOfFolder(const fs::path& folder, bool every, std::set<fs::path>& unlisted) {
  Units all;
  std::optional<Error> problem;
  bool isUnread = false;  // what the problem is about
  for (const fs::path& database : compileDatabases(folder)) {
    Result<Units> units = readEntries(database, every);
    const bool isFit = units.ok() && hasCuda(*units);
    if (!isFit && !problem) {
      isUnread = !units.ok();
      problem = isUnread ? units.error() : withoutCuda(database);
    }
    if (isFit) addOthers(all, *std::move(units));
    if (!all.empty() && !every) break;
  }
  if (!all.empty()) return all;
  // A database without CUDA (of another part of the project) does not hide the .cu files.
  Result<Units> scanned = scanFolder(folder, unlisted);
  if (!problem) return scanned;
  if (!scanned.ok()) return *problem;
  if (isUnread) scanned->front().notes.push_back("Not used: " + problem->message);
  return scanned;
}

/// `unlisted`: files of those that no database lists.
Result<Units> unitsOf(const fs::path& path, const fs::path& project, bool every, Includers& includers,
                      std::set<fs::path>& unlisted) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    const std::string why = ignored ? " (" + ignored.message() + ")" : "";
    return inputError("There is no file or folder " + path.string() + why + ".");
  }
  if (fs::is_directory(path, ignored)) {
    return unitsOfFolder(path, every, unlisted);
  }
  if (path.extension() == ".json") return readDatabase(path, every);
  if (Units units = unitsOfDatabase(path, every); !units.empty()) return units;
  if (Units units = unitsIncluding(path, project, every, includers, unlisted); !units.empty()) return units;
  unlisted.insert(path);
  return Units{unlistedUnit(path)};
}

CompileCommand hostUnit(const fs::path& file, const fs::path& root) {
  CompileCommand unit = unlistedUnit(file);
  unit.root = root;
  return unit;
}

std::set<fs::path> filesOf(const Units& units) {
  std::set<fs::path> files;
  for (const CompileCommand& unit : units) files.insert(unit.file);
  return files;
}

/// The files of the project that `units` are made of, by text: their own and what they include, directly or not.
std::set<fs::path> filesOf(const Units& units, const FileIndex& project) {
  std::set<fs::path> files;
  std::vector<fs::path> open, folders;
  for (const CompileCommand& unit : units) {
    open.push_back(unit.file);
    for (fs::path& folder : headerFolders(unit)) {
      if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(std::move(folder));
    }
  }
  constexpr size_t enough = 2000;
  while (!open.empty() && files.size() < enough) {
    const fs::path file = open.back();
    open.pop_back();
    if (!files.insert(file).second) continue;
    const Result<std::string> text = readFile(file, largestSource);
    if (!text.ok()) continue;
    for (const std::string& name : includedNames(*text)) {
      std::vector<fs::path> places{file.parent_path()};
      places.insert(places.end(), folders.begin(), folders.end());
      if (fs::path folder = project.folderFor(name); !folder.empty()) places.push_back(std::move(folder));
      for (const fs::path& place : places) {
        std::error_code ignored;
        fs::path found = (place / name).lexically_normal();
        if (!fs::is_regular_file(found, ignored)) continue;
        open.push_back(std::move(found));
        break;
      }
    }
  }
  return files;
}

}  // namespace

bool ListedFiles::has(const fs::path& file) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(file, failed);
  return std::ranges::any_of(databasesAround(file), [&](const fs::path& database) {
    const auto [known, isNew] = known_.try_emplace(database);
    if (isNew) {
      if (const Result<Units> units = readDatabase(database, false); units.ok()) {
        for (const CompileCommand& unit : *units) known->second.insert(fs::weakly_canonical(unit.file, failed));
      }
    }
    return known->second.contains(real);
  });
}

bool compilesAlike(const CompileCommand& a, const CompileCommand& b) {
  return a.file == b.file && a.folder == b.folder && a.flags == b.flags && a.nvccFlags == b.nvccFlags &&
         a.arch == b.arch && a.relocatableDevice == b.relocatableDevice && a.cuda == b.cuda;
}

void addOtherWords(CompileCommand& unit, const CompileCommand& other) {
  if (unit.others != other.others) unit.others.insert(unit.others.end(), other.others.begin(), other.others.end());
}

static Result<Units> findAll(const fs::path& path, const std::vector<std::string>& extraFlags, const fs::path& project,
                             bool every, Includers& includers) {
  if (path.empty()) return inputError("No file or folder is named.");
  std::set<fs::path> unlisted;
  Result<Units> units = unitsOf(fs::absolute(path).lexically_normal(), project, every, includers, unlisted);
  if (!units.ok()) return units;
  std::error_code ignored;
  const bool isFolder = fs::is_directory(path, ignored);
  const fs::path own = isFolder ? (fs::absolute(path) / "").lexically_normal().parent_path() : fs::path();
  const fs::path& named = project.empty() ? own : project;
  std::map<fs::path, fs::path> roots;  // by folder: each takes a look into the databases above it
  for (CompileCommand& unit : *units) {
    const auto [root, isNew] = roots.try_emplace(unit.file.parent_path());
    if (isNew) root->second = projectRoot(unit.file, named);
    unit.root = root->second;
  }
  const Status complete = completeFlags(*units, unlisted, extraFlags, every);
  if (!complete.ok()) return complete.error();
  return units;
}

Result<Units> findUnits(const fs::path& path, const std::vector<std::string>& extraFlags, const fs::path& project) {
  Includers includers;
  return findAll(path, extraFlags, project, false, includers);
}

Result<Units> findUnits(const fs::path& path, const std::vector<std::string>& extraFlags) {
  return findUnits(path, extraFlags, {});
}

Result<Units> findConfigurations(const fs::path& path, const std::vector<std::string>& extraFlags,
                                 const fs::path& project, Includers& includers) {
  return findAll(path, extraFlags, project, true, includers);
}

Result<Units> findConfigurations(const fs::path& path, const std::vector<std::string>& extraFlags,
                                 const fs::path& project) {
  Includers includers;
  return findConfigurations(path, extraFlags, project, includers);
}

Result<Units> findVariantUnit(const fs::path& variant, const fs::path& original,
                              const std::vector<std::string>& extraFlags, const fs::path& project) {
  const fs::path file = fs::absolute(variant).lexically_normal();
  Result<Units> units = findUnits(original, extraFlags, project);
  if (!units.ok() || units->size() != 1 || !unitsOfDatabase(file, false).empty())
    return findUnits(variant, extraFlags, project);
  CompileCommand& unit = units->front();
  // `#include "…"` looks beside the file that holds it first, then here, then in the folders of -I.
  unit.flags.push_back("-iquote");
  unit.flags.push_back(unit.file.parent_path().string());
  unit.file = file;
  return units;
}

Units findHostUnits(const Units& units, const std::vector<std::string>& extraFlags) {
  std::set<fs::path> folders, included, known;
  for (const CompileCommand& unit : units) {
    folders.insert(unit.file.parent_path());
    known.insert(unit.file);
  }
  Units found;
  std::vector<fs::path> candidates;
  for (const fs::path& folder : folders) {
    std::error_code problem;
    for (fs::directory_iterator it(folder, problem), end; !problem && it != end; it.increment(problem)) {
      if (!isSourceName(it->path())) continue;
      if (isHostSource(it->path())) candidates.push_back(it->path());
      const Result<std::string> text = readFile(it->path(), largestSource);
      if (!text.ok()) continue;
      for (const std::string& name : includedNames(*text)) included.insert((folder / name).lexically_normal());
    }
  }
  std::sort(candidates.begin(), candidates.end());
  for (const fs::path& file : candidates) {
    if (included.contains(file) || known.contains(file)) continue;
    found.push_back(hostUnit(file, units.front().root));
  }
  if (!completeFlags(found, filesOf(found), extraFlags).ok()) found.clear();
  return found;
}

Units findProgramWithoutKernels(const fs::path& folder, const std::vector<std::string>& extraFlags) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return {};
  CompileCommand beside;
  beside.file = fs::absolute(folder).lexically_normal() / "none";
  beside.root = projectRoot(beside.file);
  Units units = findHostUnits({beside}, extraFlags);
  const bool usesCuda = std::any_of(units.begin(), units.end(), [](const CompileCommand& unit) {
    const Result<std::string> text = readFile(unit.file, largestSource);
    return text.ok() && text->find("cuda") != std::string::npos;
  });
  return usesCuda ? units : Units{};
}

LinkCandidates findLinkCandidates(const fs::path& path, const Units& units,
                                  const std::vector<std::string>& extraFlags) {
  LinkCandidates found;
  if (units.empty()) return found;
  const fs::path& root = units.front().root;
  const FileIndex project(root, units.front().file);
  const std::set<fs::path> used = filesOf(units, project);
  std::set<fs::path> folders;
  for (const fs::path& file : used) folders.insert(file.parent_path());
  std::error_code ignored;
  const fs::path named = fs::is_directory(path, ignored) ? fs::absolute(path).lexically_normal() / "" : fs::path();
  const FileIndex belowNamed = named.empty() ? FileIndex() : FileIndex(named);
  std::set<fs::path> known = used;
  const auto take = [&](const fs::path& file, Units& into) {
    if (isHostSource(file) && known.insert(file).second) into.push_back(hostUnit(file, root));
  };
  for (const fs::path& file : belowNamed.files()) take(file.lexically_normal(), found.below);
  for (const fs::path& file : project.files()) {
    if (folders.contains(file.parent_path())) take(file, found.besideHeaders);
  }
  for (Units* more : {&found.below, &found.besideHeaders}) {
    if (!completeFlags(*more, filesOf(*more), extraFlags).ok()) return {};
  }
  return found;
}

}  // namespace warpwright::frontend
