#include "core/base/temporary_folder.h"

#include <stdlib.h>

#include <string>
#include <utility>

namespace warpwright {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code ignored;
  std::string pattern = (fs::temp_directory_path(ignored) / "warpwright-XXXXXX").string();
  if (::mkdtemp(pattern.data())) path_ = pattern;
}
TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}
TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace warpwright
