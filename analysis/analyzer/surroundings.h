#pragma once

#include <cstdint>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::analysis {

/// What stands around a kernel in the files of its unit, as numbers that change with it.
struct Surroundings {
  uint64_t directives = 0;  ///< flags and lines of the preprocessor: text means what they say
  uint64_t everything = 0;  ///< all text outside the kernel; above it, what is no blank or comment
};
Surroundings surroundingsOf(const model::ParsedKernel& kernel);

}  // namespace warpwright::analysis
