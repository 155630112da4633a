#pragma once

#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/ir_preparation.h"

namespace warpwright::model {

/// The device code of all kernels of the unit, prepared once, for whoever looks at one of them; null: there is none.
/// For one thread at a time, as the AST.
PreparedModule* preparedKernels(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
