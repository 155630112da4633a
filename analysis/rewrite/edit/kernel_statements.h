#pragma once

#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Is it declared `__global__`?
bool isKernel(const clang::FunctionDecl& function);

/// Every launch of the unit, every other mention of a kernel and every call that only looks at kernels, in the order of
/// a walk, instances of templates among them. Found once a unit.
const std::vector<clang::Stmt*>& kernelStatements(const frontend::ParsedUnit& unit);

}  // namespace warpwright::rewrite
