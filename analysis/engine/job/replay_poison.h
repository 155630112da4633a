#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/capture/capture_file.h"

namespace warpwright::engine {

/// What finding outputs needs of a replay.
struct PoisonSteps {
  std::function<Status(const CaptureReader&)> restore;  ///< puts a capture's memory back
  std::function<Status()> launch;                       ///< runs the original
  std::function<bool(size_t)> isReference;              ///< piece of memory by number: it holds its reference now
};

/// Writes a copy of the capture in which what the launch overwrites without reading it holds the complement of the
/// reference (FORMAT.md says how that is found out), and gives the names of the buffers where that was possible. The
/// copy has been run: the original turns it into the reference. Errors: the copy cannot be written, the capture not be
/// read.
Result<std::vector<std::string>> writePoisonedCapture(const CaptureReader& reader, const std::filesystem::path& copy,
                                                      const PoisonSteps& steps);

}  // namespace warpwright::engine
