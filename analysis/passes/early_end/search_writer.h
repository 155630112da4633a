#pragma once

#include <vector>

#include "analysis/passes/early_end/searches.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// Lets searches of a function end once they have found something, and joins those that can be. Errors, each the rest
/// of a sentence: a macro spells a part of one, its text may not be moved.
Status writeSearches(Editor& editor, const std::vector<Search>& searches, const clang::FunctionDecl& function);

}  // namespace warpwright::rewrite
