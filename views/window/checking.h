#pragma once

#include <map>
#include <vector>

#include "views/problems/problems.h"
#include "views/runs/runs_panel.h"
#include "views/window/check_run.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class ProblemsPanel;
class Tracing;
struct Preview;

/// Runs with checks, and what came of all runs: the docks Runs and Problems.
class Checking : public Workflow {
  Q_OBJECT
 public:
  Checking(const WindowParts& parts, Tracing& tracing);

  void addDocks() override;
  void update() override;
  bool isRunning() const override { return run_.isRunning(); }
  QString doing() const override { return tr("Running with checks: %1").arg(run_.progress()); }
  void cancel() override { run_.cancel(); }

  /// Runs the program for its launches alone.
  void observe();
  /// Shows the dock of runs and runs the selected program.
  void start();
  /// Keeps a verification as the run that it was.
  void keepVerification(const Preview& preview, const QString& arguments);
  /// Keeps a run of another kind, which found no problems, with what the program printed.
  void keepRun(const RunRecord& record, const ProgramOutput& output);
  /// Another session is open: its runs are others.
  void showOtherRuns();
  CheckRun& run() { return run_; }

 signals:
  void lineWanted(const warpwright::SourcePosition& at);

 private:
  void check(const QString& arguments);
  void keep(const RunRecord& record, std::vector<Problem> problems, const EngineRun& run);
  void countProblems();

  Tracing& tracing_;
  RunsPanel* runs_ = nullptr;  // made when their docks are first seen
  ProblemsPanel* problems_ = nullptr;
  std::vector<Problem> runProblems_;
  size_t shownRuns_ = 0;
  std::map<size_t, ProgramOutput> outputs_;  ///< by number of the run in the session
  CheckRun run_;
};

}  // namespace warpwright::views
