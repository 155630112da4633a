#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace warpwright::frontend {

/// The file by which a project says how it is to be looked at.
inline constexpr const char* settingsName = ".warpwright.toml";

/// What it says. Command-line options come on top, or in place of it.
struct ProjectSettings {
  std::filesystem::path file;         ///< empty: there is none
  std::vector<std::string> flags;     ///< compiler flags for each unit; relative paths start at the file's folder
  std::vector<std::string> includes;  ///< folders, absolute
  std::vector<std::string> launches;  ///< as of --launch
  std::string arch;                   ///< as of --arch
  std::vector<std::string> passes;    ///< ids; none: those that are looked for unasked
  std::vector<std::string> programs;  ///< names; none: all
};

/// That of the nearest folder from `folder` up to `root`, the project's. Errors: it cannot be read or is no TOML; it
/// has a key that means nothing here, or a value of another kind: with the line.
Result<ProjectSettings> settingsFor(const std::filesystem::path& folder, const std::filesystem::path& root);

}  // namespace warpwright::frontend
