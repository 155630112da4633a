#pragma once

#include "analysis/engine/host/host_program.h"

namespace warpwright::engine {

/// Host memory that a program reads without having written it would hold what the compiler left in this process: other
/// values in each run, where a process of its own mostly gets fresh pages. With these functions it is zero, as in
/// those.
void addZeroedMemorySymbols(HostProgram::Symbols& symbols);

}  // namespace warpwright::engine
