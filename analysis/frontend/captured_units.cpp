#include "analysis/frontend/captured_units.h"

#include <algorithm>
#include <filesystem>

#include "analysis/frontend/configurations.h"
#include "core/capture/capture_file.h"

namespace warpwright::analysis {
namespace {

/// The captured flags with folders and files that are named from where the program was compiled.
std::vector<std::string> flagsOf(const CapturedProgram& program) {
  const std::filesystem::path folder = program.workingFolder;
  std::vector<std::string> flags = program.compilerFlags;
  if (folder.empty()) return flags;
  const auto place = [&](const std::string& name) {
    std::error_code ignored;
    return std::filesystem::exists(folder / name, ignored) ? (folder / name).string() : name;
  };
  for (size_t i = 0; i < flags.size(); ++i) {
    const bool ahead = flags[i] == "-I" || flags[i] == "-isystem" || flags[i] == "-include";
    if (ahead && i + 1 < flags.size())
      flags[i + 1] = place(flags[i + 1]);
    else if (flags[i].starts_with("-I") && flags[i].size() > 2)
      flags[i] = "-I" + place(flags[i].substr(2));
  }
  return flags;
}

}  // namespace

Result<std::vector<frontend::CompileCommand>> unitsOf(const LaunchCapture& capture,
                                                      const std::filesystem::path& project) {
  const CapturedProgram& program = capture.program;
  const std::vector<std::string> flags = flagsOf(program);
  auto commands = frontend::findUnits(program.path.empty() ? capture.kernel.at.file : program.path, flags, project);
  if (!commands.ok()) return commands.error();
  // Kernel and launch may stand in other files of the program.
  for (const std::string& file : {capture.kernel.at.file, capture.at.file}) {
    if (std::filesystem::path(file).extension() != ".cu") continue;
    const auto more = frontend::findUnits(file, flags, project);
    for (size_t i = 0; more.ok() && i < more->size(); ++i) {
      const frontend::CompileCommand& unit = (*more)[i];
      const auto same = [&](const frontend::CompileCommand& one) { return one.file == unit.file; };
      if (std::none_of(commands->begin(), commands->end(), same)) commands->push_back(unit);
    }
  }
  std::erase_if(*commands, [](const frontend::CompileCommand& command) { return !command.cuda; });
  for (frontend::CompileCommand& command : *commands) {
    if (!program.arch.empty()) command.arch = program.arch;
  }
  return commands;
}

std::vector<UnitFlags> unitFlagsOf(const std::filesystem::path& capture) {
  std::vector<UnitFlags> all;
  const Result<CaptureReader> reader = CaptureReader::open(capture);
  if (!reader.ok()) return all;
  const auto units = unitsOf(reader->capture());
  for (size_t i = 0; units.ok() && i < units->size(); ++i) {
    const frontend::CompileCommand& unit = (*units)[i];
    all.push_back({unit.file.string(), unit.folder.string(), frontend::nvccFlagsOf(unit)});
  }
  return all;
}

}  // namespace warpwright::analysis
