#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/job/whole_program.h"
#include "core/report/tuning_table.h"
#include "views/shared/job.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class WholeProgramRow;

/// What the best variant of a kernel brings its whole program: builds both, runs them in turns on a GPU of this
/// computer, and keeps what came in the session. The same as `warpwright try --on gpu` does at its end.
class WholePrograms : public QObject {
  Q_OBJECT
 public:
  explicit WholePrograms(const WindowParts& parts);

  bool isRunning() const { return job_.isRunning(); }
  /// "Comparing the whole program: building the program". Requires: isRunning().
  QString doing() const;
  void cancel();
  /// Takes what a session kept.
  void restore(const std::map<std::string, std::string>& values);
  /// Why the program of the selected kernel cannot be compared; empty: it can. `isOlder`: the table is.
  QString whyNot(const TuningTable* table, bool isOlder);
  /// Shows in the row what is known of the selected kernel. `table`: of its variants; null: nothing was measured.
  void show(WholeProgramRow& row, const TuningTable* table, bool isOlder);
  /// Asks for trust, then compares. Requires: whyNot is empty.
  void start(const TuningTable& table, const QString& arguments);

 signals:
  void changed();

 private:
  std::string nameOfSelected() const;
  void lookForGpu(const std::string& toolkit);
  void keep(const std::string& name, const std::string& key, const WholeProgram& whole);

  WindowParts parts_;
  std::map<std::string, std::shared_ptr<const WholeProgram>> known_;  ///< by SessionKeeper::tuningName
  std::map<std::string, QString> failures_;                           ///< likewise; of this window alone
  std::string running_;                                               ///< the name of what is compared
  QString phase_;
  double fraction_ = -1;
  std::optional<std::string> asked_;  ///< the toolkit with which a GPU was looked for
  std::optional<QString> whyNoGpu_;   ///< none: it is being looked for; empty: there is one
  JobSlot job_, gpuJob_;
  Door progressDoor_;
};

}  // namespace warpwright::views
