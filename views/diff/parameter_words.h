#pragma once

#include <QString>
#include <string>

#include "core/finding/pass_description.h"

namespace warpwright::views {

/// What people call a parameter of a pass, in the language of the window: "Merged into one" of `c_factor`. One without
/// words of its own has its name.
QString parameterWords(const PassDescription& pass, const std::string& parameter);
/// The same of a value: "side by side" of `blocked`.
QString valueWords(const PassDescription& pass, const std::string& parameter, const std::string& value);

}  // namespace warpwright::views
