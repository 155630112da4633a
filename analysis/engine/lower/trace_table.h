#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/source_range.h"
#include "core/model/memory/trace.h"

namespace warpwright::engine {

/// Where a traced place stands in the source.
struct TracePlace {
  SourcePosition at;
  std::string object;  ///< the variable where it is known: "prev"; else empty
  int parameter = -1;  ///< the kernel's parameter through which it is reached; -1: not known
};

/// The sites of a kernel that was compiled for tracing; sites and places have the same order.
struct TraceTable {
  std::vector<memsim::TraceSite> sites;
  std::vector<TracePlace> places;
  uint64_t frameBytes = 0;  ///< local memory of a thread: what is left after promotion to registers
};

}  // namespace warpwright::engine
