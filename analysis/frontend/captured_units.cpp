#include "analysis/frontend/captured_units.h"

#include <filesystem>

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

Result<std::vector<frontend::CompileCommand>> unitsOf(const LaunchCapture& capture) {
  const CapturedProgram& program = capture.program;
  auto commands = frontend::findUnits(program.path.empty() ? capture.kernel.at.file : program.path, flagsOf(program));
  if (!commands.ok()) return commands.error();
  std::erase_if(*commands, [](const frontend::CompileCommand& command) { return !command.cuda; });
  for (frontend::CompileCommand& command : *commands) {
    if (!program.arch.empty()) command.arch = program.arch;
  }
  return commands;
}

}  // namespace warpwright::analysis
