#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <set>
#include <string>

#include "views/shared/job.h"
#include "views/window/workflow.h"

namespace warpwright::views {

/// Of which texts kernels were measured, and whether these are other texts by now: edited, applied to, taken back,
/// written by others.
class MeasuredTexts : public QObject {
  Q_OBJECT
 public:
  explicit MeasuredTexts(const WindowParts& parts);

  /// A measurement of the kernel begins with the texts as they are now: those of its file and of the unit. Requires:
  /// nothing of them is unsaved.
  void begin(const std::string& unit, const std::string& kernel);
  /// What was begun last is kept as a table of this name (see SessionKeeper::tuningName).
  void keep(const std::string& name);
  /// Takes what a session kept.
  void restore(const std::map<std::string, std::string>& values);
  /// The table of this name was measured of other texts than there are now. False, too, where that is not known.
  bool isOlder(const std::string& name) const;
  /// The same of the measurement that was begun last.
  bool isBegunOlder() const { return differs(begun_); }

 signals:
  /// Some table may be older by now, or no longer.
  void changed();

 private:
  using Hashes = std::map<std::string, std::string>;  ///< by path
  bool differs(const Hashes& then) const;
  void look();
  void tell();

  WindowParts parts_;
  std::map<std::string, Hashes> kept_;  ///< by the name of the table
  Hashes begun_, now_;                  ///< `now_`: of the paths in the others, as far as they were looked at
  std::set<std::string> told_;          ///< names of tables that are older
  bool toldBegun_ = false;
  QTimer quiet_;
  JobSlot job_;
};

}  // namespace warpwright::views
