#pragma once

#include "views/window/program_run.h"

namespace warpwright::views {

/// Runs the program of a file on the CPU engine with all checks on, unsaved texts included.
class CheckRun : public ProgramRun {
  Q_OBJECT
 public:
  CheckRun(Services& services, AnalysisQueue& queue, Pages& pages, QSettings& settings, QObject* parent = nullptr)
      : ProgramRun(services, queue, pages, settings, parent) {}

  /// Asks for trust where it has to; does nothing while a run is on. Without `checks` it only looks at the launches.
  void start(const std::string& unit, const std::string& folder, const QString& arguments, bool checks = true);

 signals:
  /// It ended: the record for the session, and what the engine says. A cancelled run has an empty `run`.
  void finished(const warpwright::RunRecord& record, const warpwright::EngineRun& run);

 private:
  void finish(RunRecord record, Result<EngineRun> run);
};

}  // namespace warpwright::views
