#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/compaction/index_uses.h"

namespace warpwright::rewrite {

/// How merged threads are numbered and carried out.
struct CompactionChoice {
  unsigned factor = 2;     ///< how many threads one stands for: 2, 4, 8 or 16
  bool isBlocked = false;  ///< neighbours are merged; otherwise threads a new block's extent apart
  /// How far merged threads are apart where they are not blocked: the new extent as a number, where it is known to be
  /// the same at every launch; otherwise the kernel reads it.
  std::optional<unsigned> extent;
  /// All merged threads load from global memory before the first of them stores (planCompaction).
  bool loadsFirst = false;
  /// The order of the merged threads. Results must not depend on it: tests try others than `forward`.
  enum class Order : uint8_t { forward, backward, shuffled };
  Order order = Order::forward;
  /// Blocks only: their number may not be a multiple of the factor, so the kernel gets it as an argument and looks.
  bool isRagged = false;
};

/// The new body of a kernel, in place of the text between its braces, and what else its file needs.
struct CompactedBody {
  TextRange place;
  std::string text;
  std::vector<HelperCopy> copies;  ///< of device functions
  std::string extentArgument;      ///< name of a new last argument of type unsigned, the old extent; empty: none
};

/// Writes the kernel so that each of its threads, or blocks, does the work of `factor` along the plan's axis. The text
/// of statements stays as it is, inside loops over the merged threads; `kernel` is the definition as written (of a
/// template: the pattern). Errors: what has to change is spelled inside a macro, or cannot be told apart.
Result<CompactedBody> writeCompacted(const Editor& editor, const CompactionPlan& plan,
                                     const clang::FunctionDecl& kernel, const CompactionChoice& choice);

}  // namespace warpwright::rewrite
