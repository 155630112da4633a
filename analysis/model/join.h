#pragma once

#include "analysis/model/ir_scan.h"
#include "analysis/model/source_index.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::model {

/// Ties each access, barrier, call and loop of the model to the source it came from, and fills the uses of objects.
/// Where an access to an object has no source expression, or an expression no access, the object gets its unknown
/// reason.
void joinWithSource(const SourceIndex& source, const IrOrigins& origins, KernelModel& model);

}  // namespace warpwright::model
