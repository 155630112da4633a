#pragma once

#include "analysis/rewrite/source/editor.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::rewrite {

/// Tells compilers which variables of a function's body, and constants and functions that no other file sees, may have
/// no use left: those whose last names stand in what `taken` replaces. They warn of such otherwise, and builds may take
/// warnings for errors. `taken` is written by whoever asks; what cannot be told stays as it is.
void markUnused(Editor& editor, const clang::FunctionDecl& function, const Edits& taken);

}  // namespace warpwright::rewrite
