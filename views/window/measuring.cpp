#include "views/window/measuring.h"

#include <QComboBox>
#include <QTimer>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/execute/tune/own_variant.h"
#include "views/shared/argument_menu.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/speedup/measure_panel.h"
#include "views/speedup/variant_cells.h"
#include "views/speedup/variant_views.h"
#include "views/speedup/whole_program_row.h"
#include "views/window/chosen_device.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/tracing.h"
#include "views/window/weighing.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

/// The name under which a session keeps what a variant asks of memory, before that of the variant.
constexpr const char* traceKey = "memory trace ";

/// What a variant does to a count: "1.25× fewer", "equal".
QString countWords(const TuningRow& row) {
  if (row.verdict == "fewer") return Measuring::tr("%1 fewer").arg(QString::fromStdString(speedupText(*row.ratio)));
  if (row.verdict == "more") return Measuring::tr("%1 more").arg(QString::fromStdString(speedupText(1 / *row.ratio)));
  return coreWords(row.verdict);
}

}  // namespace

Measuring::Measuring(const WindowParts& parts, Targets& targets, Tracing& tracing, Weighing& weighing)
    : Workflow(parts),
      targets_(targets),
      tracing_(tracing),
      weighing_(weighing),
      own_(parts),
      whole_(parts),
      texts_(parts),
      run_(parts.services, parts.queue, parts.findings, parts.pages, parts.settings) {
  connect(&targets_, &Targets::changed, this, &Workflow::changed);
  connect(&own_, &OwnVariants::measureRequested, this, &Measuring::startOwn);
  connect(&own_, &OwnVariants::edited, this, &Measuring::updateOwn);
  connect(&whole_, &WholePrograms::changed, this, &Workflow::changed);
  connect(&run_, &TuningRun::stateChanged, this, [this] {
    if (run_.isRunning()) failure_.clear();
    emit changed();
  });
  connect(&run_, &TuningRun::failed, this, [this](const QString& reason) {
    failure_ = reason;
    emit changed();
  });
  connect(&run_, &TuningRun::cancelled, this, &Measuring::keep);
  connect(&run_, &TuningRun::finished, this, [this](const TuningTable& table) {
    const TuningTable& kept = keep(table);
    // What the best one changes belongs to the answer; a recording runs nothing.
    const TuningRow* best = kept.best();
    if (best && !kept.target.starts_with("recorded:") && !tracing_.isRunning())
      traceVariant(best->steps, QString::fromStdString(best->name));
  });
  connect(&texts_, &MeasuredTexts::changed, this, [this] {
    emit measured();
    emit changed();
  });
  connect(&tracing_, &Tracing::variantTraced, this, &Measuring::keepTraces);
}

const TuningTable& Measuring::keep(TuningTable table) {
  table.program = program_;
  const auto kept = std::make_shared<const TuningTable>(std::move(table));
  parts_.session.keepTuning(kept);
  texts_.keep(SessionKeeper::tuningName(kept->kernel, kept->program));
  emit measured();
  emit changed();
  return *kept;
}

MeasurePanel& Measuring::panel() {
  if (panel_) return *panel_;
  panel_ = new MeasurePanel(parts_.theme, &parts_.pages);
  panel_->hide();
  targets_.attach(panel_->targets());
  connect(panel_, &MeasurePanel::startRequested, this, &Measuring::start);
  connect(panel_, &MeasurePanel::pauseRequested, &run_, &TuningRun::pause);
  connect(panel_, &MeasurePanel::cancelRequested, &run_, &TuningRun::cancel);
  connect(panel_, &MeasurePanel::applyRequested, this, &Measuring::preview);
  connect(panel_, &MeasurePanel::ownRequested, &own_, &OwnVariants::show);
  connect(&panel_->whole(), &WholeProgramRow::compareRequested, this, &Measuring::compareWhole);
  connect(&panel_->whole(), &WholeProgramRow::cancelRequested, &whole_, &WholePrograms::cancel);
  connect(panel_, &MeasurePanel::compareRequested, this, &Measuring::compareOwn);
  connect(panel_, &MeasurePanel::variantChosen, this, &Measuring::select);
  connect(&panel_->kept(), &ArgumentMenu::changed, this, [this] { parts_.keep(panel_->kept()); });
  connect(&panel_->views(), &VariantViews::traceRequested, this, &Measuring::trace);
  connect(&panel_->views(), &VariantViews::computeRequested, &weighing_, &Weighing::start);
  connect(&panel_->views(), &VariantViews::lineClicked, this, &Measuring::lineWanted);
  update();
  QTimer::singleShot(0, this, [this] {
    isFilled_ = true;
    update();
  });
  return *panel_;
}

QString Measuring::title() const {
  const std::string& kernel = parts_.selection.kernel();
  return kernel.empty() ? tr("Measure") : tr("Measure: %1").arg(QString::fromStdString(kernel));
}

void Measuring::show() {
  parts_.pages.showKept(panel(), "kernel", title(), tr("Close measuring page"));
  panel().setFocus(Qt::ShortcutFocusReason);
}

bool Measuring::isShown() const {
  return panel_ && parts_.pages.currentWidget() == panel_;
}

void Measuring::cancel() {
  run_.isRunning() ? run_.cancel() : whole_.cancel();
}

QString Measuring::doing() const {
  if (!run_.isRunning()) return whole_.doing();
  const double left = run_.now().secondsLeft;
  return tr("Measuring %1").arg(QString::fromStdString(run_.kernel())) +
         (left >= 0 ? tr(", about %1 left").arg(QString::fromStdString(durationText(left))) : QString());
}

std::map<std::string, MeasuredFinding> Measuring::findings() const {
  std::map<std::string, MeasuredFinding> measured;
  const std::string& chosen = parts_.findings.program();
  for (const auto& [name, table] : parts_.session.tunings()) {
    if (!chosen.empty() && !table->program.empty() && table->program != chosen) continue;
    for (const TuningRow& row : table->rows) {
      // Best first: of several values of its parameters the first row tells.
      if (row.steps.size() != 1 || !row.accepted || !row.ratio || measured.contains(row.steps.front().opportunity))
        continue;
      MeasuredFinding& of = measured[row.steps.front().opportunity];
      of.isOlder = texts_.isOlder(name);
      const QString ratio = QString::fromStdString(speedupText(*row.ratio));
      of.shape = verdictShape(*table, row);
      of.text = !table->isTime                                     ? countWords(row)
                : row.verdict == "UNSURE" || row.verdict == "SAME" ? QString::fromStdString(row.verdict)
                                                                   : ratio;
      of.spoken = table->isTime ? tr("measured %1, %2").arg(ratio, QString::fromStdString(row.verdict))
                                : tr("%1 %2: original ÷ variant is %3; counted by the CPU engine, not a time")
                                      .arg(coreWords(row.verdict), coreWords(table->unit), ratio);
      if (of.isOlder) of.spoken = tr("%1; of an older text, measure again").arg(of.spoken);
    }
  }
  return measured;
}

const TuningTable* Measuring::tableOfKernel() const {
  return tableOf(parts_.selection.kernel(), parts_.selection.file());
}

const TuningTable* Measuring::tableOf(const std::string& kernel, const std::string& unit) const {
  return isComing(kernel) ? &run_.now().table : keptTable(kernel, unit).get();
}

/// Whether rows of the kernel are being measured, and there is one.
bool Measuring::isComing(const std::string& kernel) const {
  return run_.isRunning() && run_.kernel() == kernel && !run_.now().table.rows.empty();
}

bool Measuring::isOlder(const std::string& kernel, const std::string& unit) const {
  if (isComing(kernel)) return texts_.isBegunOlder();
  return texts_.isOlder(SessionKeeper::tuningName(kernel, parts_.programName(unit)));
}

std::shared_ptr<const TuningTable> Measuring::keptTable(const std::string& kernel, const std::string& unit) const {
  const auto found = parts_.session.tunings().find(SessionKeeper::tuningName(kernel, parts_.programName(unit)));
  return found == parts_.session.tunings().end() ? nullptr : found->second;
}

void Measuring::measure() {
  show();
  start();
}

void Measuring::start() {
  run(parts_.selection.file(), parts_.selection.kernel(), {});
}

/// What the user wrote is one more row, and looked at as all others are.
void Measuring::startOwn() {
  const auto file = own_.file();
  if (!file) return;
  panel();
  const TuningTable* known = tableOf(own_.kernel(), own_.unit());
  run(own_.unit(), own_.kernel(), {ownVariant({*file}, known)});
}

void Measuring::run(const std::string& unit, const std::string& kernel, std::vector<VariantRecord> own) {
  if (whole_.isRunning() || !run_.whyNot(unit, kernel, !own.empty()).isEmpty()) return;
  TuningChoice choice;
  choice.own = std::move(own);
  choice.target = targets_.current().toStdString();
  choice.arguments = panel_->arguments();
  choice.capture = panel_->capture();
  choice.strategy = panel_->strategy();
  choice.budgetSeconds = panel_->budgetSeconds();
  fs::path folder = parts_.session.file();
  run_.setFolder(folder.replace_extension(".tuning"));
  program_ = parts_.programName(unit);
  texts_.begin(unit, kernel);
  run_.start(unit, parts_.folder, kernel, choice);
}

void Measuring::updateOwn() {
  const bool mine = run_.isRunning() && run_.kernel() == own_.kernel();
  const QString whyNot = run_.whyNot(own_.unit(), own_.kernel(), true);
  const bool records = targets_.current().startsWith("recorded:");
  own_.update(tableOf(own_.kernel(), own_.unit()), mine,
              records ? tr("A recording runs nothing. Choose another target.") : whyNot);
}

void Measuring::compareWhole() {
  const std::string& kernel = parts_.selection.kernel();
  const auto table = keptTable(kernel, parts_.selection.file());
  if (table && whole_.whyNot(table.get(), isOlder(kernel, parts_.selection.file())).isEmpty())
    whole_.start(*table, panel_->arguments());
}

/// The texts of a row that the user wrote, beside each other.
void Measuring::compareOwn(const VariantSteps& steps) {
  const TuningTable* table = tableOfKernel();
  if (!table || !ownNumber(steps)) return;
  variantJob_.run([table = *table, steps](std::stop_token) { return tunedVariant(table, steps); },
                  [this](const Result<VariantRecord>& variant) {
                    if (!variant.ok() || variant->files.empty()) return;
                    const VariantFile& file = variant->files.front();
                    const QString name = QString::fromStdString(fs::path(file.path).filename().string());
                    parts_.pages.showComparison(file.path, tr("%1: original, and yours").arg(name), file.before,
                                                file.after);
                  });
}

void Measuring::preview(const VariantSteps& steps) {
  const TuningTable* table = tableOfKernel();
  if (!table || isOlder(parts_.selection.kernel(), parts_.selection.file())) return;
  QString title;
  for (const TuningRow& row : table->rows) {
    if (row.steps == steps) title = QString::fromStdString(row.name);
  }
  variantJob_.run(
      [table = *table, steps](std::stop_token) { return tunedVariant(table, steps); },
      [this, title, unit = parts_.selection.file()](const Result<VariantRecord>& variant) {
        if (variant.ok()) return parts_.flow.previewVariant(unit, *variant, title);
        parts_.messages.post({Message::Kind::error, QString::fromStdString(variant.error().message), {}, {}, {}});
      });
}

/// A row was chosen: the finding that it is about is what the window is about.
void Measuring::select(const VariantSteps& steps) {
  showFigures();
  for (const VariantStep& step : steps) {
    if (parts_.selection.finding().id == step.opportunity) return;
  }
  const std::string unit = parts_.findings.unitOf(parts_.selection.file());
  for (const VariantStep& step : steps) {
    const FindingKey key{unit, step.opportunity};
    if (const Opportunity* opportunity = parts_.findings.find(key))
      return parts_.selection.setFinding(key, opportunity->kernel);
  }
}

/// A finding was chosen elsewhere: the best row that is about it, and about nothing else where there is one.
void Measuring::followSelection() {
  const std::string& id = parts_.selection.finding().id;
  const TuningTable* table = tableOfKernel();
  if (!table || id.empty()) return;
  const auto isAbout = [&](const TuningRow& row) {
    return std::any_of(row.steps.begin(), row.steps.end(),
                       [&](const VariantStep& step) { return step.opportunity == id; });
  };
  const TuningRow* now = panel_->selected();
  if (now && (isAbout(*now) || now->steps.empty())) return;
  const TuningRow* found = now ? nullptr : table->best();
  for (const TuningRow& row : table->rows) {
    if (now && isAbout(row) && (!found || (row.steps.size() == 1 && found->steps.size() > 1))) found = &row;
  }
  if (found) panel_->select(found->steps);
}

std::string Measuring::traceName(const std::string& kernel, const VariantSteps& steps) const {
  return SessionKeeper::tuningName(kernel, parts_.programName(parts_.selection.file())) + ": " + toString(steps);
}

void Measuring::trace() {
  const TuningRow* row = panel_->selected();
  traceVariant(row ? row->steps : VariantSteps(), row ? QString::fromStdString(row->name) : QString());
}

void Measuring::traceVariant(const VariantSteps& steps, const QString& name) {
  const std::string unit = parts_.selection.file();
  if (steps.empty()) return tracing_.traceVariant(unit, steps, {}, {});
  const TuningTable* table = tableOfKernel();
  if (!table) return;
  tracedJob_.run(
      [table = *table, steps](std::stop_token) { return tunedVariant(table, steps); },
      [this, unit, steps, name](const Result<VariantRecord>& variant) {
        if (variant.ok()) return tracing_.traceVariant(unit, steps, *variant, name);
        parts_.messages.post({Message::Kind::error, QString::fromStdString(variant.error().message), {}, {}, {}});
      });
}

void Measuring::keepTraces(const MemoryTraces& traces, const VariantSteps& steps) {
  for (const KernelTrace& trace : traces.kernels) {
    const std::string name = traceName(trace.kernel, steps);
    traces_[name] = std::make_shared<const KernelTrace>(trace);
    parts_.session.setValue(traceKey + name,
                            nlohmann::json(trace).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  showFigures();
}

void Measuring::restore(const std::map<std::string, std::string>& values) {
  own_.restore(values);
  whole_.restore(values);
  texts_.restore(values);
  traces_.clear();
  for (const auto& [name, value] : values) {
    if (!name.starts_with(traceKey)) continue;
    try {
      auto trace = std::make_shared<KernelTrace>();
      nlohmann::json::parse(value).get_to(*trace);
      traces_[name.substr(std::string_view(traceKey).size())] = std::move(trace);
    } catch (const nlohmann::json::exception&) {
      continue;  // a later version may keep them otherwise: it can be traced again
    }
  }
}

/// Of these steps; else of any, whose original is that of all.
std::shared_ptr<const KernelTrace> Measuring::traceOf(const VariantSteps& steps, bool& hasVariant) const {
  const std::string& kernel = parts_.selection.kernel();
  hasVariant = false;
  if (const auto found = traces_.find(traceName(kernel, steps)); found != traces_.end()) {
    hasVariant = !steps.empty();
    return found->second;
  }
  const std::string any = traceName(kernel, {});
  const auto found = traces_.lower_bound(any);
  return found != traces_.end() && found->first.starts_with(any) ? found->second : nullptr;
}

void Measuring::showFigures() {
  if (!panel_) return;
  const TuningTable* table = tableOfKernel();
  // What was timed there, else the chosen one. Descriptions are files: they are read where another is asked for.
  auto names =
      std::pair(table && table->isTime ? table->device : std::string(), chosenDevice(parts_.settings).toStdString());
  if (names != deviceNames_) {
    deviceNames_ = std::move(names);
    const auto& [timedOn, chosen] = deviceNames_;
    auto device = findDevice(timedOn.empty() ? chosen : timedOn);
    if (!device.ok()) device = findDevice(chosen);
    device_ = device.ok() ? std::make_shared<const Device>(*std::move(device)) : nullptr;
  }
  VariantFigures figures;
  figures.device = device_;
  const TuningRow* row = panel_->selected();
  figures.trace = traceOf(row ? row->steps : VariantSteps(), figures.hasVariantTrace);
  if (tracing_.isRunning()) figures.tracing = tracing_.run().progress().isEmpty() ? tr("…") : tracing_.run().progress();
  if (row && !row->accepted)
    figures.whyNoTrace = tr("This variant is not used: its results differ or it was not made.");
  if (parts_.file().empty()) figures.whyNoTrace = tr("Open a file of the program first.");
  figures.loads = weighing_.solutionOf(parts_.selection.kernel());
  if (weighing_.isRunning()) figures.weighing = weighing_.doing();
  figures.whyNoLoads = weighing_.run().whyNot(parts_.file(), parts_.selection.kernel());
  panel_->views().setFigures(std::move(figures));
}

void Measuring::update() {
  updateOwn();
  if (!panel_) return;
  parts_.pages.nameKept(*panel_, title());
  parts_.showKept(panel_->kept());
  panel_->setKernel(QString::fromStdString(parts_.selection.kernel()), parts_.arguments());
  if (!isFilled_) return;
  const std::string file = parts_.file();
  const std::string& kernel = parts_.selection.kernel();
  const bool mine = run_.isRunning() && run_.kernel() == kernel;
  MeasureState state;
  state.running = mine;
  state.pausing = run_.isPausing();
  state.failure = failure_;
  state.isOlder = isOlder(kernel, parts_.selection.file());
  if (mine) {
    const TuningNow& now = run_.now();
    state.phase = QString::fromStdString(now.phase);
    state.variant = QString::fromStdString(now.running);
    state.judged = now.table.rows.size();
    state.most = now.table.most;
    state.secondsSpent = run_.secondsSpent();
    state.secondsLeft = now.secondsLeft;
  }
  panel_->setWhyNot(mine ? QString() : whyNot(file, kernel));
  panel_->setTable(isComing(kernel) ? std::make_shared<const TuningTable>(run_.now().table)
                                    : keptTable(kernel, parts_.selection.file()));
  panel_->setState(state);
  // Two that use the GPU at once would disturb each other.
  whole_.show(panel_->whole(), run_.isRunning() ? nullptr : tableOfKernel(), state.isOlder);
  followSelection();
  showFigures();
}

QString Measuring::whyNot(const std::string& unit, const std::string& kernel) const {
  return whole_.isRunning() ? tr("A whole program is being compared. Cancel it first.") : run_.whyNot(unit, kernel);
}

void Measuring::showOn(StepButton& step) const {
  if (run_.isRunning()) {
    const TuningNow& now = run_.now();
    const size_t most = now.table.most, judged = now.table.rows.size();
    step.setState("running", most > 0 && judged > 0 ? tr("%1 of %2").arg(judged).arg(most) : QString(), {});
    return;
  }
  const QString reason = whyNot(parts_.selection.file(), parts_.selection.kernel());
  const TuningTable* table = tableOfKernel();
  if (!table) return step.setState("not-done", "F9", reason);
  const TuningRow* best = table->best();
  if (isOlder(parts_.selection.kernel(), parts_.selection.file()))
    return step.setState("warning", tr("older text"), reason);
  const QString note = !best ? tr("none better") : bestWords(*table);
  step.setState(table->complete ? "identical" : "skipped", note, reason);
}

}  // namespace warpwright::views
