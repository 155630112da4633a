#include "analysis/program/open_flags.h"

#include <algorithm>
#include <set>
#include <vector>

#include "analysis/frontend/project_settings.h"
#include "analysis/frontend/unit_flags.h"

namespace warpwright::analysis {
namespace {

namespace fs = std::filesystem;
using frontend::CompileCommand;
using makefile::CompileWay;
using Strings = std::vector<std::string>;

/// Words that define macros, or are variables of `make`, which give them.
bool gives(const Strings& words, const std::string& macro) {
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-D" + macro || word == "-U" + macro || word.starts_with("-D" + macro + "=")) return true;
    const bool isDefined = i > 0 && words[i - 1] == "-D";
    if (isDefined && (word == macro || word.starts_with(macro + "="))) return true;
  }
  return false;
}

}  // namespace

OpenFlags::Project& OpenFlags::projectOf(const fs::path& root) {
  return projects_.try_emplace(root, root).first->second;
}

bool OpenFlags::isTold(const CompileCommand& unit) {
  if (unit.isToldByUser || unit.root.empty() || listed_.has(unit.file) ||
      !ofFolders_.of(unit.file, unit.root).words.empty())
    return true;
  const Result<frontend::ProjectSettings> settings = frontend::settingsFor(unit.file.parent_path(), unit.root);
  return settings.ok() && (!settings->flags.empty() || !settings->includes.empty());
}

std::string OpenFlags::whyOpen(const CompileCommand& unit) {
  return ask(unit, true);
}
std::string OpenFlags::whyLaunchesOpen(const CompileCommand& unit) {
  return ask(unit, false);
}

std::string OpenFlags::ask(const CompileCommand& unit, bool roundsToo) {
  const auto [known, isNew] = known_.try_emplace({unit.file, unit.root, unit.flags, unit.isToldByUser, roundsToo});
  if (!isNew) return known->second;
  if (!isTold(unit)) known->second = askBuildFiles(unit, roundsToo);
  return known->second;
}

const AskedMacros& OpenFlags::askedBy(const CompileCommand& unit) {
  const auto [known, isNew] = asked_.try_emplace({unit.file, unit.root, unit.flags});
  if (isNew) known->second = questions_.of(unit.file, frontend::headerFolders(unit), projectOf(unit.root).sources);
  return known->second;
}

std::string OpenFlags::whyMissing(const std::string& header, const CompileCommand& unit) {
  if (unit.root.empty()) return {};
  AskedMacros asked = askedBy(unit);
  std::erase_if(asked.names, [&](const std::string& macro) { return gives(unit.flags, macro); });
  if (asked.names.empty() || !asked.missing.contains(header)) return {};
  return fs::path(header).filename().string() + " is not found, and may define " + *asked.names.begin() +
         ", which the file asks for. Name its folder (-I).";
}

std::string OpenFlags::askBuildFiles(const CompileCommand& unit, bool roundsToo) {
  const frontend::MakefileFlags::Found found = ofMakefiles_.of(unit.file, unit.root);
  if (std::string open = frontend::whyOpen(found, unit); !open.empty()) return open;
  AskedMacros asked = askedBy(unit);
  std::set<fs::path> read;
  for (const CompileWay& way : found.ways) read.insert(way.makefile.lexically_normal());
  std::erase_if(asked.names, [&](const std::string& macro) {
    return !found.ways.empty() &&
           std::ranges::all_of(found.ways, [&](const CompileWay& way) { return gives(way.words, macro); });
  });
  BuildFiles& builds = projectOf(unit.root).builds;
  const std::string unknown = "How the file is compiled is not known: ";
  if (!asked.isWhole) return unknown + "it includes too much for the macros that it asks for to be looked up";
  if (const std::string maker = builds.makerOf(asked.headers, unit.file); !maker.empty())
    return "What the file includes is not known: " + maker;
  for (const CompileWay& way : found.others) {
    const auto macro = std::ranges::find_if(asked.names, [&](const std::string& one) { return gives(way.words, one); });
    if (macro != asked.names.end())
      return unknown + "line " + std::to_string(way.line) + " of the Makefile gives " + *macro +
             " to files that are not all known";
  }
  if (const std::string giver = builds.giverOf(asked.names, unit.file, read); !giver.empty())
    return unknown + giver + ", which it asks for" +
           (found.ways.empty() ? ", and no compile_commands.json tells"
                               : ", and the Makefile that compiles it does not give");
  if (!found.ways.empty()) return {};
  const std::string other = builds.otherFlagsOf(unit.file, roundsToo);
  return other.empty() ? std::string()
                       : unknown + other +
                             " may let it round otherwise or include more, and no compile_commands.json tells (CMake "
                             "writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)";
}

}  // namespace warpwright::analysis
