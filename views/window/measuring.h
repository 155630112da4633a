#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/report/tuning_table.h"
#include "views/opportunities/measured_finding.h"
#include "views/shared/job.h"
#include "views/window/tuning_run.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class ProfilingPanel;
class SpeedupsPanel;
class StepButton;
class Targets;

/// Measuring: the docks Profiling and Speed-ups, the step Measure, and the way of a variant to the preview.
class Measuring : public Workflow {
  Q_OBJECT
 public:
  Measuring(const WindowParts& parts, Targets& targets);

  void addDocks() override;
  void update() override;
  bool isRunning() const override { return run_.isRunning(); }
  QString doing() const override;
  void cancel() override { run_.cancel(); }

  /// Shows the dock and measures the selected kernel as is chosen there.
  void measure();
  void showOn(StepButton& step) const;
  /// Another kernel was selected: what went wrong with the last one is no news.
  void forgetFailure() { failure_.clear(); }
  /// What was measured of each change by itself, for the list of findings.
  std::map<std::string, MeasuredFinding> findings() const;
  TuningRun& run() { return run_; }

 signals:
  /// A table came; it is kept.
  void measured();
  /// The table wants the width of the window.
  void roomWanted();

 private:
  std::optional<TuningTable> tableOfKernel() const;
  void start();
  void preview(const VariantSteps& steps);

  Targets& targets_;
  ProfilingPanel* profiling_ = nullptr;  // made when their docks are first seen
  SpeedupsPanel* speedups_ = nullptr;
  QString failure_;
  std::string program_;  ///< that has the kernel which is measured; see TuningTable
  JobSlot variantJob_;
  TuningRun run_;
};

}  // namespace warpwright::views
