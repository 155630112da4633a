#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/heat.h"
#include "core/session/tuning_history.h"
#include "views/memory/memory_panel.h"
#include "views/shared/findings.h"
#include "views/window/trace_run.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class EditorPage;
struct Preview;

/// What programs ask of memory: the dock Memory, heat beside the code, estimates on findings.
class Tracing : public Workflow {
  Q_OBJECT
 public:
  explicit Tracing(const WindowParts& parts);

  void addDocks() override;
  void update() override;
  bool isRunning() const override { return run_.isRunning(); }
  QString doing() const override { return tr("Tracing: %1").arg(run_.progress()); }
  void cancel() override { run_.cancel(); }

  /// The program of the selected file as it is.
  void trace(const QString& arguments);
  /// A rewrite that gives the same results is worth a look at what it does to memory.
  void traceVerified(const Preview& preview, const QString& arguments);
  /// What a variant of a measurement asks of memory, or the program as it is where there are no steps; `variantTraced`
  /// tells it.
  void traceVariant(const std::string& unit, const VariantSteps& steps, const VariantRecord& variant,
                    const QString& name);
  /// Beside the lines of every open file: all traced kernels together, and what each tuned one waits for on its GPU.
  void showHeat();
  TraceRun& run() { return run_; }

 signals:
  /// A variant of a measurement was traced.
  void variantTraced(const warpwright::views::MemoryTraces& traces, const warpwright::VariantSteps& steps);
  void lineWanted(const warpwright::SourcePosition& at);

 private:
  void onFinished(const RunRecord& record, const MemoryTraces& traces);
  void showHeat(EditorPage& page);
  void showLoadCosts(EditorPage& page) const;
  std::vector<HeatMap> tracedHeat(const std::string& file) const;

  MemoryPanel* memory_ = nullptr;  // made when its dock is first seen
  MemoryTraces traces_;
  std::optional<VariantSteps> steps_;  ///< of the variant of a measurement that is traced
  std::optional<FindingKey> finding_;  ///< what the variant of the running trace is about
  TraceRun run_;
};

}  // namespace warpwright::views
