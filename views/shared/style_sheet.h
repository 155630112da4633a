#pragma once

#include <QString>

namespace warpwright::views {

class Theme;

/// The one style sheet over Fusion, with the colours of the theme filled in.
QString styleSheet(const Theme& theme);

}  // namespace warpwright::views
