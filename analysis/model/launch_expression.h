#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace clang {
class ASTContext;
class CallExpr;
class CUDAKernelCallExpr;
class Expr;
}  // namespace clang

namespace warpwright::model {

/// Extents of a grid or a block; absent: not known.
using Extents = std::array<std::optional<int64_t>, 3>;

/// Values that parts of one program's launch have, by their text: so that another program's launch that is written with
/// the same parts can be computed.
class LaunchValues {
 public:
  /// Learns from a launch whose sizes are known. `index`: 0 the grid, 1 the block. False: what it folds to is not
  /// `known`.
  bool learn(const clang::ASTContext& context, const clang::Expr* expression, const std::array<uint32_t, 3>& known);
  /// The same for a number: the shared bytes.
  bool learn(const clang::ASTContext& context, const clang::Expr* expression, uint64_t known);

  Extents extents(const clang::ASTContext& context, const clang::Expr* expression) const;
  std::optional<int64_t> number(const clang::ASTContext& context, const clang::Expr* expression) const;

 private:
  /// Of a function that computes one number, in constants and one expression.
  std::optional<int64_t> returned(const clang::ASTContext& context, const clang::CallExpr& call) const;

  std::map<std::string, std::array<uint32_t, 3>> shapes_;
  std::map<std::string, int64_t> numbers_;
  int depth_ = 0;
};

/// Arguments between `<<<` and `>>>`; null where it is left out.
struct LaunchConfiguration {
  const clang::Expr *grid = nullptr, *block = nullptr, *shared = nullptr;
};
LaunchConfiguration configurationOf(const clang::CUDAKernelCallExpr& launch);

}  // namespace warpwright::model
