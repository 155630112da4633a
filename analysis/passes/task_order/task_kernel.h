#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/judgement.h"

namespace warpwright::passes {

/// An array that holds something for each task of a kernel.
struct TaskArray {
  enum class Role : uint8_t {
    reads,    ///< element t is read by task t and written by nobody
    writes,   ///< element t is written by task t, always and whole, and read by nobody
    updates,  ///< element t may be read and written by task t
    rows,     ///< task t works on the elements row[t] … row[t+1]) of those `inRows`
    inRows,
    data,  ///< no array of tasks: what they subscript, where it does not matter which element lies where
  };
  /// Something in it that subscripts data, which is what tasks share.
  struct Index {
    std::string member;  ///< of the structure, "Edge::from"; empty: the element itself
    int data = 0;        ///< which data, by number
  };
  unsigned parameter = 0;  ///< of the kernel, from 0
  std::string name;
  Role role = Role::reads;
  unsigned perTask = 1;  ///< elements of one task, side by side
  bool isWhole = false;  ///< each task touches the last of its elements: all of them are there
  std::vector<Index> indices;
  int number = 0;             ///< of data: as Index::data has it
  bool isAlwaysRead = false;  ///< of data: each task reads all that the indices of its number name
};

/// A kernel of which thread t does task t, and nothing in which the number t matters beyond that.
struct TaskKernel {
  std::string index;            ///< the variable that holds t
  unsigned countParameter = 0;  ///< tasks there are
  std::vector<TaskArray> arrays;
  std::vector<TaskArray> data;  ///< what may be laid out in another order (task_data.h)
};

/// Proves that a kernel runs tasks whose order cannot change a bit of its results: t is used as the subscript of arrays
/// that hold something for each task, and compared with the number of tasks, nowhere else; no two tasks exchange
/// anything; what they change in common are integers, by atomics of one kind whose results nobody looks at. Applicable,
/// with what it rests on and the arrays as evidence, or why not.
Judgement readTaskKernel(const model::ParsedKernel& kernel, TaskKernel& tasks);

}  // namespace warpwright::passes
