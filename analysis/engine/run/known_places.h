#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "analysis/engine/run/device_program.h"
#include "core/base/result.h"

namespace warpwright::engine {

/// Where another run had its device memory, so that what a run of another version of the program allocates can lie
/// there, too: addresses that the program stores, prints or sorts by are the same then.
struct KnownPlaces {
  struct Piece {
    uint64_t address = 0, bytes = 0;
  };
  std::map<VariableName, uint64_t> variables;
  std::map<std::string, std::deque<Piece>> allocations;  ///< by name, in their order, those that nobody has taken yet
  uint64_t end = 0;                                      ///< above all of it

  /// Errors: `record` (core/job/output_record.h) cannot be read.
  static Result<KnownPlaces> read(const std::filesystem::path& record);
  /// The next allocation of that name and size, and not those of the name before it.
  std::optional<uint64_t> take(const std::string& name, uint64_t bytes);
};

}  // namespace warpwright::engine
