#pragma once

#include <QString>
#include <string>

namespace warpwright::views {

/// What people call a parameter of a change: "merged into one" of `c_factor`. One without words of its own has its
/// name.
QString parameterWords(const std::string& name);
/// The same of a value: "side by side" of `blocked`.
QString valueWords(const std::string& value);

}  // namespace warpwright::views
