#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/tile_reuse/tile_plan.h"

namespace warpwright::rewrite {

/// When an element is loaded for a tile: where some thread of the block loads it in the loop as it was.
class TileConditions {
 public:
  /// Keeps references.
  TileConditions(const Editor& editor, const KernelText& text, const TilePlan& plan)
      : editor_(editor), text_(text), plan_(plan) {}

  /// For loads on these coordinates, asked by a thread that has them: conditions that all hold. `needsAnyone`: whether
  /// any thread of the block comes to the loop must be asked, too, because the conditions on other coordinates do not
  /// tell by an expression. Errors: one cannot be written a second time.
  Result<std::vector<std::string>> of(Dependence on, bool& needsAnyone) const;

 private:
  struct Comparison {
    const clang::Expr *left = nullptr, *right = nullptr;
    std::string operation;  ///< "<"
  };
  std::optional<Comparison> comparison(const TileCondition& condition) const;
  Result<std::string> words(const clang::Expr& value) const;
  Result<std::string> own(const TileCondition& condition) const;
  Result<std::string> forSome(const TileCondition& condition) const;

  const Editor& editor_;
  const KernelText& text_;
  const TilePlan& plan_;
};

}  // namespace warpwright::rewrite
