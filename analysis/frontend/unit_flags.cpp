#include "analysis/frontend/unit_flags.h"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/frontend/configurations.h"
#include "analysis/frontend/folder_flags.h"
#include "analysis/frontend/project_settings.h"
#include "core/base/file_index.h"
#include "core/device/device.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;
using Units = std::vector<CompileCommand>;

bool namesArch(const std::string& word) {
  return word.starts_with("-arch") || word.starts_with("-gencode") || word.starts_with("--gpu-architecture") ||
         word.starts_with("--generate-code") || word.starts_with("--cuda-gpu-arch") ||
         word.starts_with("--offload-arch");
}

/// Compilers pass over a standard of C++ where they compile C, and of C where they compile C++; Clang refuses it.
void dropForeignStandard(const CompileCommand& unit, CompileCommand& extra) {
  const bool isC = !unit.cuda && unit.file.extension() == ".c";
  std::erase_if(extra.flags, [&](const std::string& flag) {
    return flag.starts_with("-std=") && (flag.find("++") == std::string::npos) != isC;
  });
}

void addCommand(CompileCommand& unit, const CompileCommand& extra, const Strings& words) {
  unit.flags.insert(unit.flags.end(), extra.flags.begin(), extra.flags.end());
  unit.nvccFlags.insert(unit.nvccFlags.end(), extra.nvccFlags.begin(), extra.nvccFlags.end());
  unit.others.insert(unit.others.end(), extra.others.begin(), extra.others.end());
  unit.notes.insert(unit.notes.end(), extra.notes.begin(), extra.notes.end());
  unit.relocatableDevice |= extra.relocatableDevice;
  if (std::any_of(words.begin(), words.end(), namesArch)) unit.arch = extra.arch;
}

/// Adds words of a compiler's command line, whose relative paths start at `folder`. `byUser`: what the source's meaning
/// does not depend on is for nvcc, too; a project may not say that of itself, as it could have nvcc run what it likes.
Status addWords(CompileCommand& unit, const Strings& flags, const fs::path& folder, bool byUser = false,
                const char* compiler = "nvcc") {
  if (flags.empty()) return {};
  Strings words{compiler};
  words.insert(words.end(), flags.begin(), flags.end());
  words.push_back(unit.cuda ? "unit.cu" : "unit.cpp");  // of any name: the unit itself may be a header
  Result<CompileCommand> extra = translateCommand(words, folder);
  if (!extra.ok()) return extra.error();
  dropForeignStandard(unit, *extra);
  addCommand(unit, *extra, flags);
  if (byUser) unit.nvccFlags.insert(unit.nvccFlags.end(), extra->others.begin(), extra->others.end());
  return {};
}

Status addSettings(CompileCommand& unit, const ProjectSettings& settings) {
  if (settings.file.empty()) return {};
  Strings words = settings.flags;
  for (const std::string& folder : settings.includes) words.push_back("-I" + folder);
  Status added = addWords(unit, words, settings.file.parent_path());
  if (!settings.arch.empty()) unit.arch = settings.arch;
  return added;
}

/// By its name, and by where links lead.
bool isInside(const fs::path& path, const fs::path& root) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(path, failed);
  return isBelow(path, root) && !failed && isBelow(real, fs::canonical(root, failed)) && !failed;
}

/// Folders of toolkits and systems.
bool isOfSystem(const std::string& folder) {
  return folder.starts_with("/usr/") || folder.starts_with("/opt/");
}

/// Takes away what leads out of the project: folders of headers, and files that are included unasked. Gives the one
/// that may change what the source means: a file, or a folder whose headers come before those of the project.
std::string keepInside(CompileCommand& command, const fs::path& root, Strings& leftOut) {
  std::string open, folder;
  static constexpr std::array named = {"-isystem", "-iquote", "-idirafter", "-include", "-imacros"};
  Strings kept;
  for (size_t i = 0; i < command.flags.size(); ++i) {
    const std::string& flag = command.flags[i];
    const bool isNamed = std::find(named.begin(), named.end(), flag) != named.end() && i + 1 < command.flags.size();
    const std::string value = isNamed ? command.flags[i + 1] : flag.starts_with("-I") ? flag.substr(2) : std::string();
    const bool isFile = flag == "-include" || flag == "-imacros";
    const bool isFolder = !value.empty() && !isFile;
    if (!value.empty() && !isInside((command.folder / value).lexically_normal(), root)) {
      leftOut.push_back("`" + (isNamed ? flag + ' ' + value : flag) + "`, which leads out of the project");
      if (isFile && open.empty()) open = leftOut.back();
      if (isFolder && folder.empty() && !isOfSystem(value)) folder = leftOut.back();
    } else {
      if (isFolder && open.empty()) open = folder;
      kept.insert(kept.end(), command.flags.begin() + static_cast<ptrdiff_t>(i),
                  command.flags.begin() + static_cast<ptrdiff_t>(i + (isNamed ? 2 : 1)));
    }
    if (isNamed) ++i;
  }
  command.flags = std::move(kept);
  return open;
}

/// Architectures that a GPU is described of: of no other can be said what it holds.
class KnownArchitectures {
 public:
  bool has(const std::string& arch) {
    const auto [known, isNew] = known_.try_emplace(arch, false);
    if (isNew) known->second = findDevice(arch).ok();
    return known->second;
  }

 private:
  std::map<std::string, bool> known_;
};

/// The flags as they are told: folders as one would write them beside the file.
std::string shownFlags(const CompileCommand& command, const Strings& words, const fs::path& beside) {
  std::string text;
  const auto shorter = [&](const std::string& path) {
    return fs::path(path).is_absolute() ? fs::path(path).lexically_relative(beside).string() : path;
  };
  for (const std::string& flag : command.flags)
    text += ' ' + (flag.starts_with("-I") ? "-I" + shorter(flag.substr(2)) : shorter(flag));
  for (const std::string& flag : command.nvccFlags) text += ' ' + flag;
  if (command.relocatableDevice) text += " -rdc=true";
  if (command.cuda && std::any_of(words.begin(), words.end(), namesArch)) text += " -arch=" + command.arch;
  return text;
}

/// "Makefile, line 3".
std::string placeOf(const makefile::CompileWay& way, const fs::path& beside) {
  return way.makefile.lexically_relative(beside).string() +
         (way.line > 0 ? ", line " + std::to_string(way.line) : ", by a rule that make has");
}

/// A unit as a Makefile compiles it.
CompileCommand madeUnit(CompileCommand unit, const makefile::CompileWay& way, KnownArchitectures& architectures) {
  const fs::path folder = unit.file.parent_path();
  const std::string name = placeOf(way, folder);
  Strings words = way.words;
  words.push_back(unit.file.string());
  Result<CompileCommand> made = translateCommand(words, way.folder);
  if (!made.ok()) {
    unit.notes.push_back("Not used: the flags of " + name + ": " + made.error().message);
    return unit;
  }
  Strings leftOut = way.leftOut;
  keepInside(*made, unit.root, leftOut);
  unit.folder = way.folder;
  unit.cuda |= made->cuda;
  if (made->cuda && std::any_of(words.begin(), words.end(), namesArch) && !architectures.has(made->arch)) {
    leftOut.push_back("`-arch=" + made->arch + "`, of which no GPU is described");
    std::erase_if(words, namesArch);
  }
  dropForeignStandard(unit, *made);
  std::string said = shownFlags(*made, words, folder), left;
  for (const std::string& one : leftOut) left += (left.empty() ? "" : "; ") + one;
  if (!said.empty()) said = "Flags of " + name + ":" + said + ".";
  if (!left.empty()) said += (said.empty() ? "Left out of " + name + ": " : " Left out: ") + left + ".";
  if (!said.empty()) unit.notes.push_back(std::move(said));
  addCommand(unit, *made, words);
  return unit;
}

/// More are not looked at.
constexpr size_t mostWays = 16;

std::string withoutStop(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

struct Makefiles {
  MakefileFlags flags;
  KnownArchitectures architectures;
};

/// A unit in all the ways in which a Makefile compiles it, or in the first; as it is where none does.
Units madeUnits(const CompileCommand& unit, Makefiles& makefiles, bool every) {
  const MakefileFlags::Found found = makefiles.flags.of(unit.file, unit.root);
  Units made;
  for (const makefile::CompileWay& way : found.ways) {
    if (made.empty() || (every && found.ways.size() <= mostWays))
      made.push_back(madeUnit(unit, way, makefiles.architectures));
    else
      addOtherWords(made.front(), madeUnit(unit, way, makefiles.architectures));
  }
  if (made.empty()) made.push_back(unit);
  Strings& notes = made.front().notes;
  notes.insert(notes.end(), found.notes.begin(), found.notes.end());
  if (found.ways.size() > (every ? mostWays : 1)) {
    notes.push_back("The Makefile compiles it in " + std::to_string(found.ways.size()) + " ways: this is the first.");
  }
  return made;
}

}  // namespace

std::string whyOpen(const MakefileFlags::Found& found, const CompileCommand& unit) {
  if (!found.notes.empty()) return "How a Makefile compiles the file is not known: " + withoutStop(found.notes.front());
  if (found.ways.size() > mostWays)
    return "The Makefile compiles the file in " + std::to_string(found.ways.size()) + " ways, which are too many";
  for (const makefile::CompileWay& way : found.ways) {
    std::string open = way.open;
    Strings words = way.words, leftOut;
    words.push_back(unit.file.string());
    Result<CompileCommand> made = translateCommand(words, way.folder);
    if (!made.ok())
      open = withoutStop(made.error().message);
    else if (open.empty())
      open = keepInside(*made, unit.root, leftOut);
    if (!open.empty()) return "A flag of " + placeOf(way, unit.file.parent_path()) + ", is not known: " + open;
  }
  return {};
}

bool isHostSource(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".c" || ending == ".cpp" || ending == ".cc" || ending == ".cxx";
}

CompileCommand unlistedUnit(const fs::path& file) {
  CompileCommand unit;
  unit.file = file;
  unit.folder = file.parent_path();
  unit.cuda = !isHostSource(file);
  return unit;
}

Status completeFlags(Units& units, const std::set<fs::path>& unlisted, const Strings& userFlags, bool every) {
  FolderFlags ofFolders;
  Makefiles makefiles;
  std::map<std::pair<fs::path, fs::path>, ProjectSettings> known;  // by folder and root
  Units complete;
  for (CompileCommand& unit : units) {
    const auto [settings, isNew] = known.try_emplace({unit.file.parent_path(), unit.root});
    if (isNew) {
      Result<ProjectSettings> read = settingsFor(unit.file.parent_path(), unit.root);
      if (!read.ok()) return read.error();
      settings->second = std::move(read.value());
    }
    Units ways;
    if (unlisted.contains(unit.file)) {
      FolderFlags::Words words = ofFolders.of(unit.file, unit.root);
      unit.notes.insert(unit.notes.end(), words.notes.begin(), words.notes.end());
      if (!words.words.empty()) unit.folder = words.folder;
      if (Status added = addWords(unit, words.words, words.folder, false, "clang++"); !added.ok())
        unit.notes.push_back("Not used: the flags of " + words.folder.string() + ": " + added.error().message);
      // Whoever says something of flags elsewhere says all of it there.
      if (words.words.empty() && settings->second.flags.empty() && settings->second.includes.empty())
        ways = madeUnits(unit, makefiles, every);
    }
    if (ways.empty()) ways.push_back(std::move(unit));
    for (CompileCommand& way : ways) {
      if (Status added = addSettings(way, settings->second); !added.ok()) return added;
      // Relative paths on the command line start where the user stands, not where the file lies.
      if (Status added = addWords(way, userFlags, fs::current_path(), true); !added.ok()) return added;
      way.isToldByUser = !userFlags.empty();
      complete.push_back(std::move(way));
    }
  }
  units = std::move(complete);
  return {};
}

}  // namespace warpwright::frontend
