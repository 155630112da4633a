#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/memory/launch_model.h"

namespace warpwright::memsim {

/// What each thread of a launch touched: every element once for each place in the source, whatever the order was.
struct TouchTrace {
  struct Piece {
    std::string name;  ///< as the user knows it: "d_x"
    uint64_t address = 0, bytes = 0;
  };
  std::string kernel;  ///< name without parameters
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::vector<TraceSite> sites;   ///< kind, space and bytes of an access
  std::vector<SitePlace> places;  ///< one a site
  std::vector<Piece> pieces;      ///< device memory, by address; no two overlap
  /// By thread in launch order: its loads, stores and atomics as events (see `makeEvent`), ascending, each once.
  /// Threads at the end that touch nothing may be left out.
  std::vector<std::vector<TraceEvent>> threads;
};

/// Errors: the file cannot be written.
Status writeTouchTrace(const std::filesystem::path& file, const TouchTrace& trace);
/// Errors: it cannot be read, is cut off or something else.
Result<TouchTrace> readTouchTrace(const std::filesystem::path& file);

}  // namespace warpwright::memsim
