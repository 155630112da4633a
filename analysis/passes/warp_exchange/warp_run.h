#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/passes/warp_exchange/thread_values.h"
#include "analysis/passes/warp_exchange/tree_work.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/edits.h"

namespace clang {
class CompoundStmt;
}  // namespace clang

namespace warpwright::passes {

/// An element that a step of a warp's run names.
struct RunElement {
  const clang::ArraySubscriptExpr* mention = nullptr;
  int64_t distance = 0;  ///< from the thread's own element; 0: that is it
  bool isWritten = false;
  /// What a thread reads whose neighbour at that distance is in no lane of its warp.
  enum class Beyond : uint8_t { none, zero, memory } beyond = Beyond::none;
};

/// A statement of a run.
struct RunStep {
  const clang::Stmt* statement = nullptr;
  std::vector<RunElement> elements;
  int64_t fetched = 0;  ///< the distance to the lane whose register it needs; 0: it needs none
};

/// Statements in a row by which the lanes of each warp combine elements of one shared array, each its own with one some
/// lanes away, without a barrier of the block:
///
///   s[i] = x; s[i] += s[i - 1]; s[i] += s[i - 2]; … with zeros in front, or each under `if (lane >= d)`
struct WarpRun {
  const clang::FunctionDecl* function = nullptr;  ///< the kernel, or what it calls
  const clang::VarDecl* array = nullptr;          ///< as the statements name it: an array, or a pointer into one
  clang::QualType element;
  std::vector<RunStep> steps;
  /// The statement in front that gives each thread its element, whose value stays in a register; null: it is loaded.
  const clang::Stmt* opening = nullptr;
  const clang::ArraySubscriptExpr* opened = nullptr;  ///< the element in it
  bool isOpenedByDeclaration = false;                 ///< `int t = s[i] = x;`
  /// Mentions of the thread's own element that mean it in front of the first step, and behind the last one.
  const clang::ArraySubscriptExpr *before = nullptr, *behind = nullptr;
  /// The last statement stores what the thread has, as it stands.
  bool endsInStore = false;
  /// Of the statement behind, which only computes with the element.
  std::vector<const clang::ArraySubscriptExpr*> reads;
  bool isReadBehind = false;      ///< that statement reads elements of other lanes
  bool countsOnLockstep = false;  ///< barriers of the warp do not order all that the lanes read and write
  bool multiplies = false;        ///< or divides floating-point numbers, or such numbers may meet a sum in registers
  Message why;                    ///< why it stays as it is; empty: it need not
};

/// Threads of a block by their number: those that come to a statement.
using ThreadSet = std::vector<bool>;

/// The runs among the statements of a block. `values`: at its beginning.
std::vector<WarpRun> warpRuns(const clang::FunctionDecl& function, const clang::CompoundStmt& block,
                              const ThreadValues& values, const ThreadSet& come);

/// The change: registers and shuffles in the place of elements. `pattern`: what is written of the run's function.
/// `lane`: how the text says which lane a thread is; empty: it cannot. Errors: the rest of a sentence.
Result<rewrite::Edits> editsOf(const rewrite::Editor& editor, const clang::FunctionDecl& pattern, const WarpRun& run,
                               const std::string& lane);

}  // namespace warpwright::passes
