#include "views/window/main_window.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QStandardPaths>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "core/base/hash.h"
#include "core/device/device.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/project/project_panel.h"
#include "views/shared/dock_title.h"
#include "views/shared/message_bar.h"
#include "views/welcome/welcome_page.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/checking.h"
#include "views/window/chosen_device.h"
#include "views/window/comparing.h"
#include "views/window/file_watch.h"
#include "views/window/finding_notes.h"
#include "views/window/measuring.h"
#include "views/window/navigation.h"
#include "views/window/occupancy_dock.h"
#include "views/window/open_places.h"
#include "views/window/pages.h"
#include "views/window/profiles.h"
#include "views/window/program_choice.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/status_line.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/tracing.h"
#include "views/window/weighing.h"
#include "views/window/window_actions.h"
#include "views/window/window_layouts.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

std::unique_ptr<QSettings> makeSettings(const fs::path& folder) {
  if (folder.empty()) return std::make_unique<QSettings>("Warpwright", "warpwright");
  return std::make_unique<QSettings>(QString::fromStdString((folder / "settings.ini").string()), QSettings::IniFormat);
}

fs::path dataFolder(const fs::path& chosen) {
  if (!chosen.empty()) return chosen;
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString() + "/warpwright";
}

RecoveryStore recoveryIn(const fs::path& settingsFolder) {
  return RecoveryStore(dataFolder(settingsFolder) / "recovery");
}

std::set<std::string> toSet(const std::vector<std::string>& list) {
  return {list.begin(), list.end()};
}

}  // namespace

MainWindow::MainWindow(Services services, Theme& theme, QWidget* parent)
    : QMainWindow(parent),
      services_(std::move(services)),
      theme_(theme),
      settings_(makeSettings(services_.settingsFolder)) {
  setObjectName("window");
  setAccessibleName(tr("Warpwright"));
  setMinimumSize(1024, 640);
  setDockNestingEnabled(true);
  readSettings();
  actions_ = std::make_unique<WindowActions>(*this);
  readKeys();
  setCentralWidget(makeCentre());
  watch_ = std::make_unique<FileWatch>(*pages_, *messages_, this);
  const auto unsaved = [this] { return pages_->unsavedTexts(); };
  queue_ = std::make_unique<AnalysisQueue>(*services_.analysis, findings_, unsaved, this);
  analyseAsChosen();
  flow_ =
      std::make_unique<RewriteFlow>(services_, *queue_, findings_, selection_, *pages_, *messages_, *settings_, this);
  session_ = std::make_unique<SessionKeeper>(findings_, unsaved, this);
  notes_ = std::make_unique<FindingNotes>(*session_);
  status_ = std::make_unique<StatusLine>(*statusBar(), theme_);
  steps_ = std::make_unique<StepBar>(actions_->steps(), actions_->openFile, actions_->save, actions_->exportReport,
                                     theme_, this);
  addToolBar(Qt::TopToolBarArea, steps_.get());
  targets_ = std::make_unique<Targets>(*settings_, this);
  targets_->attach(steps_->targets());
  programs_ = std::make_unique<ProgramChoice>(steps_->programs(), findings_, *queue_, *session_);
  makeSideDocks();
  makeWorkflows();
  layouts_ = std::make_unique<WindowLayouts>(
      *this, WindowLayouts::Sides{projectDock_.get(), opportunitiesDock_.get(), evidenceDock_.get()}, *bottom_,
      *settings_);
  makeMenusAndWelcome();
  connectCommands();
  connectPages();
  connectModels();
  connectSideDocks();
  connectFlow();
  connectSession();
  connectPrograms();
  connectNotes();
  connectWorkflows();
  connectDisk();
  fillRecent();
  fillLookFor();
  // The first time: all of a small screen, most of a large one.
  const QSize room = screen()->availableSize();
  resize(room.width() <= 1600 ? room : QSize(1600, std::min(1000, room.height())));
  restoreGeometry(settings_->value("geometry").toByteArray());
  updateAll();
}

MainWindow::~MainWindow() = default;

CheckRun& MainWindow::checks() {
  return checking_->run();
}
TuningRun& MainWindow::tuning() {
  return measuring_->run();
}
TraceRun& MainWindow::traces() {
  return tracing_->run();
}
LoadsRun& MainWindow::weighing() {
  return weighing_->run();
}

QWidget* MainWindow::makeCentre() {
  centre_ = std::make_unique<QWidget>(this);
  centre_->setAccessibleName(tr("Editors and previews"));
  messages_ = new MessageBar(theme_, centre_.get());
  pages_ = new Pages(theme_, findings_, selection_, *messages_, recoveryIn(services_.settingsFolder), centre_.get());
  auto* column = new QVBoxLayout(centre_.get());
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(messages_);
  column->addWidget(pages_, 1);
  return centre_.get();
}

void MainWindow::makeWorkflows() {
  bottom_ = std::make_unique<BottomDocks>(*this, theme_);
  const WindowParts parts{*this,   services_, theme_, *settings_, findings_, selection_, *messages_,
                          *pages_, *queue_,   *flow_, *session_,  *bottom_,  folder_};
  navigation_ = std::make_unique<Navigation>(parts, project_->model());
  occupancy_ = std::make_unique<OccupancyDock>(parts);
  weighing_ = std::make_unique<Weighing>(parts);
  tracing_ = std::make_unique<Tracing>(parts);
  measuring_ = std::make_unique<Measuring>(parts, *targets_, *tracing_, *weighing_);
  checking_ = std::make_unique<Checking>(parts, *tracing_);
  comparing_ = std::make_unique<Comparing>(parts);
  profiles_ = std::make_unique<Profiles>(parts);
  workflows_ = {checking_.get(), measuring_.get(), tracing_.get(),   weighing_.get(),
                profiles_.get(), occupancy_.get(), navigation_.get()};
  // In the order of their names in the strip.
  for (Workflow* workflow : std::initializer_list<Workflow*>{occupancy_.get(), weighing_.get(), tracing_.get(),
                                                             checking_.get(), navigation_.get()}) {
    workflow->addDocks();
  }
  bottom_->setCount("problems", 0);
}

void MainWindow::makeMenusAndWelcome() {
  std::vector<QAction*> shown;
  for (QDockWidget* dock : sideDocks()) shown.push_back(dock->toggleViewAction());
  for (QDockWidget* dock : bottom_->docks()) shown.push_back(dock->toggleViewAction());
  actions_->makeMenus(*this, shown);
  std::vector<Unsaved> unsaved;
  for (const RecoveryStore::Kept& kept : recoveryIn(services_.settingsFolder).all())
    unsaved.push_back({QString::fromStdString(kept.path), kept.when});
  auto* welcome = new WelcomePage(theme_, settings_->value("recent").toStringList(), std::move(unsaved), pages_);
  connect(welcome, &WelcomePage::openFileRequested, actions_->openFile, &QAction::trigger);
  connect(welcome, &WelcomePage::openFolderRequested, actions_->openFolder, &QAction::trigger);
  connect(welcome, &WelcomePage::openSessionRequested, actions_->openSession, &QAction::trigger);
  connect(welcome, &WelcomePage::pathChosen, &links_, [this](const QString& path) { openPath(path.toStdString()); });
  connect(welcome, &WelcomePage::sampleChosen, &links_,
          [this](const QString& path) { openSample(path.toStdString()); });
  pages_->setWelcome(welcome);
}

QDockWidget* MainWindow::makeDock(const QString& name, const QString& objectName, QWidget* content,
                                  Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(name, this);
  dock->setObjectName(objectName);
  dock->setAccessibleName(tr("Dock %1").arg(name));
  dock->setWidget(content);
  dock->setTitleBarWidget(new DockTitle(dock, theme_));
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::makeSideDocks() {
  project_ = new ProjectPanel(findings_, selection_, theme_, this);
  opportunities_ = new OpportunitiesPanel(findings_, selection_, theme_, this);
  evidence_ = new EvidencePanel(findings_, selection_, theme_, this);
  projectDock_.reset(makeDock(tr("Project"), "project", project_, Qt::LeftDockWidgetArea));
  opportunitiesDock_.reset(makeDock(tr("Opportunities"), "opportunities", opportunities_, Qt::RightDockWidgetArea));
  evidenceDock_.reset(makeDock(tr("Evidence"), "evidence", evidence_, Qt::RightDockWidgetArea));
  splitDockWidget(opportunitiesDock_.get(), evidenceDock_.get(), Qt::Vertical);
  // Narrower than that they say nothing; the smallest window has room for both and an editor.
  project_->setMinimumWidth(160);
  for (QWidget* panel : std::initializer_list<QWidget*>{opportunities_, evidence_}) panel->setMinimumWidth(320);
  int number = 1;
  for (QDockWidget* dock : sideDocks()) {
    dock->hide();  // the welcome page has the whole width; docks come with the first file
    auto* show = new QAction(tr("Show %1").arg(dock->windowTitle()), this);
    show->setShortcut(QKeySequence(QString("Alt+%1").arg(number++)));
    addAction(show);
    connect(show, &QAction::triggered, dock, [dock] {
      dock->show();
      dock->raise();
      dock->widget()->setFocus();
    });
  }
}

std::vector<QDockWidget*> MainWindow::sideDocks() const {
  return {projectDock_.get(), opportunitiesDock_.get(), evidenceDock_.get()};
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  // Below the size that keeps 70 columns in the editor, the project goes.
  if (event->size().width() < 1150 && event->oldSize().width() >= 1150) projectDock_->hide();
}

/// What is released on the window itself is the line between a dock and the pages.
bool MainWindow::event(QEvent* event) {
  const bool isDone = QMainWindow::event(event);
  if (event->type() == QEvent::MouseButtonRelease && layouts_) layouts_->takeWidths();
  return isDone;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!pages_->closeAll()) {
    event->ignore();
    return;
  }
  keepPlaces();
  settings_->setValue("geometry", saveGeometry());
  // What stands aside for the preview has its place in the next window.
  if (std::exchange(projectWaits_, false)) projectDock_->show();
  layouts_->save();
  queue_->cancel();
  flow_->cancel();
  for (Workflow* workflow : workflows_) workflow->cancel();
  session_->flush();
  event->accept();
}

void MainWindow::openPath(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    openProject(path);
  else if (fs::path(path).extension() == ".wws")
    openSession(path);
  else
    pages_->open(path);
}

/// A copy of the sample, for it is there to be changed.
void MainWindow::openSample(const std::string& sample) {
  const fs::path folder =
      services_.settingsFolder.empty()
          ? fs::path(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation).toStdString()) /
                "Warpwright samples"
          : services_.settingsFolder / "samples";
  runThrough(
      door_, [sample, folder] { return sampleCopy(sample, folder); },
      [this](const Result<fs::path>& copy) {
        if (!copy.ok())
          return messages_->post({Message::Kind::error, QString::fromStdString(copy.error().message), {}, {}, {}});
        if (copy->extension() != ".wws") return openPath(copy->string());
        // A recorded session is that of the program beside it, and shown where it is worth looking at.
        openSession(*copy);
        openPath(copy->parent_path().string());
        fs::path program = *copy;
        pages_->open(program.replace_extension(".cu").string(), [this](EditorPage&) { measuring_->show(); });
      });
}

bool MainWindow::restoreLast() {
  const std::string folder = lastFolder(*settings_);
  std::error_code ignored;
  if (folder.empty() || !settings_->value(reopensKey, true).toBool() || !fs::is_directory(folder, ignored))
    return false;
  if (settings_->value("open/isProject").toBool())
    openProject(folder);
  else
    return openPlaces(folder);
  return true;
}

void MainWindow::keepPlaces() {
  OpenPlaces places;
  for (EditorPage* page : pages_->editors()) {
    OpenPlace place{page->path()};
    page->editor().getCursorPosition(&place.line, &place.column);
    places.files.push_back(std::move(place));
  }
  places.front = selection_.file();
  places.measures = measuring_->isShown();
  views::keepPlaces(*settings_, folder_, places);
  settings_->setValue("open/isProject", isProjectOpen_);
}

/// The files of a folder that were open when it was closed, at their lines. False: none was.
bool MainWindow::openPlaces(const std::string& folder) {
  const OpenPlaces places = keptPlaces(*settings_, folder);
  if (places.files.empty() || !settings_->value(reopensKey, true).toBool()) return false;
  const auto left = std::make_shared<size_t>(places.files.size());
  for (const OpenPlace& place : places.files) {
    pages_->open(place.path, [this, place, places, left](EditorPage& page) {
      if (page.editor().isUntouched())
        page.editor().showLine(static_cast<uint32_t>(place.line) + 1, static_cast<uint32_t>(place.column) + 1);
      if (--*left > 0) return;
      if (EditorPage* front = pages_->editor(places.front)) pages_->setCurrentWidget(front), front->editor().setFocus();
      if (places.measures) measuring_->show();
    });
  }
  return true;
}

void MainWindow::openProject(const std::string& folder) {
  runThrough(
      door_, [folder] { return readProject(folder); },
      [this](ProjectEntry project) {
        if (fs::exists(project.path)) return showProject(std::move(project));
        const QString path = QString::fromStdString(project.path.string());
        messages_->post({Message::Kind::error, tr("There is no folder %1.").arg(path), {}, {}, {}});
      });
}

void MainWindow::showProject(ProjectEntry project) {
  const std::string path = project.path.string();
  folder_ = path;
  isProjectOpen_ = true;
  flow_->setProjectFolder(path);
  queue_->setProject(path);
  std::vector<std::string> sources = cudaSources(project);
  analyseAsChosen();
  watch_->setFolders(toSet(foldersOf(project)));
  project_->setProject(std::move(project));
  remember(path);
  if (session_->file().empty())
    session_->open(dataFolder(services_.settingsFolder) / "sessions" / (hexText(hashText(path)) + ".wws"));
  session_->setProject(path);
  projectDock_->show();
  if (sources.empty()) {
    const QString none =
        tr("%1 holds no CUDA source. Open another folder or a file.").arg(QString::fromStdString(path));
    messages_->post({Message::Kind::note, none, {}, {}, {}});
  }
  // The program called like its folder is what one means by it; else the first.
  const auto main = std::find_if(sources.begin(), sources.end(), [&](const std::string& source) {
    return fs::path(source).stem() == fs::path(path).filename();
  });
  const bool isEmpty = pages_->editors().empty() && !pages_->isOpening();
  if (!sources.empty() && isEmpty && !openPlaces(path)) pages_->open(main != sources.end() ? *main : sources.front());
  programs_->setFolder(path, std::move(sources));
  updateAll();
}

/// Files came or went.
void MainWindow::readProjectAgain() {
  if (folder_.empty()) return;
  runThrough(
      door_, [folder = folder_, limit = isProjectOpen_ ? 20000 : 2000] { return readProject(folder, limit); },
      [this](ProjectEntry now) {
        if (now.path != folder_ || now == project_->model().project()) return;
        std::vector<std::string> sources = cudaSources(now);
        watch_->setFolders(toSet(foldersOf(now)));
        const std::vector<std::string> before = cudaSources(project_->model().project());
        project_->setProject(std::move(now));
        for (const std::string& source : before) {
          const bool isGone = std::find(sources.begin(), sources.end(), source) == sources.end();
          if (isGone && !pages_->editor(source)) findings_.remove(source);
        }
        if (isProjectOpen_ && sources != before) programs_->setSources(std::move(sources));
        updateAll();
      });
}

void MainWindow::openSession(const fs::path& file) {
  session_->open(file);
}

void MainWindow::onOpened(EditorPage* page) {
  const std::string path = page->path();
  if (!wasEditable_) layouts_->start();
  // A file on its own brings its folder as the project, to look at; nothing else in it is analysed.
  if (folder_.empty()) {
    folder_ = fs::path(path).parent_path().string();
    flow_->setProjectFolder(folder_);
    analyseAsChosen();
    runThrough(
        door_, [folder = folder_] { return readProject(folder, 2000); },
        [this](ProjectEntry project) {
          watch_->setFolders(toSet(foldersOf(project)));
          project_->setProject(std::move(project));
        });
  }
  if (session_->file().empty()) {
    session_->open(dataFolder(services_.settingsFolder) / "sessions" / (hexText(hashText(folder_)) + ".wws"));
  }
  if (session_->project().empty()) session_->setProject(path);
  remember(path);
  selection_.setFile(path);
  page->editor().setNotesShown(actions_->notes->isChecked());
  // What is read through another file has its answer with that.
  const UnitFindings* known = findings_.unitOf(path) != path ? findings_.unit(path) : nullptr;
  if (fs::path(path).extension() == ".cu" && (!known || !known->hasResult)) queue_->addFirst(path);
  page->editor().setFocus();
  updateAll();
  if (!wasEditable_) {
    wasEditable_ = true;
    emit editable();
  }
}

void MainWindow::remember(const std::string& path) {
  QStringList recent = settings_->value("recent").toStringList();
  recent.removeAll(QString::fromStdString(path));
  recent.prepend(QString::fromStdString(path));
  settings_->setValue("recent", recent.mid(0, 10));
  fillRecent();
}

}  // namespace warpwright::views
