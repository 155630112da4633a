#pragma once

#include <string>
#include <vector>

class QSettings;

namespace warpwright::views {

/// The name of the setting whether the window goes there when it starts.
inline constexpr const char* reopensKey = "open/again";

/// Where one was in a file.
struct OpenPlace {
  std::string path;
  int line = 0, column = 0;  ///< from 0
  bool operator==(const OpenPlace&) const = default;
};

/// What was open when the window was closed, of one folder: files in the order of their tabs, and the one in front.
struct OpenPlaces {
  std::vector<OpenPlace> files;
  std::string front;
  bool measures = false;  ///< the measuring page was in front
  bool operator==(const OpenPlaces&) const = default;
};

/// `folder`: of the project, or of a file that was opened alone.
void keepPlaces(QSettings& settings, const std::string& folder, const OpenPlaces& places);
/// Files that are gone are left out.
OpenPlaces keptPlaces(const QSettings& settings, const std::string& folder);

/// The folder that was open last; empty: none was.
std::string lastFolder(const QSettings& settings);

}  // namespace warpwright::views
