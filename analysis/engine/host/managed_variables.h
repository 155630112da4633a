#pragma once

#include "analysis/engine/host/host_program.h"
#include "analysis/engine/run/device_program.h"

namespace warpwright::engine {

/// __managed__ variables are one piece of memory for both sides: what the host module of unit `number` has of them
/// becomes a name for the place in the arena, which goes to `symbols`. Errors: one that the device code does not have.
Status placeManagedVariables(HostUnit& unit, unsigned number, const DeviceProgram& device,
                             HostProgram::Symbols& symbols);

}  // namespace warpwright::engine
