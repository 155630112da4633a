#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "core/execute/tune/tuning_task.h"
#include "views/shared/job.h"
#include "views/window/services.h"

class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class Findings;
class Pages;

/// What the user chose in the Profiling dock.
struct TuningChoice {
  std::string target = "cpu";
  QString arguments;    ///< of the program
  std::string capture;  ///< a file in place of a run with these arguments; empty: none
  uint64_t launchIndex = 0;
  std::string strategy = "pruned";
  int budgetSeconds = 60;               ///< 0: until there is no more to try
  std::vector<VariantRecord> own = {};  ///< that the user wrote; where there are some, nothing else is tried
};

/// Tries variants of one kernel, off the GUI thread. What was judged is kept at once: pause and cancel lose nothing but
/// the variant that is running.
class TuningRun : public QObject {
  Q_OBJECT
 public:
  TuningRun(Services& services, AnalysisQueue& queue, const Findings& findings, Pages& pages, QSettings& settings,
            QObject* parent = nullptr);
  ~TuningRun() override;

  /// Where the outcomes are kept.
  void setFolder(std::filesystem::path folder) { folder_ = std::move(folder); }
  /// Why this kernel of that file cannot be measured; empty: it can. `own`: by what the user wrote, which needs no
  /// finding.
  QString whyNot(const std::string& unit, const std::string& kernel, bool own = false) const;
  /// Asks for trust where a program is to be run. Requires: whyNot is empty.
  void start(const std::string& unit, const std::string& folder, const std::string& kernel, TuningChoice choice);
  /// Ends after the variant that is running; `start` with the same choice goes on.
  void pause();
  /// Ends now.
  void cancel();

  bool isRunning() const { return job_.isRunning(); }
  bool isPausing() const { return isRunning() && pause_.stop_requested(); }
  const std::string& unit() const { return unit_; }
  const std::string& kernel() const { return kernel_; }
  const TuningNow& now() const { return now_; }
  double secondsSpent() const;

 signals:
  void stateChanged();
  /// It ended with this table, complete or not.
  void finished(const warpwright::TuningTable& table);
  /// It was cancelled; this was judged until then.
  void cancelled(const warpwright::TuningTable& table);
  void failed(const QString& reason);

 private:
  Services& services_;
  AnalysisQueue& queue_;
  const Findings& findings_;
  Pages& pages_;
  QSettings& settings_;
  std::filesystem::path folder_;
  std::string unit_, kernel_;
  TuningNow now_;
  QElapsedTimer clock_;
  std::stop_source pause_;
  JobSlot job_;
  Door progressDoor_;
};

}  // namespace warpwright::views
