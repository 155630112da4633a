#pragma once

#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/placement/element_slots.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::passes {

/// The edits that keep `object` (of kernel.models.front()) in registers: its declaration, and every mention of it in
/// the source of the kernel. `slots`: one for each model, all with the same count. The persistence of shared memory is
/// kept: a variable declared inside a loop moves to the start of the kernel.
/// Errors: a mention that a register cannot serve (an address, a reference, sizeof of the array, a macro body, a
/// lambda), with its line. Nothing is written.
Result<Rewrite> rewriteAsRegisters(const model::ParsedKernel& kernel, ObjectId object,
                                   const std::vector<ElementSlots>& slots);

/// Ok where every mention of the object, in every instantiation, may be one of a register. Errors: the first that may
/// not, an address of it for one, as the rest of a sentence.
Status checkRegisterUses(const model::ParsedKernel& kernel, const MemoryObject& object);

}  // namespace warpwright::passes
