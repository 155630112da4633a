#pragma once

#include <QObject>
#include <string>

#include "core/runner/engine_job.h"
#include "core/session/records.h"
#include "views/shared/job.h"
#include "views/window/services.h"

class QSettings;

namespace warpwright::views {

class AnalysisQueue;
class Pages;

/// Runs the program of a file on the CPU engine with all checks on, unsaved texts included.
class CheckRun : public QObject {
  Q_OBJECT
 public:
  CheckRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent = nullptr);

  /// Asks for trust where it has to; does nothing while a run is on.
  void start(const std::string& unit, const std::string& folder, const QString& arguments);
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  /// What it does now, for the dock: "descend, launch 1, 50 %".
  const QString& progress() const { return progress_; }

 signals:
  void stateChanged();
  /// It ended: the record for the session, and what the engine says. A cancelled run has an empty `run`.
  void finished(const warpwright::RunRecord& record, const warpwright::EngineRun& run);

 private:
  void finish(RunRecord record, Result<EngineRun> run);
  Services& services_;
  AnalysisQueue& queue_;
  Pages& pages_;
  QSettings& settings_;
  QString progress_;
  JobSlot job_;
  Door progressDoor_;
};

/// The job of a program: the project's database of commands where it has one, else the file alone.
EngineJob engineJob(const std::string& unit, const std::string& folder, const QString& arguments);

}  // namespace warpwright::views
