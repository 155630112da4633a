#pragma once

#include "analysis/model/kernel_modeler.h"
#include "analysis/resources/kernel_registers.h"
#include "core/finding/analysis_result.h"

namespace warpwright::analysis {

/// What the answer says of a kernel, without findings and registers.
KernelSummary summarise(const model::ParsedKernel& kernel);

/// Adds what another unit says of a kernel that a header brings to both.
void addToSummary(KernelSummary& known, const KernelSummary& other);

/// All instantiations of a template are one kernel in the answer: the one that takes most registers counts.
KernelResources registersOf(const model::ParsedKernel& kernel, const resources::KernelRegisters& counted);
/// The same of several units.
void addRegisters(KernelResources& known, const KernelResources& counted);

}  // namespace warpwright::analysis
