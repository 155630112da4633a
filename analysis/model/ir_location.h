#pragma once

#include <vector>

#include "core/base/source_range.h"

namespace llvm {
class Instruction;
}

namespace warpwright::model {

/// Where an instruction comes from: its own place first, then the call sites it was inlined through, innermost first.
/// Empty: it carries no location.
std::vector<SourcePosition> locationsOf(const llvm::Instruction& instruction);

/// The line of the place that the reader knows best: the outermost one, which stands in the kernel; 0: none.
uint32_t kernelLineOf(const llvm::Instruction& instruction);

}  // namespace warpwright::model
