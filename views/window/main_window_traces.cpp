// What was traced on the CPU engine: the Memory dock, heat beside the code, estimates on findings, the graph of loads.
#include "core/report/memory_chart.h"
#include "views/diff/preview_page.h"
#include "views/memory/memory_panel.h"
#include "views/reuse/loads_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/message_text.h"
#include "views/window/bottom_docks.h"
#include "views/window/chosen_device.h"
#include "views/window/loads_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/trace_run.h"
#include "views/window/trust.h"

namespace warpwright::views {

void MainWindow::makeMemoryDock() {
  bottom_->add(tr("Memory"), "memory", "Alt+0", [this](QWidget* parent) {
    memory_ = new MemoryPanel(theme_, parent);
    connect(memory_, &MemoryPanel::traceRequested, this,
            [this] { trace(QString::fromStdString(ArgumentMemory(*settings_).of(selection_.file()))); });
    connect(memory_, &MemoryPanel::lineClicked, this, &MainWindow::goTo);
    memory_->setTraces(traces_);
    updateMemory();
    return memory_;
  });
}

void MainWindow::connectTraces() {
  connect(tracing_, &TraceRun::stateChanged, this, &MainWindow::updateAll);
  connect(tracing_, &TraceRun::finished, this, &MainWindow::onTraced);
  connect(weighing_, &LoadsRun::stateChanged, this, &MainWindow::updateAll);
  connect(weighing_, &LoadsRun::finished, this, &MainWindow::onWeighed);
  connect(pages_, &Pages::opened, this, [this](EditorPage* page) { updateHeat(*page); });
}

void MainWindow::trace(const QString& arguments) {
  tracedFinding_.reset();
  tracing_->start({selection_.file(), folder_, arguments, {}, {}, {}, false});
}

/// A rewrite that gives the same results is worth a look at what it does to memory.
void MainWindow::traceVerified(const Preview& preview, const QString& arguments) {
  if (tracing_->isRunning()) return;
  tracedFinding_ = preview.key;
  tracing_->start({preview.key.unit, folder_, arguments, preview.before, preview.after,
                   plainText(messageText(preview.opportunity.title)), true});
}

void MainWindow::onTraced(const RunRecord& record, const MemoryTraces& traces) {
  // A program without kernels of its own is no news after it was verified.
  if (!tracedFinding_ || !traces.kernels.empty() || record.launches == 0) session_->keepRun(record);
  updateRuns();
  if (!traces.kernels.empty()) {
    traces_ = traces;
    if (memory_) memory_->setTraces(traces_);
    for (EditorPage* page : pages_->editors()) updateHeat(*page);
    const Opportunity* opportunity = tracedFinding_ && traces_.hasVariant ? findings_.find(*tracedFinding_) : nullptr;
    if (opportunity) {
      const std::vector<Estimate> estimates = estimatesOfSteps(traces_.kernels, {opportunity->kernel});
      if (estimates.front().known) findings_.setEstimate(*tracedFinding_, estimates.front());
    }
  }
  tracedFinding_.reset();
  updateAll();
}

/// On the GPU of the Occupancy dock.
void MainWindow::weighLoads() {
  const auto device = findDevice(chosenDevice(*settings_).toStdString());
  weighing_->start({selection_.file(), folder_, selection_.kernel(),
                    QString::fromStdString(ArgumentMemory(*settings_).of(selection_.file())),
                    device.ok() ? *device : findDevice("H200").value()});
}

void MainWindow::onWeighed(const RunRecord& record, const QString& kernel, const TrafficGraph& graph) {
  session_->keepRun(record);
  updateRuns();
  if (!loads_) return;
  if (graph.loads.empty())
    loads_->showFailure(QString::fromStdString(record.summary));
  else
    loads_->setGraph(kernel, graph);
}

void MainWindow::updateLoads() {
  if (!loads_) return;
  const std::string file = pages_->editors().empty() ? std::string() : selection_.file();
  loads_->setKernel(QString::fromStdString(selection_.kernel()), weighing_->whyNot(file, selection_.kernel()));
  loads_->setProgress(weighing_->isRunning() ? weighing_->progress() : QString());
}

void MainWindow::updateMemory() {
  if (!memory_) return;
  memory_->setState(!pages_->editors().empty() && !selection_.file().empty(), tracing_->isRunning());
  memory_->setKernel(QString::fromStdString(selection_.kernel()));
}

/// Heat of the lines of one file, of all traced kernels together and of what each tuned one waits for on its GPU; the
/// chooser above the text says which quantity.
void MainWindow::updateHeat(EditorPage& page) {
  std::vector<HeatMap> maps = tracedHeat(page.path());
  for (const auto& [kernel, table] : session_->tunings()) {
    HeatMap stalls = stallHeat(table, page.path());
    if (!stalls.lines.empty()) maps.push_back(std::move(stalls));
  }
  if (!maps.empty()) page.setHeat(std::move(maps));
}

std::vector<HeatMap> MainWindow::tracedHeat(const std::string& file) const {
  std::vector<HeatMap> maps;
  if (traces_.kernels.empty()) return maps;
  std::vector<const memsim::LaunchMetrics*> originals;
  for (const KernelTrace& trace : traces_.kernels) originals.push_back(&trace.original);
  const memsim::LaunchMetrics sum = memsim::sumOf(originals);
  for (const HeatMetric metric : {HeatMetric::sectors, HeatMetric::wasted, HeatMetric::misses, HeatMetric::wavefronts,
                                  HeatMetric::conflicts, HeatMetric::requests}) {
    for (HeatMap& map : memoryHeat(sum, metric)) {
      if (map.file == file && !map.lines.empty()) maps.push_back(std::move(map));
    }
  }
  return maps;
}

}  // namespace warpwright::views
