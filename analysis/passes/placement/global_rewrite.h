#pragma once

#include "analysis/model/kernel_modeler.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::passes {

/// The edits that move `object` (of kernel.models.front()) to global memory: every block gets a slice of a scratch
/// buffer, which each launch allocates and frees on its own stream. In the kernel the name becomes a reference to the
/// slice, so that no mention changes.
///
/// cudaMallocAsync and cudaFreeAsync, in stream order: the buffer lives until the launch has finished, launches on
/// several streams have buffers of their own, and nothing waits for the device as cudaFree would.
/// Errors, each the rest of a sentence with its line: launches that may stand elsewhere, a template, a launch that is
/// no statement of its own in braces, a grid or stream that cannot be written twice, a mention inside a lambda, an
/// alignment the slices would not have.
Result<Rewrite> rewriteAsGlobal(const model::ParsedKernel& kernel, const MemoryObject& object);

}  // namespace warpwright::passes
