#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/source_files.h"
#include "core/base/result.h"

namespace clang {
class CompilerInvocation;
}

namespace warpwright::frontend {

enum class Side { device, host };

/// Everything that decides how Clang is called for one unit.
struct InvocationRequest {
  Side side = Side::device;
  bool ownHeaders = true;  ///< else those of `toolkit`
  std::filesystem::path toolkit, clangResources;
  std::vector<std::string> guessedFolders;  ///< searched after everything else, for headers not found
  std::set<std::string> hiddenFiles;        ///< not to be found there
  bool isTimeless = false;                  ///< ParseOptions::isTimeless
};

/// Two files with the same key can share a prelude: their leading includes mean the same.
std::string invocationKey(const CompileCommand& command, const InvocationRequest& request);

/// Clang's arguments for `command`, program name first.
std::vector<std::string> clangArguments(const CompileCommand& command, const InvocationRequest& request);

/// Those arguments read by Clang's own driver, in process. Fills `files.systemFolders` and `files.hidden`.
/// Errors: Clang cannot make sense of the flags (names the first one it stumbled over).
Result<std::shared_ptr<clang::CompilerInvocation>> makeInvocation(const CompileCommand& command,
                                                                  const InvocationRequest& request, SourceFiles& files);

}  // namespace warpwright::frontend
