#pragma once

#include <string>
#include <vector>

#include "analysis/passes/task_order/task_kernel.h"
#include "analysis/passes/task_order/task_launches.h"

namespace warpwright::passes {

/// A second kernel of the same tasks, whose blocks put the data that they share in shared memory first: Li et al.,
/// "A Graph-based Model for GPU Caching Problems", Figure 8.
struct StagedKernel {
  struct Data {
    std::string name, type;  ///< the argument, and an element of it, as host code may call it
    int number = 0;          ///< as TaskArray::Index has it
  };
  std::string name;        ///< of the kernel
  std::string own;         ///< of the kernel it is made of
  std::vector<Data> data;  ///< in the order in which the kernel loads them
  std::string text;
  uint32_t after = 0;  ///< it is written here, in the file of the launches
};

/// Makes that kernel of the text of `kernel`: one more argument, a line for each data in front, and nothing else
/// changed. Proved (task_data.h): data is only read, only by indices that are nothing but its subscripts, and each task
/// reads all that they name, so that nothing is loaded which the kernel does not load. Errors: why there is none.
Result<StagedKernel> makeStagedKernel(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                      const TaskKernel& tasks, const TaskLaunches& launches);

}  // namespace warpwright::passes
