#pragma once

#include <map>
#include <memory>

#include "core/report/traffic_chart.h"
#include "views/shared/job.h"
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
  /// The same, without a dock: `changed` tells when `solutionOf` has it.
  void start();
  /// The graph of a kernel's loads with what its solvers chose; null: it was not computed.
  std::shared_ptr<const TrafficSolution> solutionOf(const std::string& kernel) const;
  /// Takes a graph that a session kept (see keptGraph).
  void restore(const std::string& graph);

 signals:
  void lineWanted(const warpwright::SourcePosition& at);
  /// Findings about how loads are cached are wanted: one of them has been chosen values for.
  void policyFound();

 private:
  void addLoads();
  void addTasks();
  void onFinished(const RunRecord& record, const QString& kernel, const WeighedLoads& weighed);

  LoadsPanel* loads_ = nullptr;  // made when their docks are first seen
  TasksPanel* tasks_ = nullptr;
  std::map<std::string, std::shared_ptr<const TrafficSolution>> solutions_;  ///< by kernel
  std::shared_ptr<const TrafficSolution> shown_;                             ///< in the dock
  JobSlot solving_;
  LoadsRun run_;
};

}  // namespace warpwright::views
