#pragma once

#include "analysis/engine/device_program.h"
#include "analysis/engine/host_program.h"

namespace warpwright::engine {

/// __managed__ variables are one piece of memory for both sides: what the host module of unit `number` has of them becomes
/// a name for the place in the arena, which goes to `symbols`. Errors: one that the device code does not have.
Status placeManagedVariables(HostUnit& unit, unsigned number, const DeviceProgram& device, HostProgram::Symbols& symbols);

}  // namespace warpwright::engine
