#pragma once

#include <string>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::analysis {

/// What stands around a kernel in the files of its unit, as digests that change with it.
struct Surroundings {
  std::string directives;  ///< flags and lines of the preprocessor: text means what they say
  std::string everything;  ///< all text outside the kernel; above it, what is no blank or comment
};
Surroundings surroundingsOf(const model::ParsedKernel& kernel);

}  // namespace warpwright::analysis
