#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine/host/host_program.h"
#include "analysis/engine/job/compiled_units.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"
#include "analysis/engine/run/known_places.h"
#include "core/base/result.h"
#include "core/job/engine_job.h"

namespace warpwright::engine {

/// A user's program, compiled and linked for the engine, not started yet.
struct EngineProgram {
  std::unique_ptr<Arena> arena;
  std::optional<DeviceProgram> device;
  std::optional<HostProgram> host;
  std::vector<std::string> notes;
};

/// Compiles the files of the job; what is compiled already (`job.compiled`) is read. `symbols`: what the host side is
/// given. Errors: nothing to compile there, errors in the code, several programs or none.
Result<CompiledUnits> compileProgram(const EngineJob& job, const HostProgram::Symbols& symbols,
                                     const std::function<void(const EngineProgress&)>& progress);

/// The device side alone.
Result<CompiledUnits> compileDevice(const EngineJob& job, const std::function<void(const EngineProgress&)>& progress);

/// Compiles the files of the job and links them with `symbols`; variables of the device code lie where `places` has
/// them, if there is room. Errors: nothing to compile there, errors in the code, several programs or none, calls that
/// the engine does not emulate (each named with its line).
Result<EngineProgram> buildProgram(const EngineJob& job, uint64_t memoryLimitBytes, const HostProgram::Symbols& symbols,
                                   const KnownPlaces& places,
                                   const std::function<void(const EngineProgress&)>& progress);

/// The device side of the job's program alone, its variables at the given addresses where they are named there. Errors:
/// as `buildProgram`.
Result<DeviceProgram> buildDevice(const EngineJob& job, Arena& arena, std::map<VariableName, uint64_t> places,
                                  const std::function<void(const EngineProgress&)>& progress);

}  // namespace warpwright::engine
