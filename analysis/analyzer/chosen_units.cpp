#include "analysis/analyzer/chosen_units.h"

#include <algorithm>
#include <set>

#include "analysis/frontend/configurations.h"
#include "analysis/program/program.h"

namespace warpwright::analysis {
namespace {

using frontend::CompileCommand;

/// The programs of all paths, each once.
Result<std::vector<Program>> allPrograms(const std::vector<std::filesystem::path>& paths,
                                         const AnalyzeOptions& options) {
  std::vector<Program> all;
  for (const std::filesystem::path& path : paths) {
    auto programs = programsOf(path, options.flags, options.project);
    if (!programs.ok()) return programs.error();
    addPrograms(all, *std::move(programs));
  }
  return all;
}

/// Names of the programs that are looked at; none: all.
std::vector<std::string> chosenNames(const AnalyzeOptions& options) {
  return options.program.empty() ? options.programs : std::vector{options.program};
}

/// The files that are compiled for the chosen programs.
Result<std::set<std::filesystem::path>> filesOfPrograms(const std::vector<std::filesystem::path>& paths,
                                                        const AnalyzeOptions& options) {
  const auto all = allPrograms(paths, options);
  if (!all.ok()) return all.error();
  std::set<std::filesystem::path> files;
  for (const std::string& name : chosenNames(options)) {
    const Result<Program> chosen = chooseProgram(*all, name);
    if (!chosen.ok()) return chosen.error();
    for (const CompileCommand& unit : chosen->units) files.insert(unit.file);
  }
  return files;
}

}  // namespace

Result<std::vector<CompileCommand>> chosenUnits(const std::vector<std::filesystem::path>& paths,
                                                const AnalyzeOptions& options) {
  std::vector<CompileCommand> commands;
  for (const std::filesystem::path& path : paths) {
    auto units = frontend::findConfigurations(path, options.flags, options.project);
    if (!units.ok()) return units.error();
    for (CompileCommand& command : *units) {
      if (!options.arch.empty()) command.arch = options.arch;
      const auto same = [&](const CompileCommand& one) { return frontend::compilesAlike(one, command); };
      const auto known = std::find_if(commands.begin(), commands.end(), same);
      if (known == commands.end())
        commands.push_back(std::move(command));
      else
        frontend::addOtherWords(*known, command);
    }
  }
  const std::vector<std::string> names = chosenNames(options);
  if (names.empty()) return commands;
  const auto files = filesOfPrograms(paths, options);
  if (!files.ok()) return files.error();
  std::erase_if(commands, [&](const CompileCommand& command) { return !files->contains(command.file); });
  if (commands.empty()) return inputError("The program " + names.front() + " has no CUDA file there.");
  return commands;
}

std::vector<ProgramSummary> chosenPrograms(const std::vector<std::filesystem::path>& paths,
                                           const AnalyzeOptions& options) {
  std::vector<ProgramSummary> chosen;
  const auto all = allPrograms(paths, options);
  if (!all.ok()) return chosen;
  const std::vector<std::string> names = chosenNames(options);
  for (const Program& program : *all) {
    const bool isChosen = names.empty() || std::find(names.begin(), names.end(), program.name) != names.end();
    if (isChosen) chosen.push_back(summaryOf(program));
  }
  return chosen;
}

}  // namespace warpwright::analysis
