#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::frontend {

/// One `#include`, `#include_next` or `#import`.
struct Include {
  std::string name;       ///< as it is written, without its quotes; empty: a macro says it, so that it may be any file
  bool isBeside = false;  ///< the file beside is meant, where there is one of that name
  uint32_t line = 1;
};

/// What a text includes, found by text alone: comments, joined lines and digraphs are read as the preprocessor does,
/// conditions are not looked at, so that there may be one too many.
std::vector<Include> includesOf(std::string_view text);
/// The names of those that have one.
std::vector<std::string> includedNames(std::string_view text);

/// The `#include <…>` lines that stand before anything else but blank lines and comments: nothing of the file can
/// change what they mean, so they can be precompiled with the prelude.
std::vector<std::string> leadingSystemIncludes(std::string_view text);

}  // namespace warpwright::frontend
