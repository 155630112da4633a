#include "core/base/version.h"

#include "commit.h"  // made by packaging/cmake/write_commit.cmake

namespace warpwright {

const Version& thisVersion() {
  static const Version version{WARPWRIGHT_VERSION, WARPWRIGHT_COMMIT};
  return version;
}

std::string versionText() {
  const Version& version = thisVersion();
  return version.number + (version.commit.empty() ? "" : " (" + version.commit + ")");
}

}  // namespace warpwright
