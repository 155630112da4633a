#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/source_range.h"
#include "core/device/device.h"
#include "core/job/kernel_trace.h"
#include "core/report/tuning_table.h"
#include "views/opportunities/measured_finding.h"
#include "views/shared/job.h"
#include "views/window/measured_texts.h"
#include "views/window/own_variants.h"
#include "views/window/tuning_run.h"
#include "views/window/whole_programs.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class MeasurePanel;
class StepButton;
class Targets;
class Tracing;
class Weighing;
struct MemoryTraces;

/// Measuring: the page Measure with the views of the selected variant, the step Measure, and the way of a variant to
/// the preview.
class Measuring : public Workflow {
  Q_OBJECT
 public:
  /// `tracing` and `weighing` run what the views of a variant ask for.
  Measuring(const WindowParts& parts, Targets& targets, Tracing& tracing, Weighing& weighing);

  void addDocks() override {}
  void update() override;
  bool isRunning() const override { return run_.isRunning() || whole_.isRunning(); }
  QString doing() const override;
  void cancel() override;

  /// Brings the page to the front.
  void show();
  /// The page is in front.
  bool isShown() const;
  /// Shows the page and measures the selected kernel as is chosen there.
  void measure();
  MeasurePanel& panel();
  /// Takes the traces that a session kept.
  void restore(const std::map<std::string, std::string>& values);
  void showOn(StepButton& step) const;
  /// Another kernel was selected: what went wrong with the last one is no news.
  void forgetFailure() { failure_.clear(); }
  /// What was measured of each change by itself, for the list of findings.
  std::map<std::string, MeasuredFinding> findings() const;
  TuningRun& run() { return run_; }
  /// What the user writes of kernels.
  OwnVariants& own() { return own_; }
  WholePrograms& whole() { return whole_; }

 signals:
  /// A table came; it is kept.
  void measured();
  void lineWanted(const warpwright::SourcePosition& at);

 private:
  /// What was measured; null: nothing. Until the session or the run has another one.
  const TuningTable* tableOfKernel() const;
  const TuningTable* tableOf(const std::string& kernel, const std::string& unit) const;
  std::shared_ptr<const TuningTable> keptTable(const std::string& kernel, const std::string& unit) const;
  bool isComing(const std::string& kernel) const;
  /// What is shown of the kernel was measured of another text than there is now.
  bool isOlder(const std::string& kernel, const std::string& unit) const;
  const TuningTable& keep(TuningTable table);
  QString whyNot(const std::string& unit, const std::string& kernel) const;
  void start();
  void startOwn();
  void run(const std::string& unit, const std::string& kernel, std::vector<VariantRecord> own);
  void updateOwn();
  void compareWhole();
  void compareOwn(const VariantSteps& steps);
  void preview(const VariantSteps& steps);
  void select(const VariantSteps& steps);
  void followSelection();
  void trace();
  void traceVariant(const VariantSteps& steps, const QString& name);
  void keepTraces(const MemoryTraces& traces, const VariantSteps& steps);
  std::string traceName(const std::string& kernel, const VariantSteps& steps) const;
  std::shared_ptr<const KernelTrace> traceOf(const VariantSteps& steps, bool& hasVariant) const;
  void showFigures();
  QString title() const;

  Targets& targets_;
  Tracing& tracing_;
  Weighing& weighing_;
  bool isFilled_ = false;          ///< the page shows its table: not yet in the turn in which it is made
  MeasurePanel* panel_ = nullptr;  // made when it is first seen; the pages own it
  std::map<std::string, std::shared_ptr<const KernelTrace>> traces_;  ///< by `traceName`
  std::pair<std::string, std::string> deviceNames_;                   ///< of the table, and the chosen one
  std::shared_ptr<const Device> device_;                              ///< whose occupancy is shown, by these names
  QString failure_;
  std::string program_;  ///< that has the kernel which is measured; see TuningTable
  OwnVariants own_;
  WholePrograms whole_;
  MeasuredTexts texts_;
  JobSlot variantJob_, tracedJob_;
  TuningRun run_;
};

}  // namespace warpwright::views
