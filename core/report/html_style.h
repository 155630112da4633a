#pragma once

#include <string>

namespace warpwright {

/// The style sheet of the report: colours by variable, layout, print.
std::string reportStyle();

}  // namespace warpwright
