#pragma once

#include <clang/AST/Type.h>

#include <set>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class CXXMethodDecl;
class Expr;
class FieldDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// How much of an element of memory is touched where it is named: `a[i].x` leaves `y` out, which may lie beyond the end
/// of the memory, and needs another alignment than the whole element.
class TouchedMembers {
 public:
  /// Requires: whoever counts on it comes to this place.
  void note(const Placed<clang::Expr>& element);
  /// Is nothing left out? `type`: of the element.
  bool areAll(clang::QualType type) const;

 private:
  void noteMethod(const clang::CXXMethodDecl& method);
  void noteMember(const clang::FieldDecl& member);

  std::set<const clang::FieldDecl*> members_;
  bool isWhole_ = false;
};

}  // namespace warpwright::rewrite
