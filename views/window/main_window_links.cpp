// What follows from what in the window: pages, findings, selection, docks, flow, session and workflows.
#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QDockWidget>
#include <QMenu>
#include <QTreeView>
#include <QUrl>
#include <filesystem>
#include <set>
#include <utility>

#include "core/report/traffic_chart.h"
#include "views/diff/preview_page.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/opportunities/opportunity_model.h"
#include "views/project/project_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/analysis_queue.h"
#include "views/window/checking.h"
#include "views/window/file_watch.h"
#include "views/window/finding_notes.h"
#include "views/window/first_hints.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/navigation.h"
#include "views/window/occupancy_dock.h"
#include "views/window/pages.h"
#include "views/window/profiles.h"
#include "views/window/program_choice.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/step_bar.h"
#include "views/window/tracing.h"
#include "views/window/weighing.h"
#include "views/window/window_actions.h"
#include "views/window/window_layouts.h"

namespace warpwright::views {
namespace fs = std::filesystem;

void MainWindow::connectPages() {
  connect(pages_, &Pages::opened, &links_, [this](EditorPage* page) { onOpened(page); });
  connect(pages_, &Pages::textEdited, &links_, [this](const std::string& path) { onEdited(path); });
  connect(pages_, &Pages::saved, &links_, [this] {
    programs_->listAgain();
    updateAll();
  });
  connect(pages_, &Pages::cursorMoved, &links_, [this] { updateStatus(); });
  connect(pages_, &Pages::frontChanged, &links_, [this] { onFrontChanged(); });
  // A program that ends without being closed comes back where it was, too.
  places_.setSingleShot(true);
  places_.setInterval(3000);
  connect(&places_, &QTimer::timeout, &links_, [this] {
    if (pages_->isOpening()) return places_.start();  // some of them are still on their way
    keepPlaces();
  });
  const auto keepLater = [this] {
    if (wasEditable_ && !places_.isActive()) places_.start();
  };
  connect(pages_, &Pages::cursorMoved, &links_, keepLater);
  connect(pages_, &Pages::frontChanged, &links_, keepLater);
  connect(pages_, &Pages::findingClicked, &links_, [this](const FindingKey& key) {
    if (const KernelSummary* kernel = findings_.kernelOf(key)) selection_.setFinding(key, kernel->name);
  });
}

void MainWindow::onEdited(const std::string& path) {
  // A header is read through the files that include it.
  if (fs::path(path).extension() == ".cu" || findings_.unitOf(path) != path) queue_->edited(path);
  updateTitle();
}

void MainWindow::onFrontChanged() {
  // The preview needs the room of the project, for 70 columns on each side.
  const bool preview = pages_->previewInFront();
  evidence_->setPrimary(!preview);
  if (!preview && projectWaits_) projectWaits_ = false, projectDock_->show();
  followFront();
  if (preview && projectDock_->isVisible()) projectWaits_ = true, projectDock_->hide();
  // Once the page that goes has left its room.
  QTimer::singleShot(0, &links_, [this] { layouts_->restoreWidths(); });
  updateKernels();
  updateAll();
}

/// The measuring page has the room of all docks; they come back with the next page.
void MainWindow::followFront() {
  const bool measures = measuring_ && measuring_->isShown();
  if (measures == (layouts_ && layouts_->current() == WindowLayouts::measure)) return;
  if (measures) layoutBefore_ = layouts_->current();
  layouts_->show(measures ? WindowLayouts::measure : static_cast<WindowLayouts::Kind>(layoutBefore_));
}

void MainWindow::connectModels() {
  connect(&findings_, &Findings::changed, &links_, [this](const std::string& unit) { onFindings(unit); });
  connect(&findings_, &Findings::touched, &links_, [this] { updateAll(); });
  connect(&selection_, &Selection::findingChanged, &links_, [this] { updateAll(); });
  connect(&selection_, &Selection::kernelChanged, &links_, [this] {
    measuring_->forgetFailure();
    updateKernels();
    updateAll();
  });
  connect(&selection_, &Selection::fileChanged, &links_, [this] {
    programs_->follow(selection_.file());
    selectIn(selection_.file());
    updateMessages(selection_.file());
    updateAll();
  });
}

void MainWindow::connectSideDocks() {
  connect(opportunities_, &OpportunitiesPanel::activated, &links_, [this] { showSelected(); });
  connect(&opportunities_->tree(), &QTreeView::clicked, &links_, [this] { showSelected(); });
  connect(opportunities_, &OpportunitiesPanel::analyseRequested, &links_, [this] { goOn(); });
  connect(opportunities_, &OpportunitiesPanel::scopeChosen, &links_, [this](int scope) { setScope(scope); });
  const int scope = settings_->value("scope", static_cast<int>(OpportunitiesPanel::project)).toInt();
  if (scope >= 0 && scope < OpportunitiesPanel::scopes)
    opportunities_->setScope(static_cast<OpportunitiesPanel::Scope>(scope));
  connect(opportunities_, &OpportunitiesPanel::previewRequested, &links_, [this] { flow_->preview(); });
  connect(evidence_, &EvidencePanel::lineClicked, navigation_.get(), &Navigation::goTo);
  connect(evidence_, &EvidencePanel::previewRequested, &links_, [this] { flow_->preview(); });
  connect(evidence_, &EvidencePanel::verifyRequested, &links_, [this] { flow_->verify(); });
  connect(project_, &ProjectPanel::fileActivated, &links_,
          [this](const QString& path) { pages_->open(path.toStdString()); });
  connect(project_, &ProjectPanel::kernelActivated, &links_,
          [this](const QString& path, const QString& kernel, uint line) {
            selection_.setKernel(kernel.toStdString());
            navigation_->goTo(SourcePosition{path.toStdString(), line, 1});
          });
  connect(&steps_->kernels(), &QComboBox::textActivated, &links_,
          [this](const QString& name) { goToKernel(name.toStdString()); });
}

void MainWindow::goToKernel(const std::string& name) {
  selection_.setKernel(name);
  for (const KernelSummary* kernel : findings_.kernelsIn(selection_.file())) {
    if (kernel->name != name) continue;
    navigation_->goTo(kernel->nameAt.isValid() ? kernel->nameAt : kernel->definition.begin);
    return;
  }
}

void MainWindow::connectFlow() {
  connect(queue_.get(), &AnalysisQueue::started, &links_, [this] { updateAll(); });
  connect(queue_.get(), &AnalysisQueue::finished, &links_, [this] {
    // Once what the user waits for is there.
    if (!std::exchange(knowsPasses_, true)) queue_->listPasses();
    updateAll();
  });
  connect(&findings_, &Findings::passesChanged, &links_, [this] { fillLookFor(); });
  connect(flow_.get(), &RewriteFlow::stateChanged, &links_, [this] { updateAll(); });
  if (services_.showsHints) new FirstHints(findings_, *flow_, *messages_, *settings_, &links_);
  connect(flow_.get(), &RewriteFlow::previewed, &links_, [this] { updateAll(); });
  connect(flow_.get(), &RewriteFlow::verified, &links_, [this](const Preview& preview, const QString& arguments) {
    const bool identical = preview.verification && preview.verification->identical;
    session_->keep(preview, arguments, identical ? OpportunityStatus::verified : OpportunityStatus::differs);
    if (!preview.verification) return;
    checking_->keepVerification(preview, arguments);
    if (identical && preview.verification->findings.empty()) tracing_->traceVerified(preview, arguments);
  });
  connect(flow_.get(), &RewriteFlow::applied, &links_,
          [this](const Preview& preview) { session_->keep(preview, {}, OpportunityStatus::applied); });
  connect(flow_.get(), &RewriteFlow::undone, &links_,
          [this](const Preview& preview) { session_->keep(preview, {}, OpportunityStatus::previewed); });
}

void MainWindow::connectSession() {
  connect(session_.get(), &SessionKeeper::failed, &links_,
          [this](const QString& reason) { messages_->post({Message::Kind::warning, reason, {}, {}, {}}); });
  connect(session_.get(), &SessionKeeper::reopened, &links_,
          [this](const ReopenedSession& session) { onReopened(session); });
}

void MainWindow::connectNotes() {
  connect(notes_.get(), &FindingNotes::changed, &links_, [this] {
    opportunities_->model().setNotes(notes_->all());
    evidence_->setNotes(notes_->all());
  });
  connect(evidence_, &EvidencePanel::noteRequested, &links_, [this] { noteFinding(); });
}

void MainWindow::noteFinding() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (opportunity) notes_->ask(opportunity->id, plainText(messageText(opportunity->title)), this);
}

void MainWindow::connectPrograms() {
  connect(programs_.get(), &ProgramChoice::listed, &links_, [this] {
    steps_->setHasPrograms(programs_->hasSeveral());
    updateAll();
  });
  connect(programs_.get(), &ProgramChoice::chosen, &links_, [this](const std::string& start) {
    const ProgramSummary* ofFront = findings_.programOf(selection_.file());
    if (!ofFront || ofFront->name != findings_.program()) pages_->open(start);
    showMeasured();
    showProfile();
    updateAll();
  });
}

void MainWindow::onReopened(const ReopenedSession& session) {
  programs_->restore(session.program);
  if (session.analysis) queue_->restoreObserved(*session.analysis);
  if (session.analysis && findings_.units().empty()) findings_.restore(*session.analysis);
  measuring_->restore(session.values);
  profiles_->restore(session.values);
  notes_->restore(session.values);
  if (const auto graph = session.values.find(trafficGraphKey); graph != session.values.end())
    weighing_->restore(graph->second);
  checking_->showOtherRuns();
  showMeasured();
  updateAll();
  if (!session.project.empty() && pages_->editors().empty() && folder_.empty()) openPath(session.project);
}

void MainWindow::connectWorkflows() {
  for (Workflow* workflow : workflows_) connect(workflow, &Workflow::changed, &links_, [this] { updateAll(); });
  connect(measuring_.get(), &Measuring::measured, &links_, [this] { showMeasured(); });
  connect(profiles_.get(), &Profiles::profiled, &links_, [this] { showProfile(); });
  connect(profiles_.get(), &Profiles::finished, checking_.get(), &Checking::keepRun);
  connect(profiles_.get(), &Profiles::lineWanted, navigation_.get(), &Navigation::goTo);
  connect(measuring_.get(), &Measuring::lineWanted, navigation_.get(), &Navigation::goTo);
  connect(occupancy_.get(), &OccupancyDock::deviceChosen, &links_, [this] {
    analyseAsChosen();
    updateAll();
  });
  connect(weighing_.get(), &Weighing::policyFound, &links_, [this] { lookFor(Family::cachePolicy, true); });
  connect(evidence_, &EvidencePanel::launchRequested, &links_, [this] { setLaunch(); });
  connect(evidence_, &EvidencePanel::flagsRequested, &links_, [this] {
    if (const Opportunity* open = findings_.find(selection_.finding())) askFlags(messageText(open->reason));
  });
  connect(evidence_, &EvidencePanel::observeRequested, &links_, [this] { checking_->observe(); });
  connect(evidence_, &EvidencePanel::computeRequested, &links_, [this] { weighing_->compute(); });
  connect(weighing_.get(), &Weighing::lineWanted, navigation_.get(), &Navigation::goTo);
  connect(tracing_.get(), &Tracing::lineWanted, navigation_.get(), &Navigation::goTo);
  connect(checking_.get(), &Checking::lineWanted, navigation_.get(), &Navigation::goTo);
}

void MainWindow::connectDisk() {
  connect(watch_.get(), &FileWatch::foldersChanged, &links_, [this] { readProjectAgain(); });
  connect(watch_.get(), &FileWatch::fileChanged, &links_, [this](const std::string& path) {
    std::error_code ignored;
    if (findings_.unit(path) && fs::exists(path, ignored)) queue_->add(path);
    for (const std::string& unit : findings_.unitsReading(path))
      if (unit != path) queue_->add(unit);
  });
  connect(watch_.get(), &FileWatch::reloaded, &links_, [this] { programs_->listAgain(); });
  // A disk that tells nothing, or told it while nobody was in front.
  connect(qApp, &QGuiApplication::applicationStateChanged, &links_, [this](Qt::ApplicationState state) {
    if (state == Qt::ApplicationActive) watch_->lookAtAll();
  });
  const auto follow = [this] {
    std::set<std::string> files;
    for (const auto& [name, unit] : findings_.units()) files.insert(name);
    watch_->setFiles(std::move(files));
  };
  connect(&findings_, &Findings::changed, &links_, follow);
}

void MainWindow::showMeasured() {
  opportunities_->model().setMeasured(measuring_->findings());
  evidence_->setMeasured(measuring_->findings());
  tracing_->showHeat();
}

/// Kernels come in the order of the time that they take, where that is known.
void MainWindow::showProfile() {
  const auto shown = profiles_->shown();
  opportunities_->model().setProfile(shown ? std::make_shared<const ProgramProfile>(shown->kept.profile) : nullptr,
                                     shown ? shown->title() : QString());
}

void MainWindow::exportReport(const fs::path& file) {
  session_->exportReport(file, [this, file](const Status& written) {
    if (!written.ok()) {
      messages_->post({Message::Kind::error, QString::fromStdString(written.error().message), {}, {}, {}});
      return;
    }
    const QString path = QString::fromStdString(file.string());
    messages_->post({Message::Kind::ok,
                     tr("Report written: %1").arg(path),
                     tr("Show"),
                     [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); },
                     {}});
  });
}

void MainWindow::fillRecent() {
  QMenu* menu = actions_->recentMenu;
  menu->clear();
  for (const QString& path : settings_->value("recent").toStringList()) {
    connect(menu->addAction(path), &QAction::triggered, &links_, [this, path] { openPath(path.toStdString()); });
  }
  menu->setEnabled(!menu->isEmpty());
}

}  // namespace warpwright::views
