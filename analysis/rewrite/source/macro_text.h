#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Is the identifier the name of a macro?
bool isMacroName(const Editor& editor, std::string_view name);

/// Is none of the words, of which a text is made that is added, the name of a macro? Errors: one is.
Status areNoMacros(const Editor& editor, std::initializer_list<std::string_view> words);

/// May the macro stand before a `/` as it is: is every definition of it one number, one name, or in
/// parentheses? False where that is not seen, for one that the command line defines.
bool bindsTightly(const Editor& editor, std::string_view macro);

/// The macro that makes a text of what stands at a location, as `#x` does of its argument; empty: none does.
std::string stringisedBy(const Editor& editor, clang::SourceLocation location);

/// Is one of the words among those that the macro stands for, or that the macros among those stand for? True, too,
/// where they stand for one another too deeply to be followed.
bool standsFor(const Editor& editor, std::string_view macro, const std::vector<std::string_view>& words);

/// Is one of the words in front of a function's name where it is declared, itself or by a macro?
bool isDeclaredWith(const Editor& editor, const clang::FunctionDecl& function,
                    const std::vector<std::string_view>& words);

/// Does one macro spell both ends of the expression, and nothing beside it?
bool isAllOfMacro(const Editor& editor, const clang::Expr& expression);

/// May the macro of the project stand for any word, because it puts words together (`##`)?
bool pastesWords(const Editor& editor, std::string_view macro);

/// May the macro stand for `_Pragma(…)`?
bool makesPragma(const Editor& editor, std::string_view macro);

}  // namespace warpwright::rewrite
