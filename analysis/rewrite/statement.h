#pragma once

#include "analysis/rewrite/editor.h"
#include "core/base/result.h"
#include "core/base/source_range.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::rewrite {

/// Removes the statement that is a call and nothing else, and begins at `call`: with its line, and with a comment that
/// stands behind it on that line. Where the statement is the whole body of an `if` or a loop, `;` stays in its place.
/// Errors: there is no such statement in the function, or it comes out of a macro.
Status removeCallStatement(Editor& editor, const clang::FunctionDecl& function, const SourcePosition& call);

}  // namespace warpwright::rewrite
