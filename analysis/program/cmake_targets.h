#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::analysis {

/// An executable that CMake builds.
struct CMakeExecutable {
  std::string name;
  std::vector<std::filesystem::path> sources;  ///< that are compiled for it and for the libraries it links
};

/// What CMake says of a build folder in the replies of its file API (.cmake/api/v1/reply), of its first configuration.
/// Empty where it was not asked. Errors: replies that cannot be read.
Result<std::vector<CMakeExecutable>> cmakeExecutables(const std::filesystem::path& buildFolder);

}  // namespace warpwright::analysis
