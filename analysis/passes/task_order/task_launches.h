#pragma once

#include <string>
#include <vector>

#include "analysis/passes/task_order/task_kernel.h"
#include "analysis/rewrite/source/editor.h"

namespace warpwright::passes {

/// Host code in which a kernel of tasks is launched, and where what orders them goes. Texts are as the program spells
/// them.
struct TaskLaunches {
  struct Launch {
    rewrite::TextRange statement;               ///< with its semicolon
    std::string grid, block, count, stream;     ///< stream empty: the default one
    std::vector<rewrite::TextRange> arguments;  ///< by array of the kernel
    uint32_t line = 0;
    rewrite::TextRange callee,
        given;  ///< the kernel's name, and all arguments; no file where they are not spelled there
  };
  std::vector<Launch> launches;
  std::vector<std::string> arrays;    ///< the variable behind each array of the kernel
  std::vector<std::string> elements;  ///< by array: of data, how many it has
  std::string tasksPerBlock;
  std::string file;
  uint32_t before = 0, after = 0;  ///< the order is made at `before` and dropped at `after`
};

/// Finds a function whose launches of the kernel can be given another order of tasks. Proved: the arrays of tasks are
/// local variables of one block, allocated there, of which nobody else has a pointer; what tasks read in them is not
/// changed from the first launch to the last. Errors: why there is none.
Result<TaskLaunches> readTaskLaunches(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                      const TaskKernel& tasks);

struct StagedKernel;

/// Writes the calls of the runtime library around those launches; with `staged`, that kernel too, and its launches
/// beside them.
void writeTaskOrder(rewrite::Editor& editor, const std::string& kernel, const TaskKernel& tasks,
                    const TaskLaunches& launches, const StagedKernel* staged = nullptr);

}  // namespace warpwright::passes
