#pragma once

#include <string>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class Expr;
}  // namespace clang

namespace warpwright::rewrite {

/// Reads a place in memory by a function that takes its address: `a[i]` becomes `function(&a[i])`, `*p` becomes
/// `function(p)`. Errors: a macro spells the place or a part of it.
Status readWith(Editor& editor, const clang::Expr& place, const std::string& function);

}  // namespace warpwright::rewrite
