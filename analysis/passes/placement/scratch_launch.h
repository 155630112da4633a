#pragma once

#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "core/base/result.h"

namespace clang {
class ASTContext;
class CUDAKernelCallExpr;
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::passes {

/// One launch as it must be known to give the kernel a scratch buffer: with a slice for each block, allocated before it
/// in its stream and released after it.
struct ScratchLaunch {
  const clang::CUDAKernelCallExpr* call = nullptr;
  const clang::FunctionDecl* function = nullptr;  ///< that launches it
  rewrite::TextRange statement;                   ///< with its semicolon
  rewrite::TextRange closing;                     ///< the bracket behind the arguments
  const clang::Stmt* bracesFor = nullptr;         ///< the `if` or loop whose body it is, which needs braces then
  rewrite::TextRange grid;                        ///< what is between `<<<` and the first comma
  bool keepsGrid = false;                         ///< it is computed once, in a variable of its own
  std::vector<std::string> blocks;                ///< factors of the number of blocks; with `keepsGrid` left out
  int dimensions = 3;                             ///< of the grid that may be more than one
  std::string stream;
};

/// Errors: the launch is not a statement of its own, stands in a template, a lambda or device code, or computes the
/// grid or the stream in a way that cannot be said twice; each with its line.
Result<ScratchLaunch> readScratchLaunch(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                        const rewrite::LaunchSite& site);

/// The buffer of one launch: how its pointer is declared, "float (*tile_scratch)[256]", and called.
struct ScratchBuffer {
  std::string declaration, name;
  std::string grid;  ///< a fresh name for the grid where the launch keeps it
};
void writeScratchLaunch(rewrite::Editor& editor, const ScratchLaunch& launch, const ScratchBuffer& buffer);

}  // namespace warpwright::passes
