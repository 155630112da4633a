#pragma once

#include "analysis/model/kernel_modeler.h"
#include "core/base/message.h"

namespace warpwright::passes {

/// A launch of the kernel that every GPU refuses, with its line: too many blocks or threads along a dimension, or in
/// all, more threads than __launch_bounds__ says, more shared memory than a block has. It does nothing, and the program
/// may tell; with other extents or less shared memory it would run. Empty: no such launch is seen.
Message refusedLaunch(const model::ParsedKernel& kernel);

/// Bytes of shared memory that a block of the kernel declares: what launches ask for is not among it.
uint64_t declaredShared(const KernelModel& model);

}  // namespace warpwright::passes
