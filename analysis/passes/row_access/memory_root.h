#pragma once

#include "analysis/rewrite/tree/mentions.h"

namespace clang {
class Expr;
class ParmVarDecl;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// The argument of the kernel into whose memory a pointer leads, whatever moves it there: `a`, `a + row`, `&a[i]`, a
/// variable that begins with one and is only moved; null: not told.
const clang::ParmVarDecl* rootOf(const clang::Expr& pointer, const Mentions& mentions);
const clang::ParmVarDecl* rootOf(const clang::VarDecl& pointer, const Mentions& mentions);

}  // namespace warpwright::rewrite
