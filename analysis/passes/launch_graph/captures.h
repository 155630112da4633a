#pragma once

#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"

namespace clang {
class Stmt;
}

namespace warpwright::passes {

/// A line of the unit's host code that captures a stream into a graph while `loop` may run; empty: none does. Where a
/// capture ends in the branch that begins it, and nothing but launches stands between, only what stands there runs
/// meanwhile.
Message lineOfCaptureAround(const rewrite::Editor& editor, const clang::Stmt& loop);

/// Does the loop stand in such a branch?
bool isCaptured(const rewrite::Editor& editor, const clang::Stmt& loop);

}  // namespace warpwright::passes
