#include "views/window/tracing.h"

#include <utility>

#include "core/base/number_text.h"
#include "core/report/memory_chart.h"
#include "core/report/tuning_table.h"
#include "views/diff/preview_page.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/message_text.h"
#include "views/shared/selection.h"
#include "views/window/bottom_docks.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {

Tracing::Tracing(const WindowParts& parts)
    : Workflow(parts), run_(parts.services, parts.queue, parts.pages, parts.settings) {
  connect(&run_, &TraceRun::stateChanged, this, &Workflow::changed);
  connect(&run_, &TraceRun::finished, this, &Tracing::onFinished);
  connect(&parts_.pages, &Pages::opened, this, [this](EditorPage* page) { showHeat(*page); });
}

void Tracing::addDocks() {
  parts_.bottom.add(tr("Memory"), "memory", "Alt+0", [this](QWidget* parent) {
    memory_ = new MemoryPanel(parts_.theme, parent);
    connect(memory_, &MemoryPanel::traceRequested, this, [this] { trace(parts_.arguments()); });
    connect(memory_, &MemoryPanel::lineClicked, this, &Tracing::lineWanted);
    memory_->setTraces(traces_);
    update();
    return memory_;
  });
}

void Tracing::trace(const QString& arguments) {
  if (!parts_.knowsProgram(parts_.selection.file())) return;
  finding_.reset();
  steps_.reset();
  run_.start({parts_.selection.file(), parts_.folder, arguments, {}, {}, {}, false});
}

void Tracing::traceVariant(const std::string& unit, const VariantSteps& steps, const VariantRecord& variant,
                           const QString& name) {
  if (run_.isRunning() || !parts_.knowsProgram(unit)) return;
  finding_.reset();
  TraceRun::Request request{unit, parts_.folder, parts_.arguments(), {}, {}, name, false};
  for (const VariantFile& file : variant.files) {
    request.before[file.path] = file.before;
    request.after[file.path] = file.after;
  }
  steps_ = steps;
  run_.start(std::move(request));
  if (!run_.isRunning()) steps_.reset();
}

void Tracing::traceVerified(const Preview& preview, const QString& arguments) {
  if (run_.isRunning()) return;
  finding_ = preview.key;
  steps_.reset();
  run_.start({preview.key.unit, parts_.folder, arguments, preview.before, preview.after,
              plainText(messageText(preview.opportunity.title)), true});
}

void Tracing::onFinished(const RunRecord& record, const MemoryTraces& traces) {
  // A program without kernels of its own is no news after it was verified.
  if (!finding_ || !traces.kernels.empty() || record.launches == 0) parts_.session.keepRun(record);
  if (!traces.kernels.empty()) {
    traces_ = traces;
    if (memory_) memory_->setTraces(traces_);
    showHeat();
    const Opportunity* opportunity = finding_ && traces_.hasVariant ? parts_.findings.find(*finding_) : nullptr;
    if (opportunity) {
      const std::vector<Estimate> estimates = estimatesOfSteps(traces_.kernels, {opportunity->kernel});
      if (estimates.front().known) parts_.findings.setEstimate(*finding_, estimates.front());
    }
  }
  finding_.reset();
  if (const auto steps = std::exchange(steps_, std::nullopt); steps && !traces.kernels.empty())
    emit variantTraced(traces, *steps);
  emit changed();
}

void Tracing::update() {
  if (!memory_) return;
  memory_->setState(!parts_.file().empty(), run_.isRunning());
  memory_->setKernel(QString::fromStdString(parts_.selection.kernel()));
}

void Tracing::showHeat() {
  for (EditorPage* page : parts_.pages.editors()) showHeat(*page);
}

/// The chooser above the text says which quantity.
void Tracing::showHeat(EditorPage& page) {
  std::vector<HeatMap> maps = tracedHeat(page.path());
  for (const auto& [kernel, table] : parts_.session.tunings()) {
    HeatMap stalls = stallHeat(*table, page.path());
    if (!stalls.lines.empty()) maps.push_back(std::move(stalls));
  }
  if (!maps.empty()) page.setHeat(std::move(maps));
  showLoadCosts(page);
}

/// What threads asked for at the loads that they read alike, in all launches of the last trace.
void Tracing::showLoadCosts(EditorPage& page) const {
  if (traces_.kernels.empty()) return;
  std::map<std::pair<uint32_t, uint32_t>, QString> costs;
  for (const PlacedLoad& placed : parts_.findings.loadsIn(page.path())) {
    const MarkedLoad& load = placed.load;
    if (load.kind != MarkedLoad::Kind::readAlike || load.threads < 2) continue;
    memsim::AccessCounts counts;
    for (const KernelTrace& trace : traces_.kernels) {
      for (const memsim::PlaceMetrics& place : trace.original.places) {
        if (place.kind == memsim::EventKind::load && place.at == load.at) counts += place.counts;
      }
    }
    if (counts.bytes == 0) continue;
    const double threads = static_cast<double>(load.threads), bytes = static_cast<double>(counts.bytes);
    costs[{load.at.line, load.at.column}] =
        tr("In the last trace threads asked for %1 here, up to %2 of it alike; %3 to memory.")
            .arg(QString::fromStdString(trafficText(bytes)),
                 QString::fromStdString(trafficText(bytes * (threads - 1) / threads)),
                 counted(counts.requests, tr("%1 request"), tr("%1 requests")));
  }
  page.setLoadCosts(std::move(costs));
}

std::vector<HeatMap> Tracing::tracedHeat(const std::string& file) const {
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
