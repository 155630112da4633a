#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::frontend {

/// The names in `#include "…"` and `#include <…>` lines, found by text: comments and conditions are not looked at, so
/// this is a guess, to be used for finding files only.
std::vector<std::string> includedNames(std::string_view text);

/// The `#include <…>` lines that stand before anything else but blank lines and comments: nothing of the file can
/// change what they mean, so they can be precompiled with the prelude.
std::vector<std::string> leadingSystemIncludes(std::string_view text);

}  // namespace warpwright::frontend
