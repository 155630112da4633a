#pragma once

#include <clang/AST/Type.h>

#include <array>
#include <string>
#include <vector>

#include "analysis/passes/tile_reuse/thread_values.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class ForStmt;
class IfStmt;
class ParmVarDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// One part of what a thread must meet to reach the loop: `row < rows`.
struct TileCondition {
  const clang::Expr* value = nullptr;
  bool isNegated = false;  ///< threads leave where it holds
  Dependence on = 0;
};

/// A statement in front of the loop, in a block that the loop stands in, however deep.
struct StatementBefore {
  enum class Kind : uint8_t {
    asItIs,       ///< all threads that come to it go on, or it may be done by any
    leaves,       ///< `if (…) return;`
    declaration,  ///< that not every thread may make: its values are for threads that go on
    work,         ///< for threads that go on
  };
  const clang::Stmt* statement = nullptr;
  Kind kind = Kind::asItIs;
};

/// A block on the way to the loop, or a statement that stands for one.
struct TileLevel {
  const clang::IfStmt* under = nullptr;  ///< whose condition threads meet in it; null: the kernel's body
  std::vector<StatementBefore> before;
  std::vector<const clang::Stmt*> behind;  ///< what follows what leads to the loop
};

/// A load in each round of the loop, of an element that threads share.
struct SharedLoad {
  std::vector<const clang::Expr*> mentions;  ///< in the loop's body
  const clang::ParmVarDecl* array = nullptr;
  clang::QualType type;       ///< of what is loaded
  Dependence on = 0;          ///< coordinates; threads that differ in others load the same
  bool isNumber = false;      ///< of a type that 0 is a value of
  bool isOwnElement = false;  ///< all of an element of the array: the type is the array's
};

/// A loop that can be made in tiles, each loaded into shared memory by the whole block.
struct TilePlan {
  ThreadValues values;
  std::vector<TileLevel> levels;           ///< from the kernel's body down to the loop
  std::vector<TileCondition> conditions;   ///< all of which a thread meets that comes to the loop
  const clang::Stmt* statement = nullptr;  ///< the loop, with what is written before it
  const clang::ForStmt* loop = nullptr;
  const clang::VarDecl* counter = nullptr;
  bool declaresCounter = false;
  const clang::Expr *begin = nullptr, *end = nullptr;
  std::vector<SharedLoad> loads;
  bool runsForAll = false;  ///< its body may be done by threads that do not come to it: nobody sees that

  const std::vector<Coordinate>& coordinates() const { return values.coordinates(); }
  bool isGuarded() const { return !conditions.empty(); }
};

/// Finds the first loop of the kernel that can be. `kernel`: a definition without open types. `block`: of every launch.
/// Errors: why none can.
Result<TilePlan> planTiles(const Editor& editor, const clang::FunctionDecl& kernel,
                           const std::array<unsigned, 3>& block);

}  // namespace warpwright::rewrite
