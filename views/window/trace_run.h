#pragma once

#include <QObject>
#include <map>
#include <string>

#include "core/runner/engine_job.h"
#include "core/session/records.h"
#include "views/memory/memory_panel.h"
#include "views/shared/job.h"
#include "views/window/services.h"

class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class Pages;

/// Traces the program of a file on the CPU engine, alone or beside a variant of it: what its kernels ask of memory.
class TraceRun : public QObject {
  Q_OBJECT
 public:
  TraceRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent = nullptr);

  struct Request {
    std::string unit, folder;
    QString arguments;
    std::map<std::string, std::string> before;  ///< texts of the original that no file and no editor holds
    std::map<std::string, std::string> after;   ///< texts of the variant; empty: there is none
    QString variantName;
    bool isAllowed = false;                     ///< the user has just let this program run: not asked again
  };
  /// Asks for trust where it has to; does nothing while a run is on.
  void start(Request request);
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  /// What it does now: "descend, launch 1".
  const QString& progress() const { return progress_; }

 signals:
  void stateChanged();
  /// It ended: the record for the session, and what was traced; nothing where it failed.
  void finished(const warpwright::RunRecord& record, const warpwright::views::MemoryTraces& traces);

 private:
  struct Answer {
    Result<EngineRun> original, variant;
    double seconds = 0;
  };
  void finish(RunRecord record, const Request& request, Answer answer);
  Services& services_;
  AnalysisQueue& queue_;
  Pages& pages_;
  QSettings& settings_;
  QString progress_;
  JobSlot job_;
  Door progressDoor_;
};

}  // namespace warpwright::views
