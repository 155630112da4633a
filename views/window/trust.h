#pragma once

#include <string>

class QSettings;
class QWidget;

namespace warpwright::views {

struct Services;

/// Whether the program of `unit` may be run: asks the first time, and remembers where the answer was always. Trust is
/// given to the folder of the project; where there is none (empty) to that of the file.
bool mayRun(const std::string& folder, const std::string& unit, const Services& services, QSettings& settings,
            QWidget* parent);

/// Where the arguments of a program are kept among the settings.
class ArgumentMemory {
 public:
  explicit ArgumentMemory(QSettings& settings) : settings_(settings) {}
  std::string of(const std::string& unit) const;
  void keep(const std::string& unit, const std::string& arguments);

 private:
  QSettings& settings_;
};

}  // namespace warpwright::views
