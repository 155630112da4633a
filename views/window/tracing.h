#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/heat.h"
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
  /// Beside the lines of every open file: all traced kernels together, and what each tuned one waits for on its GPU.
  void showHeat();
  TraceRun& run() { return run_; }

 signals:
  void lineWanted(const warpwright::SourcePosition& at);

 private:
  void onFinished(const RunRecord& record, const MemoryTraces& traces);
  void showHeat(EditorPage& page);
  void showLoadCosts(EditorPage& page) const;
  std::vector<HeatMap> tracedHeat(const std::string& file) const;

  MemoryPanel* memory_ = nullptr;  // made when its dock is first seen
  MemoryTraces traces_;
  std::optional<FindingKey> finding_;  ///< what the variant of the running trace is about
  TraceRun run_;
};

}  // namespace warpwright::views
