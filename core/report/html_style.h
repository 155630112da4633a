#pragma once

#include <string>

namespace warpwright {

/// The style sheet of the report: colours by variable, layout, print.
std::string reportStyle();
/// The script of the report: tables that sort and filter.
std::string reportScript();
/// The script as a source of a Content-Security-Policy: 'sha256-…'.
std::string reportScriptSource();

}  // namespace warpwright
