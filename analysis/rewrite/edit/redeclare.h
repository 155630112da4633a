#pragma once

#include <string>

#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {

/// How a shared variable is declared anew, as a variable of its thread.
struct Redeclaration {
  std::string name;     ///< the same as before, a fresh one, or one as a reference: "(&tile)"
  std::string extents;  ///< in place of the declared dimensions: "" for a scalar, "[4]", "[16] = slices[blockIdx.x]"
  bool atFunctionStart =
      false;  ///< declare it at the start of the body, so that it lives as long as the block's memory
  std::string note;
};

/// Turns `__shared__ int result[N];` into `int result;`, or what else is wanted. A declaration of several variables is
/// split: what stays shared keeps its place. Attributes, comments and formatting are kept. `local` and `function` are
/// those of the source as it is written (of a template: the pattern). `rank`: how many dimensions the declaration has.
/// Errors: the declaration comes out of a macro that is more than the declaration, its shape out of a typedef of
/// another element than a built-in type, or it cannot be taken apart.
Status redeclare(Editor& editor, const clang::FunctionDecl& function, const LocalVariable& local, unsigned rank,
                 const Redeclaration& wanted);

}  // namespace warpwright::rewrite
