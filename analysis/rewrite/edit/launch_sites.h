#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class CUDAKernelCallExpr;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// One `kernel<<<grid, block, …>>>(…)` as it is written. A launch in a host template stands for all its instantiations.
struct LaunchSite {
  const clang::CUDAKernelCallExpr* call = nullptr;
  SourcePosition at;
  std::vector<const clang::CUDAKernelCallExpr*> instances;  ///< of the templates that it stands in; `call` is the first
  /// Do all instances launch this kernel, with shapes of the same types? The same words mean the same then.
  bool isOneLaunch = true;
};

/// Every launch of a kernel in one unit.
struct LaunchSites {
  std::vector<LaunchSite> sites;  ///< each place once, in source order
  /// Why there may be launches that are not in `sites`: the kernel's address is taken, a launch stands in code that the
  /// preprocessor left out or in a template that nothing instantiates. A sentence with its line; empty: these are all.
  Message unknown;
  /// What is not in `sites` are launches by what the kernel is handed to or kept in. Whether these are known is the
  /// kernel's to say (ParsedKernel::openLaunches); they may launch others, too, so that they stay as they are.
  bool areSeen = false;
};

/// `kernel`: the definition as it is written (of a template: the pattern).
LaunchSites findLaunchSites(const Editor& editor, const clang::FunctionDecl& kernel);

/// The whole text of one argument between `<<<` and `>>>`, macros as they are used. 0: grid, 1: block, 2: shared bytes,
/// 3: stream. Errors: not spelled there (a default), or only a part of what a macro spells.
Result<TextRange> configurationArgument(const Editor& editor, const LaunchSite& site, unsigned index);

/// The same of an argument that the kernel is launched with, by its place between the parentheses.
Result<TextRange> kernelArgument(const Editor& editor, const LaunchSite& site, unsigned index);

/// What a launch gives extents to, by its place between `<<<` and `>>>`.
enum class LaunchShape : uint8_t { grid, block };

/// Divides an extent along a dimension (0, 1, 2) by `divisor` at the launch itself: `dim3(16, 16)` becomes
/// `dim3(16, 16 / 4)`, a variable `block` becomes `dim3(block.x, block.y / 4, block.z)`; rounded up, `n` becomes
/// `(n + 3) / 4`. Whatever else is computed from the old size keeps it. Errors: an extent that is not spelled, an
/// expression with effects.
Status divideExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, unsigned divisor,
                    bool roundsUp);

/// Makes an extent along a dimension `factor` times as large, in the same way. Errors as above.
Status multiplyExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, unsigned factor);

/// Puts text around an extent along a dimension: `n` becomes `f(n, 4)` by `f(` and `, 4)`. Errors as above.
Status wrapExtent(Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension, const std::string& before,
                  const std::string& behind, const std::string& note);

/// The extent as an expression that may be written once more at the launch: "64", "blocks.x". Errors as above.
Result<std::string> extentText(const Editor& editor, const LaunchSite& site, LaunchShape shape, int dimension);

}  // namespace warpwright::rewrite
