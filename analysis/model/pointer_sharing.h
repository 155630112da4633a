#pragma once

#include <memory>
#include <set>
#include <string>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class Decl;
class Expr;
}  // namespace clang

namespace warpwright::model {

/// Whether what host code passes may be one memory. Two pointers are apart where all that either may hold is followed
/// to where it is allocated, and these are different allocations; or where they are different elements of which no two
/// ever hold the same. What only the callers of a function that nobody calls know is taken to be apart.
class PointerSharing {
 public:
  /// `open`: names that other files of the program may call or set.
  PointerSharing(const frontend::ParsedUnit& unit, std::set<std::string> open);
  ~PointerSharing();

  /// A pointer: the value of an expression, a member of it (".a"), or the address of a variable of the device.
  struct Pointer {
    const clang::Expr* value = nullptr;
    std::string path;
    const clang::Decl* variable = nullptr;
  };
  /// Did all host code compile? What is lost of it may do anything: nothing is apart.
  bool isWhole() const;
  /// False: they are apart, surely.
  bool mayShare(const Pointer& a, const Pointer& b) const;
  /// May both hold one memory by what is seen of them, what is not known aside: `p` and one of `p` and `q`?
  bool isSeenToShare(const Pointer& a, const Pointer& b) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::model
