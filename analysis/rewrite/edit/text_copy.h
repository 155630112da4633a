#pragma once

#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A place in a text that gets other words.
struct Word {
  TextRange place;
  std::string text;
};

/// The text of a range with some words replaced; they lie in it, in order.
std::string withWords(const Editor& editor, const TextRange& range, const std::vector<Word>& words);

/// Does the place stand in a directive? Lines that end in a backslash go on.
bool isInDirective(std::string_view text, uint32_t offset);

/// May a copy of the text stand beside it and mean the same? `part`: what it was parsed to. Errors, as the rest of a
/// sentence about it: it holds directives that mean another thing the second time; it asks for its own name, line or
/// number, itself or by macros. What `assert` says ends the program, and may tell another line.
Status mayStandTwice(const Editor& editor, const TextRange& text, const clang::Stmt& part);

}  // namespace warpwright::rewrite
