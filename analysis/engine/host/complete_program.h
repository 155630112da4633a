#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/engine/host/host_program.h"
#include "analysis/frontend/compile_command.h"

namespace warpwright::engine {

/// Does a unit have the function that a program begins with?
bool definesMain(const HostUnit& unit);

/// Completes a program for which nobody says what it is linked of, the way a linker takes what it needs out of an
/// archive: files that define what is still missing are compiled and added; of several files with a main function those
/// that do not come to CUDA are left out.
struct ProgramParts {
  std::vector<HostUnit> units;
  size_t cudaUnits = 0;            ///< the first of `units`; they stay where they are
  std::vector<std::string> notes;  ///< what was added and left out, for the user
};

/// Compiles one file. Errors leave the file out.
using CompileHostFile = std::function<Result<HostUnit>(const frontend::CompileCommand&)>;

/// `candidates` are looked for only where something is missing. What stays missing stays for the linker to tell.
void completeProgram(ProgramParts& parts, const HostProgram::Symbols& symbols,
                     const std::function<frontend::LinkCandidates()>& candidates, const CompileHostFile& compile);

}  // namespace warpwright::engine
