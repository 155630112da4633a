#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/memory/launch_model.h"

namespace warpwright::memsim {

/// What one launch asked of the memory of a GPU, kept so that its caches can be tried with other policies afterwards.
/// Of a large launch there are the blocks of some multiprocessors in some of the waves.
struct RequestTrace {
  std::string kernel;  ///< name without parameters
  std::string device;  ///< whose waves they are: "H200"
  LaunchGeometry geometry;
  uint32_t residentBlocks = 1;                ///< at once on a multiprocessor
  uint64_t tracedBlocks = 0, keptBlocks = 0;  ///< of `geometry.blocks`: counted, and with their requests below
  std::vector<TraceSite> sites;
  std::vector<SitePlace> places;                  ///< one a site
  std::vector<AccessCounts> globalCounts;         ///< one a site: accesses to global memory, of the traced blocks
  std::vector<std::vector<BlockRequests>> waves;  ///< blocks that are resident together, in the order of the waves

  /// By what counts of traced, and of kept blocks are multiplied to stand for the launch.
  double countFactor() const;
  double requestFactor() const;
};

/// Adds a launch to the file, which is made where it is not there. Errors: cannot be written.
Status appendRequestTrace(const std::filesystem::path& file, const RequestTrace& trace);
/// All launches of the file. Errors: cannot be read, is cut off or something else.
Result<std::vector<RequestTrace>> readRequestTraces(const std::filesystem::path& file);

}  // namespace warpwright::memsim
