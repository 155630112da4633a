#pragma once

#include "views/window/loads_run.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class LoadsPanel;
class TasksPanel;

/// What kernels read again: the docks of loads, which may be cached or not, and of tasks.
class Weighing : public Workflow {
  Q_OBJECT
 public:
  explicit Weighing(const WindowParts& parts);

  void addDocks() override;
  void update() override;
  bool isRunning() const override { return run_.isRunning(); }
  QString doing() const override { return tr("Weighing loads: %1").arg(run_.progress()); }
  void cancel() override { run_.cancel(); }
  LoadsRun& run() { return run_; }
  /// Weighs the loads of the selected kernel, in sight.
  void compute();

 signals:
  void lineWanted(const warpwright::SourcePosition& at);
  /// Findings about how loads are cached are wanted: one of them has been chosen values for.
  void policyFound();

 private:
  void addLoads();
  void addTasks();
  void start();
  void onFinished(const RunRecord& record, const QString& kernel, const WeighedLoads& weighed);

  LoadsPanel* loads_ = nullptr;  // made when their docks are first seen
  TasksPanel* tasks_ = nullptr;
  LoadsRun run_;
};

}  // namespace warpwright::views
