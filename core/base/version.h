#pragma once

#include <string>

namespace warpwright {

/// Which Warpwright this is.
struct Version {
  std::string number;  ///< "0.1.0"
  std::string commit;  ///< "d41131e", with a + where files were changed since; empty: built from no repository
};
const Version& thisVersion();

/// "0.1.0 (d41131e)".
std::string versionText();

}  // namespace warpwright
