#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "kernel_program.h"

namespace warpwright::testing {

/// One access that a thread made.
struct Event {
  AccessId access;
  uint32_t thread = 0;
  uint64_t offset = 0;  ///< bytes from the start of the object
  uint32_t epoch = 0;   ///< barriers of the block that the thread had passed
};

/// One run of a block. Follows the statements; knows nothing of guards, loop bounds or control flow of the model.
struct Run {
  bool valid = true;  ///< no division by zero, no endless loop
  std::vector<Event> events;
  std::vector<std::vector<BarrierId>> passed;          ///< by thread: the barriers of the block, in order
  std::set<uint32_t> outsideObject, outsideDimension;  ///< lines of accesses that left their object or a dimension
};

/// Runs all threads of the block one after another. Values read from memory that is written are arbitrary, so one run
/// stands for any schedule. `shared` holds the arguments and block indices, `seed` decides the data.
Run runKernel(const KernelModel& model, const std::vector<Statement>& statements,
              const std::unordered_map<SymbolId, uint64_t>& shared, uint64_t seed);

}  // namespace warpwright::testing
