#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>
#include <vector>

#include "core/finding/pass_description.h"

namespace warpwright::views {

inline constexpr const char* chosenDeviceKey = "occupancy/device";

/// Name of the GPU that the user has chosen in the dock Occupancy: estimates, graphs and findings are for it.
inline QString chosenDevice(const QSettings& settings) {
  return settings.value(chosenDeviceKey, "H200").toString();
}

/// Families of passes that look only where they are asked to, and are asked to.
inline constexpr const char* onRequestKey = "lookFor";
inline std::vector<Family> familiesOnRequest(const QSettings& settings) {
  std::vector<Family> families;
  for (const QString& name : settings.value(onRequestKey).toStringList())
    families.push_back(familyNamed(name.toStdString()));
  return families;
}

}  // namespace warpwright::views
