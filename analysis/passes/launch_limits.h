#pragma once

#include <string>

#include "analysis/model/kernel_modeler.h"

namespace warpwright::passes {

/// A launch of the kernel that every GPU refuses, with its line: too many blocks or threads along a dimension, or in
/// all, more threads than __launch_bounds__ says, more shared memory than a block has. It does nothing, and the program
/// may tell; with other extents or less shared memory it would run. Empty: no such launch is seen.
std::string refusedLaunch(const model::ParsedKernel& kernel);

}  // namespace warpwright::passes
