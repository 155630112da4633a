#include "analysis/program/program.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "analysis/frontend/configurations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/model/code_text.h"
#include "analysis/program/cmake_targets.h"
#include "analysis/program/makefile_programs.h"
#include "analysis/program/text_functions.h"
#include "core/base/compile_databases.h"
#include "core/base/file.h"
#include "core/base/file_index.h"
#include "core/base/regular_file.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using frontend::CompileCommand;
using Units = std::vector<CompileCommand>;

Error usageError(std::string message) {
  return {ErrorKind::usage, std::move(message), std::nullopt};
}

/// The texts of a project, read as far as they are asked for.
class Texts {
 public:
  struct File {
    TextFunctions functions;
    std::vector<std::string> includes;  ///< names, as they are written
  };

  explicit Texts(const fs::path& root, const fs::path& from) : index_(root, from), root_(root) {}

  const File& file(const fs::path& path) {
    const auto [known, isNew] = files_.try_emplace(path);
    if (!isNew || !isBelow(path, root_)) return known->second;
    const Result<std::string> text = readFile(path, largestSource);
    if (!text.ok()) return known->second;
    known->second.functions = functionsIn(*text);
    known->second.includes = frontend::includedNames(*text);
    return known->second;
  }

  /// A unit's own file and what it includes, directly or not, as far as it is of the project.
  std::set<fs::path> filesOf(const CompileCommand& unit) {
    const std::vector<fs::path> folders = frontend::headerFolders(unit);
    constexpr size_t enough = 2000;
    std::set<fs::path> seen;
    std::vector<fs::path> open{unit.file};
    while (!open.empty() && seen.size() < enough) {
      const fs::path next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      for (const std::string& name : file(next).includes) {
        fs::path found = included(next, name, folders);
        if (!found.empty()) open.push_back(std::move(found));
      }
    }
    return seen;
  }

 private:
  bool isThere(const fs::path& file) {
    const auto [known, isNew] = isThere_.try_emplace(file, false);
    std::error_code ignored;
    if (isNew) known->second = isBelow(file, root_) && fs::is_regular_file(file, ignored);
    return known->second;
  }

  /// `folders`: in which headers of the unit are looked for.
  fs::path included(const fs::path& from, const std::string& name, const std::vector<fs::path>& folders) {
    if (fs::path beside = (from.parent_path() / name).lexically_normal(); isThere(beside)) return beside;
    for (const fs::path& folder : folders) {
      if (fs::path there = (folder / name).lexically_normal(); isThere(there)) return there;
    }
    const auto [folder, isAsked] = folders_.try_emplace(name);
    if (isAsked) folder->second = index_.folderFor(name);
    return folder->second.empty() ? fs::path() : (folder->second / name).lexically_normal();
  }

  FileIndex index_;
  fs::path root_;
  std::map<fs::path, File> files_;
  std::map<fs::path, bool> isThere_;
  std::map<std::string, fs::path> folders_;  ///< where a name leads to
};

/// One source file as a part of programs.
struct Part {
  fs::path file;
  std::vector<const CompileCommand*> commands;
  std::set<fs::path> files;
  std::set<std::string> defined, called;
  bool hasMain() const { return defined.contains("main"); }
};

std::vector<Part> partsOf(const Units& units, Texts& texts) {
  std::vector<Part> parts;
  for (const CompileCommand& unit : units) {
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.file == unit.file; });
    if (same != parts.end()) {
      same->commands.push_back(&unit);
      continue;
    }
    Part part{unit.file, {&unit}, texts.filesOf(unit), {}, {}};
    for (const fs::path& file : part.files) {
      const TextFunctions& functions = texts.file(file).functions;
      part.defined.insert(functions.defined.begin(), functions.defined.end());
      part.called.insert(functions.called.begin(), functions.called.end());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

/// What defines what is called, from one unit on. Of several that define a function the nearest are taken; one with a
/// `main` of its own is linked to no other.
class Linking {
 public:
  explicit Linking(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      if (part.hasMain()) continue;
      const fs::path folder = part.file.parent_path();
      for (const std::string& name : part.defined) {
        // The nearest are those of the innermost folder that both lie in.
        for (fs::path around = folder;; around = around.parent_path()) {
          definers_[name][around.string()].push_back(&part);
          if (!around.has_relative_path()) break;
        }
      }
    }
  }

  std::vector<const Part*> linkedTo(const Part& first) {
    std::vector<const Part*> all{&first};
    std::set<const Part*> known{&first};
    for (size_t i = 0; i < all.size(); ++i) {
      for (const Part* needed : neededBy(*all[i])) {
        if (known.insert(needed).second) all.push_back(needed);
      }
    }
    return all;
  }

  /// The parts that are made of a file, and those that are linked to them.
  std::set<const Part*> leadingTo(const std::vector<Part>& parts, const fs::path& file) {
    std::vector<const Part*> open;
    for (const Part& part : parts) {
      if (part.files.contains(file)) open.push_back(&part);
    }
    std::set<const Part*> found(open.begin(), open.end());
    // Nobody is linked to one with a `main`.
    if (std::all_of(open.begin(), open.end(), [](const Part* part) { return part->hasMain(); })) return found;
    std::map<const Part*, std::vector<const Part*>> users;
    for (const Part& part : parts) {
      for (const Part* needed : neededBy(part)) users[needed].push_back(&part);
    }
    while (!open.empty()) {
      const Part* next = open.back();
      open.pop_back();
      for (const Part* user : users[next]) {
        if (found.insert(user).second) open.push_back(user);
      }
    }
    return found;
  }

 private:
  const std::vector<const Part*>& neededBy(const Part& part) {
    const auto [entry, isNew] = needed_.try_emplace(&part);
    if (!isNew) return entry->second;
    std::set<const Part*> seen;
    for (const std::string& name : part.called) {
      const bool isOwn = part.defined.contains(name);  // maybe of another class than the one that is meant
      for (const Part* one : nearest(name, part.file.parent_path())) {
        if (isOwn && !declaresFor(part, *one)) continue;
        if (seen.insert(one).second) entry->second.push_back(one);
      }
    }
    return entry->second;
  }

  /// `option.h` of `option.cu` is a file of the part: what stands in the one is declared in the other.
  static bool declaresFor(const Part& part, const Part& definer) {
    fs::path header = definer.file;
    return &part != &definer && std::ranges::any_of(std::array{".h", ".hpp", ".hh", ".cuh"}, [&](const char* ending) {
      return part.files.contains(header.replace_extension(ending));
    });
  }

  const std::vector<const Part*>& nearest(const std::string& name, fs::path folder) const {
    static const std::vector<const Part*> none;
    const auto found = definers_.find(name);
    if (found == definers_.end()) return none;
    for (;; folder = folder.parent_path()) {
      const auto here = found->second.find(folder.string());
      if (here != found->second.end()) return here->second;
      if (!folder.has_relative_path()) return none;
    }
  }

  /// Of a function: who defines it, by each folder that they lie in, near or far.
  std::map<std::string, std::map<std::string, std::vector<const Part*>>> definers_;
  std::map<const Part*, std::vector<const Part*>> needed_;
};

Program programOf(const std::vector<const Part*>& parts, std::string name) {
  Program program;
  program.name = std::move(name);
  for (const Part* part : parts) {
    if (part->hasMain() && program.main.empty()) program.main = part->file;
    for (const CompileCommand* command : part->commands) program.units.push_back(*command);
    program.files.insert(part->files.begin(), part->files.end());
  }
  return program;
}

/// "srad" of srad.cu, "backprop" of backprop/main.cu.
std::string nameOf(const fs::path& main) {
  const std::string stem = main.stem().string();
  return stem == "main" ? main.parent_path().filename().string() : stem;
}

/// Names that several have become paths below the folder that they have in common.
void tellApart(std::vector<Program>& programs, const fs::path& folder) {
  std::map<std::string, int> count;
  for (const Program& program : programs) ++count[program.name];
  for (Program& program : programs) {
    if (count[program.name] < 2 || program.main.empty()) continue;
    program.name = fs::path(program.main).replace_extension().lexically_relative(folder).string();
  }
}

/// The parts that a Makefile links to one with a `main`, that one first. Empty: none says, or of a file that is no
/// part.
std::vector<const Part*> byMakefile(const Part& main, const std::vector<Part>& parts,
                                    const makefile::MakeExecutable& made) {
  std::vector<const Part*> linked;
  for (const fs::path& source : made.sources) {
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.file == source; });
    if (part == parts.end()) return {};
    linked.insert(part->file == main.file ? linked.begin() : linked.end(), &*part);
  }
  return linked;
}

/// What is linked is what a Makefile says; else it is found by text. `wanted`: only those that are made of this file;
/// empty: all. `makefiles`: null: all is found by text.
std::vector<Program> byText(const std::vector<Part>& parts, const fs::path& folder, const fs::path& wanted,
                            MakefilePrograms* makefiles) {
  std::vector<Program> programs;
  Linking linking(parts);
  const std::set<const Part*> made = wanted.empty() ? std::set<const Part*>() : linking.leadingTo(parts, wanted);
  bool anyMain = false;
  for (const Part& part : parts) {
    if (!part.hasMain()) continue;
    anyMain = true;
    const makefile::MakeExecutable* byRule = makefiles ? makefiles->programWith(part.file) : nullptr;
    const auto linked = byRule ? byMakefile(part, parts, *byRule) : std::vector<const Part*>();
    if (linked.empty() && !wanted.empty() && !made.contains(&part)) continue;
    programs.push_back(programOf(linked.empty() ? linking.linkedTo(part) : linked, nameOf(part.file)));
    if (makefiles) programs.back().libraries = byRule ? byRule->libraries : makefiles->librariesOf(part.file);
  }
  if (!anyMain && !parts.empty()) {
    std::vector<const Part*> all;
    for (const Part& part : parts) all.push_back(&part);
    programs.push_back(programOf(all, folder.filename().string()));
  }
  return programs;
}

std::vector<Program> byTargets(const std::vector<CMakeExecutable>& executables, const std::vector<Part>& parts) {
  std::vector<Program> programs;
  for (const CMakeExecutable& executable : executables) {
    std::vector<const Part*> linked;
    for (const fs::path& source : executable.sources) {
      const auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& one) { return one.file == source; });
      if (part != parts.end()) linked.push_back(&*part);
    }
    if (!linked.empty()) programs.push_back(programOf(linked, executable.name));
  }
  return programs;
}

/// The compile_commands.json that says how to compile what is in a folder; that of a file may lie in any folder above
/// it. Empty: there is none.
fs::path databaseOf(const fs::path& path, const fs::path& root) {
  if (path.extension() == ".json") return path;
  std::error_code ignored;
  const bool isFolder = fs::is_directory(path, ignored);
  for (fs::path folder = isFolder ? path : path.parent_path(); isBelow(folder, root); folder = folder.parent_path()) {
    for (const fs::path& database : compileDatabases(folder)) {
      if (checkRegularFile(database, largestDatabase).ok()) return database;
    }
    if (isFolder || !folder.has_relative_path()) break;
  }
  return {};
}

bool hasMain(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (!ending.starts_with(".c") || ending == ".cuh") return false;
  const Result<std::string> text = readFile(file, largestSource);
  return text.ok() && model::holdsWord(*text, "main") && functionsIn(*text).hasMain();
}

bool holdsMain(const fs::path& folder) {
  const FileIndex index(folder);
  return std::any_of(index.files().begin(), index.files().end(), hasMain);
}

/// More files than a program has that nobody lists: a folder of downloads, or a home.
bool holdsMany(const fs::path& folder) {
  constexpr size_t most = 4000;
  return FileIndex(folder).files().size() > most;
}

/// The nearest folder around a file that holds a `main`, inside the root; else its own.
fs::path folderAround(const fs::path& file, const fs::path& root) {
  if (hasMain(file)) return file.parent_path();
  for (fs::path folder = file.parent_path(); isBelow(folder, root); folder = folder.parent_path()) {
    if (holdsMain(folder)) return folder;
    if (folder == root || !folder.has_relative_path()) break;
  }
  return file.parent_path();
}

/// All that is compiled in a folder without a database: CUDA files, and C and C++ files that none of them includes.
Result<Units> unitsBelow(const fs::path& folder, const std::vector<std::string>& flags, const fs::path& project) {
  Result<Units> units = frontend::findConfigurations(folder, flags, project);
  if (!units.ok()) {
    Units host = frontend::findProgramWithoutKernels(folder, flags);
    if (host.empty()) return units;
    return host;
  }
  const auto add = [&](Units more) {
    for (CompileCommand& unit : more) {
      const auto same = [&](const CompileCommand& one) { return one.file == unit.file; };
      if (std::none_of(units->begin(), units->end(), same)) units->push_back(std::move(unit));
    }
  };
  const Units cuda = *units;
  frontend::LinkCandidates others = frontend::findLinkCandidates(folder, cuda, flags);
  add(std::move(others.below));
  add(std::move(others.besideHeaders));
  add(frontend::findHostUnits(cuda, flags));
  return units;
}

/// C and C++ files that others include are no units.
void dropIncluded(std::vector<Part>& parts) {
  std::set<fs::path> included;
  for (const Part& part : parts) {
    for (const fs::path& file : part.files) {
      if (file != part.file) included.insert(file);
    }
  }
  std::erase_if(parts, [&](const Part& part) { return !part.commands.front()->cuda && included.contains(part.file); });
}

std::string listed(const std::vector<Program>& programs) {
  std::string names;
  for (const Program& program : programs) names += (names.empty() ? "" : ", ") + program.name;
  return names;
}

}  // namespace

Result<std::vector<Program>> programsOf(const fs::path& path, const std::vector<std::string>& flags,
                                        const fs::path& project) {
  std::error_code ignored;
  const fs::path named = (fs::absolute(path, ignored) / "").lexically_normal().parent_path();
  const bool isFolder = fs::is_directory(named, ignored);
  const fs::path root = isFolder ? projectRoot(named / "any", named) : projectRoot(named, project);
  const fs::path database = databaseOf(named, root);
  const bool isDatabase = database == named;
  Result<Units> units = inputError("");
  if (!database.empty()) units = frontend::findConfigurations(database, flags, project);
  const bool isListed = units.ok();
  const fs::path folder = isListed ? root : isFolder ? named : folderAround(named, root);
  const bool isFile = !isFolder && !isDatabase;
  if (!isListed && isFile && holdsMany(folder))
    units = frontend::findConfigurations(named, flags, project);
  else if (!isListed)
    units = unitsBelow(folder, flags, project);
  if (!units.ok()) return units.error();
  Texts texts(root, named);
  std::vector<Part> parts = partsOf(*units, texts);
  std::vector<Program> programs;
  if (isListed) {
    const fs::path real = fs::weakly_canonical(database, ignored);
    const Result<std::vector<CMakeExecutable>> executables = cmakeExecutables(real.parent_path());
    if (!executables.ok()) return executables.error();
    programs = byTargets(*executables, parts);
  } else {
    dropIncluded(parts);
  }
  if (programs.empty()) {
    const fs::path wanted = isFile ? named : fs::path();
    MakefilePrograms makefiles(root);
    programs = byText(parts, folder, wanted, &makefiles);
    const auto isOf = [&](const Program& program) { return program.files.contains(wanted); };
    // A file that no Makefile links to anything is one that somebody works on all the same.
    if (isFile && std::ranges::none_of(programs, isOf)) programs = byText(parts, folder, wanted, nullptr);
  }
  // A program without device code that only lies beside others is none of ours.
  const auto isCuda = [](const CompileCommand& unit) { return unit.cuda; };
  const bool anyCuda = std::any_of(units->begin(), units->end(), isCuda);
  std::erase_if(programs, [&](const Program& program) {
    return anyCuda && std::none_of(program.units.begin(), program.units.end(), isCuda);
  });
  tellApart(programs, folder);
  if (isFile) std::erase_if(programs, [&](const Program& program) { return !program.files.contains(named); });
  return programs;
}

void addPrograms(std::vector<Program>& known, std::vector<Program> more) {
  for (Program& program : more) {
    const auto same = [&](const Program& one) { return one.name == program.name && one.main == program.main; };
    if (std::none_of(known.begin(), known.end(), same)) known.push_back(std::move(program));
  }
}

Result<Program> chooseProgram(const std::vector<Program>& programs, const std::string& name) {
  if (programs.empty()) return usageError("No program was found: no file here has a `main` with CUDA beside it.");
  if (name.empty()) {
    if (programs.size() == 1) return programs.front();
    return usageError("There are several programs: " + listed(programs) + ". Choose one with --program NAME.");
  }
  const auto chosen =
      std::find_if(programs.begin(), programs.end(), [&](const Program& program) { return program.name == name; });
  if (chosen != programs.end()) return *chosen;
  return usageError("There is no program `" + name + "` here. There are: " + listed(programs) + ".");
}

ProgramSummary summaryOf(const Program& program) {
  ProgramSummary summary{program.name, program.main.string(), {}, {}, {}, program.libraries};
  for (const CompileCommand& unit : program.units) {
    std::string file = unit.file.string();
    if (std::find(summary.units.begin(), summary.units.end(), file) == summary.units.end())
      summary.units.push_back(file);
    if (!unit.cuda) summary.host.push_back({std::move(file), unit.folder.string(), frontend::nvccFlagsOf(unit)});
  }
  for (const fs::path& file : program.files) summary.files.push_back(file.string());
  std::sort(summary.files.begin(), summary.files.end());  // paths sort by their parts, texts by their bytes
  return summary;
}

}  // namespace warpwright::analysis
