#include "analysis/frontend/unit_flags.h"

#include <algorithm>
#include <map>

#include "analysis/frontend/folder_flags.h"
#include "analysis/frontend/project_settings.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

bool namesArch(const std::string& word) {
  return word.starts_with("-arch") || word.starts_with("-gencode") || word.starts_with("--gpu-architecture") ||
         word.starts_with("--generate-code") || word.starts_with("--cuda-gpu-arch") ||
         word.starts_with("--offload-arch");
}

/// Adds words of a compiler's command line, whose relative paths start at `folder`.
Status addWords(CompileCommand& unit, const Strings& flags, const fs::path& folder) {
  if (flags.empty()) return {};
  Strings words{"nvcc"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.push_back(unit.cuda ? "unit.cu" : "unit.cpp");  // of any name: the unit itself may be a header
  Result<CompileCommand> extra = translateCommand(words, folder);
  if (!extra.ok()) return extra.error();
  unit.flags.insert(unit.flags.end(), extra->flags.begin(), extra->flags.end());
  unit.roundingFlags.insert(unit.roundingFlags.end(), extra->roundingFlags.begin(), extra->roundingFlags.end());
  unit.notes.insert(unit.notes.end(), extra->notes.begin(), extra->notes.end());
  unit.relocatableDevice |= extra->relocatableDevice;
  if (std::any_of(flags.begin(), flags.end(), namesArch)) unit.arch = extra->arch;
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

}  // namespace

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

Status completeFlags(std::vector<CompileCommand>& units, const std::set<fs::path>& unlisted, const Strings& userFlags) {
  FolderFlags ofFolders;
  std::map<std::pair<fs::path, fs::path>, ProjectSettings> known;  // by folder and root
  for (CompileCommand& unit : units) {
    const fs::path folder = unit.file.parent_path();
    if (unlisted.contains(unit.file)) {
      FolderFlags::Words words = ofFolders.of(unit.file, unit.root);
      unit.notes.insert(unit.notes.end(), words.notes.begin(), words.notes.end());
      if (!words.words.empty()) unit.folder = words.folder;
      if (Status added = addWords(unit, words.words, words.folder); !added.ok())
        unit.notes.push_back("Not used: the flags of " + words.folder.string() + ": " + added.error().message);
    }
    const auto [settings, isNew] = known.try_emplace({folder, unit.root});
    if (isNew) {
      Result<ProjectSettings> read = settingsFor(folder, unit.root);
      if (!read.ok()) return read.error();
      settings->second = std::move(read.value());
    }
    if (Status added = addSettings(unit, settings->second); !added.ok()) return added;
    // Relative paths on the command line start where the user stands, not where the file lies.
    if (Status added = addWords(unit, userFlags, fs::current_path()); !added.ok()) return added;
  }
  return {};
}

}  // namespace warpwright::frontend
