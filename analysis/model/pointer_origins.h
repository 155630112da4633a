#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class CallExpr;
class Decl;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// Where the pointers of host code come from, as far as the text shows it for certain: what a variable that is set once
/// is set to, and what functions are called with. Nothing is concluded for variables that change, other than by
/// arithmetic.
class PointerOrigins {
 public:
  explicit PointerOrigins(const frontend::ParsedUnit& unit);
  ~PointerOrigins();

  /// Calls with `<<<` and calls of functions, in the order of the code.
  const std::vector<const clang::CallExpr*>& launches() const;
  /// What one of these passes for a parameter of the kernel; null: it is not seen, or not understood.
  const clang::Expr* argument(const clang::CallExpr& launch, unsigned index) const;
  /// The memory that textures are made of.
  const std::vector<const clang::Expr*>& textures() const;

  /// What a launch passes: an argument, and the way into it (".a" of a structure passed by value; "" for the argument).
  struct Passed {
    const clang::Expr* value = nullptr;     ///< null: the variable itself
    const clang::Decl* variable = nullptr;  ///< of the device, which the kernel names
    std::string path;
  };
  /// Do both come from the same variable or allocation?
  bool areSame(const Passed& a, const Passed& b) const;
  /// How many bytes behind `from` the other one leads, both of one launch; nothing where it is not seen.
  std::optional<int64_t> bytesBetween(const Passed& from, const Passed& to) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::model
