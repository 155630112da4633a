#pragma once

#include "analysis/rewrite/edit/sum_choices.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Writes how the floating-point sums and products of a function's body are rounded, so that no compiler is left to
/// choose: `a * b + c` becomes `__fmaf_rn(a, b, c)`, a product that no sum takes `__fmul_rn(a, b)`, a sum that takes
/// none, but that could (ProductValues), `__fadd_rn(a, b)`; with `__dmul_rn` and its like where numbers are doubles.
///
/// A sum takes the first product that stands in it, or that a variable which it names was given and keeps, unless
/// `choices` says otherwise. Where they say that a sum takes a product that only a called function has (`s +=
/// expf(x)`), it stays as it is: the compiler is left to choose. Whether it is what nvcc did, the caller has to compare
/// (ptxDifference).
///
/// `instance`: a function, or of a template one instance. `begun`: edits of its body that are made in any case, each in
/// a word. All of the body is written or nothing; nothing where it has no
/// sums. What is all that a macro stands for takes the place of its name. Errors: a macro's body spells a part of a
/// sum; evaluating an operand does more than give its value; a lambda; a name that is needed is a macro's.
Result<Edits> writeRounding(const Editor& editor, const clang::FunctionDecl& instance, const SumChoices& choices = {},
                            const Edits& begun = {});

}  // namespace warpwright::rewrite
