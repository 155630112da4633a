// The docks below the editor: what is in them, and what feeds them.
#include <QDockWidget>
#include <QTime>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/device/device.h"
#include "core/report/occupancy_chart.h"
#include "views/diff/preview_page.h"
#include "views/occupancy/occupancy_panel.h"
#include "views/problems/problems_panel.h"
#include "views/project/project_panel.h"
#include "views/reuse/loads_panel.h"
#include "views/reuse/tasks_panel.h"
#include "views/runs/runs_panel.h"
#include "views/search/search_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/check_run.h"
#include "views/window/chosen_device.h"
#include "views/window/command_palette.h"
#include "views/window/loads_run.h"
#include "views/window/main_window.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/trace_run.h"
#include "views/window/trust.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

std::string caseKey(const std::optional<OccupancyCase>& of) {
  if (!of) return {};
  const OccupancyRequest& request = of->request;
  return std::to_string(request.threadsPerBlock) + ' ' + std::to_string(request.registersPerThread) + ' ' +
         std::to_string(request.sharedBytesPerBlock) + ' ' + of->registersSource;
}

}  // namespace

void MainWindow::makeBottomDocks() {
  bottom_ = new BottomDocks(*this, theme_);
  makeProfilingDocks();
  bottom_->add(tr("Occupancy"), "occupancy", "Alt+4", [this](QWidget* parent) {
    auto devices = allDevices();
    occupancy_ = new OccupancyPanel(devices.ok() ? std::move(*devices) : std::vector<Device>(), theme_, parent);
    occupancy_->setDevice(chosenDevice(*settings_));
    connect(occupancy_, &OccupancyPanel::deviceChosen, this, [this](const QString& name) {
      settings_->setValue(chosenDeviceKey, name);
      pages_->preview().setDevice(name);
      analyseForDevice();
    });
    updateOccupancy();
    return occupancy_;
  });
  makeReuseDocks();
  makeMemoryDock();
  bottom_->add(tr("Runs"), "runs", "Alt+7", [this](QWidget* parent) {
    runs_ = new RunsPanel(theme_, parent);
    connect(runs_, &RunsPanel::runRequested, this,
            [this](const QString& arguments) { checks_->start(selection_.file(), folder_, arguments); });
    connect(runs_, &RunsPanel::traceRequested, this, &MainWindow::trace);
    connect(runs_, &RunsPanel::cancelRequested, this, [this] {
      checks_->cancel();
      tracing_->cancel();
    });
    updateRuns();
    return runs_;
  });
  bottom_->add(tr("Problems"), "problems", "Alt+8", [this](QWidget* parent) {
    problems_ = new ProblemsPanel(findings_, runProblems_, theme_, parent);
    connect(problems_, &ProblemsPanel::lineClicked, this, &MainWindow::goTo);
    return problems_;
  });
  bottom_->add(tr("Find"), "search", "Alt+9", [this](QWidget* parent) {
    search_ = new SearchPanel([this] { return searchSources(); }, theme_, parent);
    connect(search_, &SearchPanel::lineClicked, this,
            [this](const std::string& file, quint32 line, quint32 column) { goTo({file, line, column}); });
    return search_;
  });
  bottom_->setCount("problems", 0);
}

void MainWindow::analyseForDevice() {
  const std::string name = chosenDevice(*settings_).toStdString();
  const auto device = findDevice(name);
  // Findings tell apart only GPUs that share a cache with the CPU and all others.
  queue_->setDevice(device.ok() && sharesCache(*device) ? name : std::string());
}

void MainWindow::makeReuseDocks() {
  bottom_->add(tr("Reuse: loads"), "reuseLoads", "Alt+5", [this](QWidget* parent) {
    loads_ = new LoadsPanel(theme_, parent);
    connect(loads_, &LoadsPanel::lineClicked, this, &MainWindow::goTo);
    connect(loads_, &LoadsPanel::computeRequested, this, &MainWindow::weighLoads);
    connect(loads_, &LoadsPanel::cancelRequested, this, [this] { weighing_->cancel(); });
    connect(loads_, &LoadsPanel::solved, this, [this](const QString& name, const TrafficGraph& graph) {
      nlohmann::json kept = toJson(graph);
      kept["name"] = name.toStdString();
      session_->setValue("traffic graph", kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    });
    updateLoads();
    return loads_;
  });
  bottom_->add(tr("Reuse: tasks"), "reuseTasks", "Alt+6", [this](QWidget* parent) {
    const auto device = findDevice(chosenDevice(*settings_).toStdString());
    tasks_ = new TasksPanel(device.ok() ? *device : Device{}, theme_, parent);
    connect(tasks_, &TasksPanel::partitioned, this, [this](const ReuseFigure& figure) {
      session_->setValue(reuseFigureKey, toJson(figure).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    });
    return tasks_;
  });
}

SearchPanel::Sources MainWindow::searchSources() const {
  SearchPanel::Sources sources{{}, pages_->unsavedTexts(), folder_};
  const std::function<void(const ProjectEntry&)> add = [&](const ProjectEntry& entry) {
    if (!entry.isFolder) sources.files.push_back(entry.path.string());
    for (const ProjectEntry& below : entry.entries) add(below);
  };
  if (!project_->model().project().path.empty()) add(project_->model().project());
  for (const EditorPage* page : pages_->editors()) {
    if (std::find(sources.files.begin(), sources.files.end(), page->path()) == sources.files.end())
      sources.files.push_back(page->path());
  }
  return sources;
}

void MainWindow::findInProject() {
  bottom_->show("search");
  if (EditorPage* page = pages_->currentEditor(); page && page->editor().hasSelectedText()) {
    const QString words = page->editor().selectedText();
    if (!words.contains('\n')) search_->find(words);
  }
}

void MainWindow::goToDefinition() {
  EditorPage* page = pages_->currentEditor();
  if (!page) return;
  int line = 0, column = 0;
  page->editor().getCursorPosition(&line, &column);
  const QString name = page->editor().wordAtLineIndex(line, column);
  if (name.isEmpty()) return;
  definitionJob_.run(
      [sources = searchSources(), front = page->path(), name = name.toStdString(),
       near = static_cast<uint32_t>(line) + 1](std::stop_token stop) {
        return findDefinition(sources, front, name, near, stop);
      },
      [this, name](std::vector<Mention> found) {
        if (found.empty()) {
          messages_->post({Message::Kind::note,
                           tr("No definition of `%1` was found in the project.").arg(name),
                           {},
                           {},
                           "definition"});
        } else if (found.size() == 1) {
          goTo({found[0].file, found[0].line, found[0].column});
        } else {
          std::vector<QuickEntry> entries;
          for (const Mention& mention : found) {
            entries.push_back({QString::fromStdString(mention.text),
                               QString::fromStdString(fs::path(mention.file).filename().string()) + ':' +
                                   QString::number(mention.line),
                               true, [this, mention] { goTo({mention.file, mention.line, mention.column}); }});
          }
          (new CommandPalette(tr("Definitions of %1").arg(name), std::move(entries), this))->show();
        }
      });
}

void MainWindow::connectRuns() {
  connect(checks_, &CheckRun::stateChanged, this, &MainWindow::updateAll);
  connect(checks_, &CheckRun::finished, this, [this](const RunRecord& record, const EngineRun& run) {
    onRun(record, runProblems(run, tr("run with checks, %1").arg(QTime::currentTime().toString("HH:mm"))));
  });
  connect(flow_, &RewriteFlow::verified, this, [this](const Preview& preview, const QString& arguments) {
    if (!preview.verification) return;
    const Verification& verification = *preview.verification;
    RunRecord record;
    record.kind = "verify";
    record.program = preview.key.unit;
    record.arguments = arguments.toStdString();
    record.outcome = verification.identical ? "identical" : verification.original.failure ? "failed" : "differs";
    record.summary = verification.summary;
    record.launches = verification.original.launches.size();
    record.findings = verification.original.findings.size() + verification.findings.size();
    for (const EngineRun* run : {&verification.original, &verification.variant})
      record.seconds += run->seconds + run->compileSeconds;
    record.startedAt = static_cast<int64_t>(std::time(nullptr));
    onRun(record, verificationProblems(verification, QTime::currentTime().toString("HH:mm")));
    if (verification.identical && verification.findings.empty()) traceVerified(preview, arguments);
  });
  connectTraces();
  connect(&findings_, &Findings::changed, this, [this] {
    bottom_->setCount("problems", static_cast<int>(compilerProblems(findings_).size() + runProblems_.size()));
  });
}

void MainWindow::updateOccupancy() {
  if (!occupancy_) return;
  const KernelSummary* shown = nullptr;
  if (const UnitFindings* unit = findings_.unit(selection_.file())) {
    for (const KernelSummary& kernel : unit->shown.kernels) {
      if (kernel.name == selection_.kernel()) shown = &kernel;
    }
  }
  const auto original = shown ? occupancyCase(*shown) : std::nullopt;
  std::optional<OccupancyCase> variant;
  const Preview& preview = pages_->preview().preview();
  if (shown && flow_->hasPreview() && preview.kernel.name == shown->name && preview.kernelAfter) {
    variant = occupancyCase(*preview.kernelAfter);
  }
  const QString variantName = variant ? plainText(messageText(preview.opportunity.title)) : QString();
  // What the user tries stays while nothing that it rests on changes.
  const auto state =
      std::make_tuple(selection_.file(), selection_.kernel(), caseKey(original), caseKey(variant), variantName);
  if (state == shownOccupancy_) return;
  shownOccupancy_ = state;
  occupancy_->setKernel(shown ? QString::fromStdString(shown->name) : QString(), original);
  occupancy_->setVariant(variantName, variant);
}

void MainWindow::onRun(const RunRecord& record, std::vector<Problem> problems) {
  runProblems_ = std::move(problems);
  session_->keepRun(record);
  if (problems_) problems_->refresh();
  bottom_->setCount("problems", static_cast<int>(compilerProblems(findings_).size() + runProblems_.size()));
  updateRuns();
}

void MainWindow::updateRuns() {
  if (!runs_) return;
  const std::string file = pages_->editors().empty() ? std::string() : selection_.file();
  runs_->setProgram(QString::fromStdString(fs::path(file).filename().string()),
                    file.empty() ? QString() : QString::fromStdString(ArgumentMemory(*settings_).of(file)));
  runs_->setRunning(checks_->isRunning()    ? checks_->progress()
                    : tracing_->isRunning() ? tracing_->progress()
                                            : QString());
  if (session_->runs().size() != shownRuns_) {
    shownRuns_ = session_->runs().size();
    runs_->setRuns(session_->runs());
  }
}

}  // namespace warpwright::views
