#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::model {

/// A piece of a file of which a unit makes a function, or a part of one.
struct FunctionText {
  uint32_t begin = 0, end = 0;  ///< bytes of the file
  uint64_t function = 0;        ///< units that make the same function of it say the same number
};

/// By file.
using FunctionTexts = std::map<std::string, std::vector<FunctionText>>;

/// What the unit makes of its own file and the project's headers. Functions are the same where they have one name, type
/// and kind (of the device, a kernel, …) and launch the same kernels.
FunctionTexts functionTexts(const frontend::ParsedUnit& unit);

/// What `functionTexts` says for the kernel.
uint64_t functionNumber(const ParsedKernel& kernel);

}  // namespace warpwright::model
