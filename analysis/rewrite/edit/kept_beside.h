#pragma once

#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {

/// Is all of an expression but that one operand of it the same whenever it is evaluated: constants, also of the
/// program's, and variables of the function's own that the operand does not name, or that are only read? Where a whole
/// compound assignment is asked about, what it is stored in is read first. `mentions`: of the function's body.
bool isKeptBeside(const clang::Stmt& whole, const clang::Expr& operand, const clang::FunctionDecl& function,
                  const Mentions& mentions);

}  // namespace warpwright::rewrite
