#pragma once

#include <string>
#include <vector>

#include "analysis/passes/task_order/task_mentions.h"

namespace clang {
class ForStmt;
class ParmVarDecl;
}  // namespace clang

namespace warpwright::passes {

/// Loops over a task's row: `for (int i = row[t]; i < row[t + 1]; ++i)`, where i is only a subscript.
struct TaskRows {
  std::string why;                                ///< it is something else; empty: it is not
  std::vector<const clang::ParmVarDecl*> arrays;  ///< what is subscripted by i, and by nothing else
  std::vector<Mention> subscripted;               ///< their mentions
  std::vector<const clang::ForStmt*> loops;
};
TaskRows readRows(const Mentions& mentions, const clang::ParmVarDecl* row, const clang::VarDecl* index);

}  // namespace warpwright::passes
