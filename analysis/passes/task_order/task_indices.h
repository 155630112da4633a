#pragma once

#include <vector>

#include "analysis/passes/task_order/task_kernel.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::passes {

/// The array that an object of the model is; null: none of these.
TaskArray* arrayBehind(const MemoryObject& object, std::vector<TaskArray>& arrays);

/// Notes which elements of arrays of tasks subscript which data, as the model sees the addresses.
void findTaskIndices(const clang::FunctionDecl& kernel, const KernelModel& model, std::vector<TaskArray>& arrays);

}  // namespace warpwright::passes
