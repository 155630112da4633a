#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/engine/host/host_program.h"
#include "analysis/engine/run/device_program.h"

namespace warpwright::engine {

/// What the files of a program were compiled to, before any of it is machine code: it can be run
/// where neither the sources nor any header of theirs is.
struct CompiledUnits {
  std::vector<DeviceUnit> device;  ///< of the first units of `host`; plain C and C++ files have none
  std::vector<HostUnit> host;
  bool relocatable = false;
  std::vector<std::string> notes;  ///< for the user
};

/// Writes the units as one file, replaced as a whole. It is of this version of Warpwright and for
/// this kind of processor.
Status writeUnits(const CompiledUnits& units, const std::filesystem::path& file);

/// Reads them back. Errors: not such a file, of another version, damaged.
Result<CompiledUnits> readUnits(const std::filesystem::path& file);

}  // namespace warpwright::engine
