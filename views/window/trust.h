#pragma once

#include <string>

class QSettings;
class QWidget;

namespace warpwright::views {

struct Services;

/// Whether this folder's program may be run: asks the first time, and remembers where the answer was always.
bool mayRun(const std::string& folder, const std::string& unit, const Services& services, QSettings& settings, QWidget* parent);

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
