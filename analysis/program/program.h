#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "core/base/result.h"
#include "core/finding/program_summary.h"

namespace warpwright::analysis {

/// Files that make one executable.
struct Program {
  std::string name;            ///< of its CMake target; else of the file with `main`, or of its folder; unique
  std::filesystem::path main;  ///< the unit with `main`; empty: there is none, as in a library
  std::vector<frontend::CompileCommand> units;  ///< CUDA, C and C++, each in all the ways in which it is compiled
  std::set<std::filesystem::path> files;        ///< of the project that they are made of: their own, what they include
  std::vector<std::string> libraries = {};      ///< "-lcublas": what a Makefile links it with besides
};

/// The programs that `path` belongs to: a file, a folder, or a compile_commands.json. Of a file that others include it
/// is those that are made of it. What a program links is what CMake says of the build folder, where it was asked (its
/// file API), or a Makefile, where all that it links is known. Else it is found by text: `main`, and the units that
/// define what is called. A folder without `main` is one program. Where a file lies above or beside thousands of others
/// that nobody lists, it is looked at alone. Nothing outside of the project's root is read. `flags` go to each unit.
/// `project`: as for findUnits. Errors: those of findUnits.
Result<std::vector<Program>> programsOf(const std::filesystem::path& path, const std::vector<std::string>& flags,
                                        const std::filesystem::path& project = {});

/// Adds programs that another path belongs to, those that are known already once.
void addPrograms(std::vector<Program>& known, std::vector<Program> more);

/// The program of that name; the only one, where none is named. Errors (usage): there is none of that name, or there
/// are several: the message lists them.
Result<Program> chooseProgram(const std::vector<Program>& programs, const std::string& name);

/// What an answer says of it.
ProgramSummary summaryOf(const Program& program);

}  // namespace warpwright::analysis
