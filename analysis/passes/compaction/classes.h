#pragma once

#include <set>
#include <string>

#include "analysis/passes/compaction/statements.h"
#include "analysis/passes/compaction/variables.h"

namespace clang {
class ASTContext;
}  // namespace clang

namespace warpwright::rewrite {

/// Variables that differ between merged threads, found together with the class of every statement: a fixpoint, for what
/// is written under a condition that differs does so too.
struct Classes {
  VariableSet dependent;
};

/// Sets `chosen` in the whole tree. A loop or condition that is the same for all threads and holds no barrier may stay
/// outside, where loads in it are done once, or go inside whole, which keeps variables scalar: it stays where that
/// brings a load out of the merged threads' loop, and everywhere with `keepAll`. Errors: why barriers cannot be kept
/// where they are.
Result<Classes> classify(CodeStatement& body, bool keepAll, const MergedAxis& axis);

/// Does the statement or expression differ between merged threads, or must it happen once for each?
bool isDependent(const Effects& effects, const VariableSet& dependent);

/// Largest loads of memory in the statement that are the same for all merged threads and that each of them does, so
/// that they may be done once before it, and others of the same places in the same statement. None where another store
/// of the statement may come first.
std::vector<const clang::Expr*> commonLoads(const CodeStatement& code, const VariableSet& dependent,
                                            const MergedAxis& axis, const clang::ASTContext& context);

}  // namespace warpwright::rewrite
