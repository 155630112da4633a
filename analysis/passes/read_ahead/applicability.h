#pragma once

#include <string>

#include "analysis/passes/read_ahead/slice.h"
#include "core/device/device.h"
#include "core/finding/opportunity.h"

namespace warpwright::preexecution {

/// Whether pre-execution can be done, and why not.
struct Applicability {
  VerdictKind verdict = VerdictKind::refused;
  Message reason;
};

/// Whether loads of the CPU can help the GPU on this device at all: only where the two share a cache or memory.
Applicability applicabilityOn(const Device& device);

/// Whether a program can be written for the kernel, on whichever device. Refused where there is nothing to fetch;
/// unknown where the kernel has errors, was not understood, or touches nothing at an address that a CPU can compute.
Applicability applicabilityTo(const KernelModel& model, const Slice& slice);

}  // namespace warpwright::preexecution
