#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/program_summary.h"

namespace warpwright {

/// A CUDA file to compile for a GPU.
struct GpuCompileRequest {
  std::filesystem::path file;  ///< the translation unit
  std::map<std::string, std::string>
      openTexts;                   ///< files that are to read otherwise than they do: the unit, or what it includes
  std::vector<std::string> flags;  ///< as nvcc or Clang take them; those that choose an output are left out
  std::filesystem::path workingFolder;  ///< relative names in `flags` start here; empty: the current one
  std::string arch = "sm_90";
  bool lineInfo = false;  ///< the code says which source lines it comes from
};

/// nvcc in `toolkit`/bin, $CUDA_HOME/bin, $CUDA_PATH/bin, $PATH or /usr/local/cuda/bin, in this order. None: there is
/// none.
std::optional<std::filesystem::path> findNvcc(const std::string& toolkit);

/// Compiles the device side of the unit with nvcc; `folder` takes temporary files and the cubin, whose path is
/// returned. Changed texts are laid over the source tree with links, so that includes by relative names find them.
/// Errors (input): nvcc's first messages; cancelled.
Result<std::filesystem::path> compileWithNvcc(const std::filesystem::path& nvcc, const GpuCompileRequest& request,
                                              const std::filesystem::path& folder, std::stop_token stop);

/// A whole program, as nvcc builds it.
struct ProgramToBuild {
  std::vector<UnitFlags> units;        ///< one at least
  std::vector<std::string> libraries;  ///< that it is linked with, besides what flags of units name: "-lcublas"
  std::map<std::string, std::string> openTexts;  ///< as above
};

/// Builds it: each file with its own flags, then what they are linked with. Gives the program, in `folder`. Errors
/// (input): nvcc's first messages; cancelled.
Result<std::filesystem::path> buildWithNvcc(const std::filesystem::path& nvcc, const ProgramToBuild& build,
                                            const std::string& arch, const std::filesystem::path& folder,
                                            std::stop_token stop);

/// As `compileWithNvcc`, but PTX with line information, whose text is returned.
Result<std::string> compileToPtx(const std::filesystem::path& nvcc, const GpuCompileRequest& request,
                                 const std::filesystem::path& folder, std::stop_token stop);

/// Assembles PTX for the architecture of the request: ptxas, as nvcc starts it for the request's flags. Of the request,
/// `file` and `openTexts` are not used. Errors (input): ptxas's first messages; cancelled.
Result<std::filesystem::path> assemblePtx(const std::filesystem::path& nvcc, const GpuCompileRequest& request,
                                          const std::string& ptx, const std::filesystem::path& folder,
                                          std::stop_token stop);

/// How that is asked of nvcc, for the file `ptx`.
std::vector<std::string> assembleCommand(const std::filesystem::path& nvcc, const GpuCompileRequest& request,
                                         const std::filesystem::path& ptx, const std::filesystem::path& cubin);

/// The user's file that line information of code compiled so names as `compiled`: changed texts are compiled in another
/// place.
std::filesystem::path sourceOf(const GpuCompileRequest& request, const std::filesystem::path& folder,
                               const std::filesystem::path& compiled);

/// The flags that nvcc is given: without outputs, architectures and what only Clang knows; names of folders below
/// `root` moved to `overlay`. For tests.
std::vector<std::string> nvccFlags(const std::vector<std::string>& flags, const std::filesystem::path& workingFolder,
                                   const std::filesystem::path& root, const std::filesystem::path& overlay);

/// Makes `overlay` look like `root`, but with `texts` (absolute names below `root`) in place of what is there. Errors:
/// a file or folder cannot be made.
Status layOver(const std::filesystem::path& root, const std::filesystem::path& overlay,
               const std::map<std::string, std::string>& texts);

}  // namespace warpwright
