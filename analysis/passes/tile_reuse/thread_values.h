#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// What tells the threads of a block apart: an index along which the block has several of them, or a part of it.
struct Coordinate {
  int dimension = 0;     ///< of threadIdx
  unsigned extent = 1;   ///< how many values it has
  unsigned divisor = 0;  ///< of `threadIdx.x / 32` and `threadIdx.x % 32`; 0: it is the whole index
  bool isRest = false;   ///< it is the one with `%`

  /// "threadIdx.y", "threadIdx.x % 32": binds tighter than a sum does.
  std::string text() const;
};

/// Of what a value is made, one bit each: the coordinates in their order, and these.
using Dependence = unsigned;
inline constexpr Dependence ofRound = 1U << 8;   ///< the counter of the loop that is asked about
inline constexpr Dependence notKnown = 1U << 9;  ///< memory, what changes, what is not understood

/// Whole numbers and pointers of one kernel, as far as they are made of indices, arguments and variables that stay what
/// they are. Memory is never looked into.
class ThreadValues {
 public:
  /// `kernel`: without open types. `block`: of every launch.
  ThreadValues(const clang::FunctionDecl& kernel, std::shared_ptr<const Mentions> mentions,
               const std::array<unsigned, 3>& block);

  const std::shared_ptr<const Mentions>& mentions() const { return mentions_; }
  /// Fastest first: threads of a warp differ in the first of them.
  const std::vector<Coordinate>& coordinates() const { return coordinates_; }
  /// All of their bits.
  Dependence everything() const { return (1U << coordinates_.size()) - 1; }

  /// A variable is to have its value for some threads only: it is not known from now on.
  void forget(const clang::VarDecl& variable) { forgotten_.insert(&variable); }

  /// `counter`: of the loop, if the value stands in one.
  Dependence of(const clang::Expr& value, const clang::VarDecl* counter = nullptr) const;
  /// What a variable that stays as it is begins with; null: it may change, or is no number or pointer of its thread.
  const clang::Expr* initial(const clang::VarDecl& variable) const;
  /// The value, as text, that it has in the block for threads whose coordinate is 0, where all others have larger ones:
  /// `threadIdx.x`, `blockIdx.x * blockDim.x + threadIdx.x`, and what is converted from it. Nothing: it is another one.
  std::optional<std::string> least(const clang::Expr& value, size_t coordinate) const;

 private:
  void splitAlongX(const clang::FunctionDecl& kernel);
  Dependence ofIndex(const std::string& object, int dimension) const;
  Dependence ofVariable(const clang::VarDecl& variable, const clang::VarDecl* counter) const;
  Dependence ofRead(const clang::Expr& place, const clang::VarDecl* counter) const;
  std::optional<size_t> coordinateNamed(const clang::Expr& value) const;
  bool isPlainCoordinate(const clang::Expr& value, size_t coordinate) const;
  bool isIndexAlongX(const clang::Expr& value) const;
  const clang::Expr* withoutConversions(const clang::Expr& value) const;
  std::optional<std::string> blockStart(const clang::Expr& product, const Coordinate& coordinate) const;

  const clang::ASTContext* context_;
  std::shared_ptr<const Mentions> mentions_;
  std::array<unsigned, 3> block_;
  std::vector<Coordinate> coordinates_;
  std::set<const clang::VarDecl*> forgotten_;
};

/// May any thread compute it, whatever its operands are: does it divide whole numbers by constants only?
bool dividesSafely(const clang::Expr& value, const clang::ASTContext& context);

}  // namespace warpwright::rewrite
