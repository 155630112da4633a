#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::frontend {

/// How one translation unit is compiled, in terms that do not depend on nvcc or Clang spelling.
struct CompileCommand {
  std::filesystem::path file;          ///< absolute
  std::filesystem::path folder;        ///< where relative paths of `flags` start
  std::filesystem::path root;          ///< of its project: nothing outside is looked for; empty: nothing at all is
  std::vector<std::string> flags;      ///< what Clang is given besides our own: -I, -D, -std, -include, …
  std::vector<std::string> nvccFlags;  ///< Clang has none: how the GPU divides and draws roots, most registers
  std::vector<std::string> others;     ///< words that say nothing of what the source means, as they were given
  std::string arch = "sm_90";          ///< of the device code; clamped to what Clang 19 knows for parsing
  bool relocatableDevice = false;      ///< -rdc=true or -dc
  bool isToldByUser = false;           ///< flags were given for it besides those that its project says
  bool cuda = true;                    ///< false: a plain C or C++ file of the same program; it has no device side
  std::vector<std::string> notes;      ///< flags that were dropped and matter to the user
};

/// Translates one nvcc, clang or gcc command line (program name first) to a CompileCommand: -gencode, -arch, -rdc, -dc,
/// -ccbin, -Xcompiler, --expt-*, -Xptxas, response files (@file, --options-file), joined and separated forms.
/// Errors: no input file, a response file that cannot be read.
Result<CompileCommand> translateCommand(const std::vector<std::string>& command, const std::filesystem::path& folder);

/// What nvcc is given to compile it so, but for the architecture: the flags with those of rounding and of relocatable
/// code.
std::vector<std::string> nvccFlagsOf(const CompileCommand& command);

/// The folders in which its flags have headers looked for, in their order.
std::vector<std::filesystem::path> headerFolders(const CompileCommand& command);

/// The translation units below `path`: a single source file; a folder or file compile_commands.json; or a folder
/// without one, where every .cu file that no other file includes is a unit. `extraFlags` go to each of them.
/// Errors: nothing there, no CUDA below it (says what was looked for).
Result<std::vector<CompileCommand>> findUnits(const std::filesystem::path& path,
                                              const std::vector<std::string>& extraFlags);

/// The plain C and C++ files that the folders of `units` hold beside them and that no unit includes: what a program
/// without a compile_commands.json is linked with. Only the engine wants them.
std::vector<CompileCommand> findHostUnits(const std::vector<CompileCommand>& units,
                                          const std::vector<std::string>& extraFlags);

/// The plain C and C++ files of a folder without a .cu file, where one of them uses CUDA: a program whose kernels come
/// from a library or are compiled while it runs. Empty where none does.
std::vector<CompileCommand> findProgramWithoutKernels(const std::filesystem::path& folder,
                                                      const std::vector<std::string>& extraFlags);

/// More plain C and C++ files that such a program may be linked with, for symbols that are still missing: first those
/// below `path` (where it is a folder), then those beside any project header that the units include, directly or not,
/// and beside the units. No file of `units`, and none that another file includes.
struct LinkCandidates {
  std::vector<CompileCommand> below;          ///< below the folder that the user named
  std::vector<CompileCommand> besideHeaders;  ///< beside headers and units, not among `below`
};
LinkCandidates findLinkCandidates(const std::filesystem::path& path, const std::vector<CompileCommand>& units,
                                  const std::vector<std::string>& extraFlags);

}  // namespace warpwright::frontend
