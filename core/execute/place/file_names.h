#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "core/execute/place/worker_place.h"

namespace warpwright {

/// What a job has to do with a file that it names.
enum class FileUse : uint8_t { input, kept, brought };

/// The job with other names for its files: `nameThere` is asked for each, with its path here. A
/// field that is missing or empty names none. Errors: those of `nameThere`.
Result<nlohmann::json> withMovedFiles(const PlacedJob& job,
                                      const std::function<Result<std::string>(FileUse, const std::string&)>& nameThere);

/// Names of files by what they hold: their hash, and how their name ends. A file is read once, as
/// long as it stays as it is.
class CacheNames {
 public:
  /// Errors: unreadable.
  Result<std::string> of(const std::filesystem::path& file);

 private:
  struct Known {
    std::filesystem::file_time_type written;
    uint64_t bytes = 0;
    std::string name;
  };
  std::map<std::filesystem::path, Known> known_;
};

}  // namespace warpwright
