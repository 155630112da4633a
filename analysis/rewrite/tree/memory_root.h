#pragma once

#include <functional>

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class Expr;
class ParmVarDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// How far a pointer is followed to the memory that it leads into.
struct PointerTrail {
  bool throughCasts = false;    ///< through casts that are written out, and to pointers of other types
  bool throughMembers = false;  ///< through fields and the arrays in them: `&a[i].row[k]`
  std::function<bool(const clang::VarDecl&)> isFollowed;             ///< does it stand for what it begins with?
  std::function<const clang::Expr*(const clang::VarDecl&)> initial;  ///< what it begins with; null: not told
  std::function<void(const clang::Expr&)> onIndex = {};              ///< called with each index and offset on the way
};

/// The argument of the kernel into whose memory a pointer, or a place in memory, leads; null: not told.
const clang::ParmVarDecl* rootOf(const clang::Expr& pointer, const PointerTrail& trail);
const clang::ParmVarDecl* rootOfPlace(const clang::Expr& place, const PointerTrail& trail);

/// The same, whatever moves the pointer there: `a`, `a + row`, `&a[i]`, a variable that begins with one and is only
/// moved.
const clang::ParmVarDecl* rootOf(const clang::Expr& pointer, const Mentions& mentions);
const clang::ParmVarDecl* rootOf(const clang::VarDecl& pointer, const Mentions& mentions);

}  // namespace warpwright::rewrite
