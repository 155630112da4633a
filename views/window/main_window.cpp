#include "views/window/main_window.h"
#include "views/window/loads_run.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QScreen>
#include <QStandardPaths>
#include <QStatusBar>
#include <QVBoxLayout>
#include <filesystem>

#include "core/base/hash.h"
#include "views/diff/preview_page.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/project/project_panel.h"
#include "views/shared/dock_title.h"
#include "views/shared/message_bar.h"
#include "views/welcome/welcome_page.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/check_run.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/status_line.h"
#include "views/window/step_bar.h"
#include "views/window/targets.h"
#include "views/window/trace_run.h"
#include "views/window/tuning_run.h"
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
  theme_.choose(static_cast<ThemeKind>(settings_->value("theme", 0).toInt()));
  actions_ = new WindowActions(*this);
  auto* centre = new QWidget(this);
  centre->setAccessibleName(tr("Editors and previews"));
  messages_ = new MessageBar(theme_, centre);
  pages_ = new Pages(theme_, findings_, selection_, *messages_,
                     RecoveryStore(dataFolder(services_.settingsFolder) / "recovery"), centre);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(messages_);
  column->addWidget(pages_, 1);
  setCentralWidget(centre);
  queue_ = new AnalysisQueue(*services_.analysis, findings_, [this] { return pages_->unsavedTexts(); }, this);
  analyseForDevice();
  flow_ = new RewriteFlow(services_, *queue_, findings_, selection_, *pages_, *messages_, *settings_, this);
  session_ = new SessionKeeper(findings_, [this] { return pages_->unsavedTexts(); }, this);
  status_ = new StatusLine(*statusBar(), theme_);
  steps_ = new StepBar(actions_->steps(), actions_->openFile, actions_->save, actions_->exportReport, theme_, this);
  addToolBar(Qt::TopToolBarArea, steps_);
  checks_ = new CheckRun(services_, *queue_, *pages_, *settings_, this);
  targets_ = new Targets(*settings_, this);
  targets_->attach(steps_->targets());
  tuning_ = new TuningRun(services_, *queue_, findings_, *pages_, *settings_, this);
  tracing_ = new TraceRun(services_, *queue_, *pages_, *settings_, this);
  weighing_ = new LoadsRun(services_, *queue_, *pages_, *settings_, this);
  makeDocks();
  makeBottomDocks();
  layouts_ = new WindowLayouts(*this, {projectDock_, opportunitiesDock_, evidenceDock_}, *bottom_, *settings_);
  std::vector<QAction*> shown;
  for (QDockWidget* dock : {projectDock_, opportunitiesDock_, evidenceDock_}) shown.push_back(dock->toggleViewAction());
  for (QDockWidget* dock : bottom_->docks()) shown.push_back(dock->toggleViewAction());
  actions_->makeMenus(*this, shown);
  auto* welcome = new WelcomePage(theme_, settings_->value("recent").toStringList(), pages_);
  connect(welcome, &WelcomePage::openFileRequested, actions_->openFile, &QAction::trigger);
  connect(welcome, &WelcomePage::openFolderRequested, actions_->openFolder, &QAction::trigger);
  connect(welcome, &WelcomePage::openSessionRequested, actions_->openSession, &QAction::trigger);
  connect(welcome, &WelcomePage::pathChosen, this, [this](const QString& path) { openPath(path.toStdString()); });
  pages_->setWelcome(welcome);
  connectActions();
  connectViews();
  connectFlow();
  connectRuns();
  connectTuning();
  fillRecent();
  // The first time: all of a small screen, most of a large one.
  const QSize room = screen()->availableSize();
  resize(room.width() <= 1600 ? room : QSize(1600, std::min(1000, room.height())));
  restoreGeometry(settings_->value("geometry").toByteArray());
  updateAll();
}

MainWindow::~MainWindow() {
  // Pages and queue talk to findings, which go with this object; children are deleted after it.
  disconnect(&findings_, nullptr, nullptr, nullptr);
  disconnect(&selection_, nullptr, nullptr, nullptr);
  disconnect(tuning_, nullptr, this, nullptr);
  delete tuning_;
  delete checks_;
  delete tracing_;
  delete weighing_;
  delete flow_;
  delete queue_;
  delete session_;
  delete centralWidget();
  for (QDockWidget* dock : {projectDock_, opportunitiesDock_, evidenceDock_}) delete dock;
  for (QDockWidget* dock : bottom_->docks()) {
    disconnect(dock, nullptr, bottom_, nullptr);
    delete dock;
  }
  delete bottom_;
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

void MainWindow::makeDocks() {
  project_ = new ProjectPanel(findings_, selection_, theme_, this);
  opportunities_ = new OpportunitiesPanel(findings_, selection_, theme_, this);
  evidence_ = new EvidencePanel(findings_, selection_, theme_, this);
  projectDock_ = makeDock(tr("Project"), "project", project_, Qt::LeftDockWidgetArea);
  opportunitiesDock_ = makeDock(tr("Opportunities"), "opportunities", opportunities_, Qt::RightDockWidgetArea);
  evidenceDock_ = makeDock(tr("Evidence"), "evidence", evidence_, Qt::RightDockWidgetArea);
  splitDockWidget(opportunitiesDock_, evidenceDock_, Qt::Vertical);
  // The welcome page has the whole width; docks come with the first file.
  for (QDockWidget* dock : {projectDock_, opportunitiesDock_, evidenceDock_}) dock->hide();
  const QKeySequence keys[] = {QKeySequence("Alt+1"), QKeySequence("Alt+2"), QKeySequence("Alt+3")};
  int at = 0;
  for (QDockWidget* dock : {projectDock_, opportunitiesDock_, evidenceDock_}) {
    auto* show = new QAction(tr("Show %1").arg(dock->windowTitle()), this);
    show->setShortcut(keys[at++]);
    addAction(show);
    connect(show, &QAction::triggered, dock, [dock] {
      dock->show();
      dock->raise();
      dock->widget()->setFocus();
    });
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  // Below the size that keeps 70 columns in the editor, the project goes.
  if (event->size().width() < 1150 && event->oldSize().width() >= 1150) projectDock_->hide();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!pages_->closeAll()) {
    event->ignore();
    return;
  }
  settings_->setValue("geometry", saveGeometry());
  layouts_->save();
  queue_->cancel();
  flow_->cancel();
  checks_->cancel();
  tuning_->cancel();
  tracing_->cancel();
  weighing_->cancel();
  session_->flush();
  event->accept();
}

void MainWindow::openPath(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    openProject(path);
  else
    pages_->open(path);
}

void MainWindow::openProject(const std::string& folder) {
  runThrough(
      door_, [folder] { return readProject(folder); },
      [this](ProjectEntry project) {
        const std::string path = project.path.string();
        if (!fs::exists(project.path)) {
          messages_->post(
              {Message::Kind::error, tr("There is no folder %1.").arg(QString::fromStdString(path)), {}, {}, {}});
          return;
        }
        folder_ = path;
        flow_->setProjectFolder(path);
        const std::vector<std::string> sources = cudaSources(project);
        project_->setProject(std::move(project));
        remember(path);
        if (session_->file().empty()) {
          session_->open(dataFolder(services_.settingsFolder) / "sessions" / (hexText(hashText(path)) + ".wws"));
        }
        session_->setProject(path);
        projectDock_->show();
        if (sources.empty()) {
          messages_->post(
              {Message::Kind::note,
               tr("%1 holds no CUDA source. Open another folder or a file.").arg(QString::fromStdString(path)),
               {},
               {},
               {}});
        }
        for (const std::string& source : sources) queue_->add(source);
        // The program called like its folder is what one means by it; else the first.
        const auto main = std::find_if(sources.begin(), sources.end(), [&](const std::string& source) {
          return fs::path(source).stem() == fs::path(path).filename();
        });
        if (!sources.empty() && pages_->editors().empty())
          pages_->open(main != sources.end() ? *main : sources.front());
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
    runThrough(
        door_, [folder = folder_] { return readProject(folder, 2000); },
        [this](ProjectEntry project) { project_->setProject(std::move(project)); });
  }
  if (session_->file().empty()) {
    session_->open(dataFolder(services_.settingsFolder) / "sessions" / (hexText(hashText(folder_)) + ".wws"));
  }
  if (session_->project().empty()) session_->setProject(path);
  remember(path);
  selection_.setFile(path);
  page->editor().setNotesShown(actions_->notes->isChecked());
  if (fs::path(path).extension() == ".cu") queue_->addFirst(path);
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
