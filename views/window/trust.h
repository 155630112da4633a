#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "views/shared/argument_menu.h"

class QSettings;
class QWidget;

namespace warpwright::views {

struct Services;

/// A program that is about to be run, and what it will be called with.
struct ProgramCall {
  std::string folder;  ///< of the project; empty: none
  std::string start;   ///< the file it starts in
  QString arguments;
};

/// The arguments with which the program may be run, or nothing. Asks the first time while the window is open, for the
/// arguments too where none were ever given, and remembers where the answer was always. Trust is given to the folder of
/// the project; where there is none to that of the file. The arguments are kept.
std::optional<QString> mayRun(const ProgramCall& call, Services& services, QSettings& settings, QWidget* parent);

/// Where the arguments of a program are kept among the settings.
class ArgumentMemory {
 public:
  explicit ArgumentMemory(QSettings& settings) : settings_(settings) {}
  std::string of(const std::string& unit) const;
  bool knows(const std::string& unit) const;
  void keep(const std::string& unit, const std::string& arguments);
  /// Those that were kept under a name.
  std::vector<ArgumentSet> setsOf(const std::string& unit) const;
  void keepSets(const std::string& unit, const std::vector<ArgumentSet>& sets);

 private:
  QSettings& settings_;
};

}  // namespace warpwright::views
