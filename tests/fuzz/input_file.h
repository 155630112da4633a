#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "core/base/temporary_folder.h"

namespace warpwright::fuzz {

/// Writes the bytes where the reader that is tried can open them; one file after another under the same name, since a
/// file each would take longer than what reads it.
inline std::filesystem::path inputFile(const char* name, std::string_view bytes) {
  static const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) std::abort();
  return path;
}

}  // namespace warpwright::fuzz
