#pragma once

#include <QSettings>
#include <QString>

namespace warpwright::views {

inline constexpr const char* chosenDeviceKey = "occupancy/device";

/// Name of the GPU that the user has chosen in the dock Occupancy: estimates, graphs and findings are for it.
inline QString chosenDevice(const QSettings& settings) {
  return settings.value(chosenDeviceKey, "H200").toString();
}

/// Setting: findings that are looked for on request only are looked for, too.
inline constexpr const char* onRequestKey = "findingsOnRequest";

}  // namespace warpwright::views
