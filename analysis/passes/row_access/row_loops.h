#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace clang {
class DeclRefExpr;
class Expr;
class ForStmt;
class FunctionDecl;
class ParmVarDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A place in memory that moves on with the counter: `a[row * n + k]`.
struct RowPlace {
  const clang::ParmVarDecl* array = nullptr;  ///< whose memory it is
  clang::QualType type;                       ///< of an element: a number, or a class of numbers
  std::vector<const clang::Expr*> mentions;   ///< in the loop's body, in the order of the text: one place in a round
  /// A part of the index that begins anew behind the largest number of its type, of 32 bits; null: none that could.
  const clang::Expr* wraps = nullptr;
  /// What the index has the counter times, the same in all rounds: `a[k * n + i]`; null: 1.
  const clang::Expr* times = nullptr;
  bool isLoaded = false;
  bool isStored = false;  ///< in each round
};

/// A loop that comes to an element of memory in each round: side by side, or as far apart as it counts.
struct RowLoop {
  const clang::ForStmt* loop = nullptr;
  const clang::Stmt* statement = nullptr;  ///< the loop with what is written before it: stands in a block
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* end = nullptr;  ///< above all of the counter's values, the same in all rounds
  const clang::Expr* by = nullptr;   ///< what the counter grows by, the same in all rounds; null: 1
  /// How many rounds it has, where they are known to be few, as a multiple of 4: compilers write all of them out.
  std::optional<unsigned> fewRounds;
  std::vector<RowPlace> places;  ///< of each, all rounds come to one
};

struct RowLoops {
  std::vector<RowLoop> loops;  ///< in the order of the text
  Message why;                 ///< why another one is left; empty: none is
  bool isOpen = false;         ///< that is because something is not understood
};

/// Loops of a kernel that hold no others, count up and load or store elements of arguments at places that move on with
/// the counter. Those that count by another number than one store something, or update it by atomics whose results
/// nobody takes: compilers load ahead in the others. They may hold loops that compilers write out, and come to places
/// further apart. An element that is stored is named by its place alone in the loop. Whether other memory that the loop
/// touches lies apart is not looked at. `kernel`: a definition without open types. Errors: nothing of it is understood.
Result<RowLoops> findRowLoops(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
