#pragma once

#include <string>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// How a function of the language is called in the text of `function`, so that it is that one which is called: "min",
/// or
/// "::min" where the plain name may be another's. Empty: the program has a macro, or a global function, of that name.
/// `isHidden`: something in the text has that name.
std::string functionName(const Editor& editor, const std::string& name, const clang::FunctionDecl& function,
                         bool isHidden = false);

}  // namespace warpwright::rewrite
