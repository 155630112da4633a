#include "analysis/engine/source_names.h"

#include <filesystem>

#include "core/base/file.h"

namespace warpwright::engine {

bool isUserFile(const std::string& path) {
  static const std::string own = (resourceFolder() / "cuda").lexically_normal().string();
  if (isRuntimeLibrary(path)) return false;
  if (path.starts_with("/usr/") || path.starts_with("/opt/cuda")) return false;
  if (!own.empty() && path.starts_with(own)) return false;
  return path.find("/lib/clang/") == std::string::npos && path.find("/include/crt/") == std::string::npos;
}

bool isRuntimeLibrary(const std::string& path) {
  return std::filesystem::path(path).filename() == "warpwright_runtime_cuda.h";
}

}  // namespace warpwright::engine
