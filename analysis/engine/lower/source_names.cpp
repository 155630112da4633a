#include "analysis/engine/lower/source_names.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/file.h"

namespace warpwright::engine {
namespace {

/// A process runs one program, compiled in one place.
std::string& compiledWith() {
  static std::string folder;
  return folder;
}

}  // namespace

std::string ownHeaders() {
  return (resourceFolder() / "cuda").lexically_normal().string();
}

void alsoOwnHeaders(const std::string& folder) {
  compiledWith() = folder;
}

bool isOwnHeader(const std::string& path) {
  static const std::string own = ownHeaders();
  const std::string& other = compiledWith();
  return (!own.empty() && path.starts_with(own)) || (!other.empty() && path.starts_with(other));
}

bool isUserFile(const std::string& path) {
  if (isRuntimeLibrary(path)) return false;
  if (path.starts_with("/usr/") || path.starts_with("/opt/cuda")) return false;
  if (isOwnHeader(path)) return false;
  return path.find("/lib/clang/") == std::string::npos && path.find("/include/crt/") == std::string::npos;
}

bool isRuntimeLibrary(const std::string& path) {
  static constexpr std::array headers{"warpwright_runtime.h", "warpwright_runtime_cuda.h",
                                      "warpwright_runtime_ordering.h", "warpwright_runtime_staging.h"};
  return std::find(headers.begin(), headers.end(), std::filesystem::path(path).filename()) != headers.end();
}

}  // namespace warpwright::engine
