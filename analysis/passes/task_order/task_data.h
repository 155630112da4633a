#pragma once

#include <functional>
#include <vector>

#include "analysis/passes/task_order/task_kernel.h"
#include "analysis/passes/task_order/task_mentions.h"

namespace clang {
class FieldDecl;
class RecordDecl;
}  // namespace clang

namespace warpwright::passes {

/// Can host code say `&Record::field`, and make a Record?
bool canBeNamed(const clang::RecordDecl& record, const clang::FieldDecl& field);

/// Is a node of a kernel evaluated by each task; with `inRow`, for each element of its row? What is around it comes
/// second.
using IsAlways = std::function<bool(const clang::Stmt*, const std::vector<const clang::Stmt*>&, bool inRow)>;

/// Finds what tasks subscript by the indices they hold and which may lie in another order, if the indices follow:
/// arrays that the kernel only reads, and only by such indices; and indices that are nothing but subscripts of such
/// arrays, so that no result shows their values. Gives the indices of each group of such arrays a number of their own.
std::vector<TaskArray> findTaskData(const clang::FunctionDecl& function, const Mentions& mentions,
                                    const std::vector<KernelModel>& models, const IsAlways& isAlways,
                                    std::vector<TaskArray>& arrays);

}  // namespace warpwright::passes
