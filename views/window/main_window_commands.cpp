// What each command of the window does: the parts of MainWindow that connect actions, docks and pages.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QTableView>
#include <QTimer>
#include <QUrl>
#include <filesystem>
#include <functional>

#include "core/base/file.h"
#include "views/editor/find_bar.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/project/project_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
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
#include "views/window/step_bar.h"
#include "views/window/trace_run.h"
#include "views/window/trust.h"
#include "views/window/tuning_run.h"
#include "views/window/window_actions.h"
#include "views/window/window_layouts.h"

namespace warpwright::views {
namespace fs = std::filesystem;

void MainWindow::connectActions() {
  WindowActions& a = *actions_;
  const auto on = [this](QAction* action, auto run) { connect(action, &QAction::triggered, this, run); };
  const QString sources = tr("CUDA and C++ sources (*.cu *.cuh *.cpp *.cc *.c *.h *.hpp);;All files (*)");
  on(a.openFile, [this, sources] {
    const QString start = folder_.empty() ? QString() : QString::fromStdString(folder_);
    const QString path = QFileDialog::getOpenFileName(this, tr("Open file"), start, sources);
    if (!path.isEmpty()) openPath(path.toStdString());
  });
  on(a.openFolder, [this] {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder"), QString::fromStdString(folder_));
    if (!path.isEmpty()) openPath(path.toStdString());
  });
  on(a.openSession, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open session"), {}, tr("Sessions (*.wws)"));
    if (!path.isEmpty()) openSession(path.toStdString());
  });
  on(a.saveSession, [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save session"), "session.wws", tr("Sessions (*.wws)"));
    if (!path.isEmpty()) session_->saveAs(path.toStdString());
  });
  on(a.exportReport, [this] {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export report"), "report.html", tr("HTML (*.html)"));
    if (!path.isEmpty()) exportReport(path.toStdString());
  });
  on(a.save, [this] {
    if (EditorPage* page = pages_->currentEditor()) pages_->save(*page);
  });
  on(a.saveAs, [this, sources] {
    EditorPage* page = pages_->currentEditor();
    if (!page) return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save as"), QString::fromStdString(page->path()), sources);
    if (!path.isEmpty()) pages_->saveAs(*page, path.toStdString());
  });
  on(a.saveAll, [this] {
    for (EditorPage* page : pages_->editors())
      if (page->isModified()) pages_->save(*page);
  });
  on(a.closePage, [this] { pages_->closePage(pages_->currentIndex()); });
  on(a.quit, [this] { close(); });
  on(a.undo, [this] { undo(); });
  const auto edit = [&](QAction* action, auto run) {
    on(action, [this, run] {
      if (EditorPage* page = pages_->currentEditor()) run(page->editor());
    });
  };
  edit(a.redo, [](CodeEditor& editor) { editor.redo(); });
  edit(a.cut, [](CodeEditor& editor) { editor.cut(); });
  edit(a.copy, [](CodeEditor& editor) { editor.copy(); });
  edit(a.paste, [](CodeEditor& editor) { editor.paste(); });
  edit(a.selectAll, [](CodeEditor& editor) { editor.selectAll(); });
  const auto inPage = [&](QAction* action, auto run) {
    on(action, [this, run] {
      if (EditorPage* page = pages_->currentEditor()) run(page->findBar());
    });
  };
  inPage(a.find, [](FindBar& bar) { bar.open(false); });
  inPage(a.replace, [](FindBar& bar) { bar.open(true); });
  inPage(a.findNext, [](FindBar& bar) { bar.step(+1); });
  on(a.nextPane, [this] { movePane(+1); });
  on(a.previousPane, [this] { movePane(-1); });
  on(a.help, [this] { showHelp(); });
  edit(a.goToLine, [this](CodeEditor& editor) {
    bool ok = false;
    const int line = QInputDialog::getInt(this, tr("Go to line"), tr("Line"), 1, 1, editor.lines(), 1, &ok);
    if (ok) editor.showLine(static_cast<uint32_t>(line));
  });
  on(a.goToDefinition, [this] { goToDefinition(); });
  on(a.findInProject, [this] { findInProject(); });
  on(a.palette, [this] { showPalette(); });
  on(a.keys, [this] { showPalette(); });
  on(a.goToFile, [this] { showFiles(); });
  on(a.goToSymbol, [this] { showKernels(); });
  on(a.nextFinding, [this] { opportunities_->step(+1); });
  on(a.previousFinding, [this] { opportunities_->step(-1); });
  on(a.analyse, [this] {
    if (!selection_.file().empty()) queue_->addFirst(selection_.file());
  });
  a.onRequest->setChecked(settings_->value(onRequestKey, false).toBool());
  on(a.onRequest, [this](bool wanted) {
    settings_->setValue(onRequestKey, wanted);
    analyseForDevice();
  });
  on(a.preview, [this] { flow_->preview(); });
  on(a.verify, [this] { flow_->verify(); });
  on(a.measure, [this] { measure(); });
  on(a.apply, [this] { flow_->apply(); });
  on(a.cancelRun, [this] {
    if (flow_->isVerifying())
      flow_->cancel();
    else if (checks_->isRunning())
      checks_->cancel();
    else if (tuning_->isRunning())
      tuning_->cancel();
    else if (tracing_->isRunning())
      tracing_->cancel();
    else if (weighing_->isRunning())
      weighing_->cancel();
    else
      queue_->cancel();
    updateAll();
  });
  on(a.runChecks, [this] {
    bottom_->show("runs");
    const std::string unit = selection_.file();
    checks_->start(unit, folder_, QString::fromStdString(ArgumentMemory(*settings_).of(unit)));
  });
  on(a.closeDocks, [this] { bottom_->closeAll(); });
  on(a.closePreview, [this] { flow_->closePreview(); });
  on(a.savePatch, [this] {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save patch"), "rewrite.patch", tr("Patches (*.patch *.diff)"));
    if (!path.isEmpty()) flow_->savePatch(path.toStdString());
  });
  connect(&pages_->preview(), &PreviewPage::savePatchRequested, a.savePatch, &QAction::trigger);
  on(a.notes, [this](bool shown) {
    for (EditorPage* page : pages_->editors()) page->editor().setNotesShown(shown);
  });
  on(a.allFiles, [this](bool all) { project_->setAllFiles(all); });
  on(a.layoutEdit, [this] { showLayout(WindowLayouts::edit); });
  on(a.layoutMeasure, [this] { showLayout(WindowLayouts::measure); });
  on(a.layoutGraphs, [this] { showLayout(WindowLayouts::graphs); });
  on(a.resetLayout, [this] { layouts_->reset(); });
  on(a.zoomIn, [this] { theme_.zoom(+1); });
  on(a.zoomOut, [this] { theme_.zoom(-1); });
  const std::pair<QAction*, ThemeKind> themes[] = {{a.themeSystem, ThemeKind::system},
                                                   {a.themeLight, ThemeKind::light},
                                                   {a.themeDark, ThemeKind::dark},
                                                   {a.themeContrast, ThemeKind::highContrast}};
  for (const auto& [action, kind] : themes) {
    action->setChecked(theme_.chosen() == kind);
    on(action, [this, kind = kind] {
      settings_->setValue("theme", static_cast<int>(kind));
      theme_.choose(kind);
    });
  }
  const auto atCursor = [this](bool preview) {
    EditorPage* page = pages_->currentEditor();
    if (!page) return;
    int line = 0, column = 0;
    page->editor().getCursorPosition(&line, &column);
    const auto found = page->editor().findingsAt(static_cast<uint32_t>(line) + 1);
    if (found.empty()) {
      messages_->post({Message::Kind::note, tr("No finding in line %1.").arg(line + 1), {}, {}, page->path()});
      return;
    }
    selection_.setFinding(found.front()->key, found.front()->opportunity.kernel);
    evidenceDock_->show();
    if (preview) flow_->preview();
  };
  on(a.whyHere, [atCursor] { atCursor(false); });
  on(a.actionsHere, [atCursor] { atCursor(true); });
  on(a.about, [this] {
    QMessageBox::about(
        this, tr("About Warpwright"),
        tr("<b>Warpwright %1</b><br>Finds what a CUDA kernel keeps in the wrong place, proves what may be "
           "moved, writes the change and checks it.<br><br>Qt %2, QScintilla.")
            .arg(QApplication::applicationVersion(), qVersion()));
  });
}

void MainWindow::showLayout(int kind) {
  layouts_->show(static_cast<WindowLayouts::Kind>(kind));
  // A lower editor still shows the line one is at, once it has its new height.
  QTimer::singleShot(0, this, [this] {
    EditorPage* page = pages_->currentEditor();
    if (!page) return;
    int line = 0, column = 0;
    page->editor().getCursorPosition(&line, &column);
    page->editor().ensureLineVisible(line);
    page->editor().ensureCursorVisible();
  });
}

void MainWindow::connectViews() {
  connect(pages_, &Pages::opened, this, &MainWindow::onOpened);
  connect(pages_, &Pages::textEdited, this, [this](const std::string& path) {
    if (fs::path(path).extension() == ".cu") queue_->edited(path);
    // A header is read through the files that include it.
    else if (const auto units = findings_.unitsReading(path); !units.empty())
      queue_->edited(units.front());
    updateTitle();
  });
  connect(pages_, &Pages::saved, this, [this] { updateAll(); });
  connect(pages_, &Pages::cursorMoved, this, &MainWindow::updateStatus);
  connect(pages_, &Pages::frontChanged, this, [this] {
    // The preview needs the room of the project, for 70 columns on each side.
    const bool preview = pages_->previewInFront();
    evidence_->setPrimary(!preview);
    if (preview && projectDock_->isVisible()) projectWaits_ = true, projectDock_->hide();
    if (!preview && projectWaits_) projectWaits_ = false, projectDock_->show();
    updateKernels();
    updateAll();
  });
  connect(pages_, &Pages::findingClicked, this, [this](const FindingKey& key) {
    if (const KernelSummary* kernel = findings_.kernelOf(key)) selection_.setFinding(key, kernel->name);
  });
  connect(&findings_, &Findings::changed, this, &MainWindow::onFindings);
  connect(&findings_, &Findings::touched, this, [this] { updateAll(); });
  connect(&selection_, &Selection::findingChanged, this, &MainWindow::updateAll);
  connect(&selection_, &Selection::kernelChanged, this, [this] {
    tuningFailure_.clear();
    updateKernels();
    updateAll();
  });
  connect(&selection_, &Selection::fileChanged, this, [this] {
    const Opportunity* opportunity = findings_.find(selection_.finding());
    if (!opportunity || opportunity->range.begin.file != selection_.file()) selectBest(selection_.file());
    updateMessages(selection_.file());
    updateAll();
  });
  connect(opportunities_, &OpportunitiesPanel::activated, this, &MainWindow::showSelected);
  connect(&opportunities_->tree(), &QTreeView::clicked, this, [this] { showSelected(); });
  connect(opportunities_, &OpportunitiesPanel::previewRequested, this, [this] { flow_->preview(); });
  connect(evidence_, &EvidencePanel::lineClicked, this, &MainWindow::goTo);
  connect(evidence_, &EvidencePanel::previewRequested, this, [this] { flow_->preview(); });
  connect(evidence_, &EvidencePanel::verifyRequested, this, [this] { flow_->verify(); });
  connect(project_, &ProjectPanel::fileActivated, this,
          [this](const QString& path) { pages_->open(path.toStdString()); });
  connect(project_, &ProjectPanel::kernelActivated, this,
          [this](const QString& path, const QString& kernel, uint line) {
            selection_.setKernel(kernel.toStdString());
            goTo(SourcePosition{path.toStdString(), line, 1});
          });
  connect(&steps_->kernels(), &QComboBox::textActivated, this, [this](const QString& name) {
    selection_.setKernel(name.toStdString());
    if (const UnitFindings* unit = findings_.unit(selection_.file())) {
      for (const KernelSummary& kernel : unit->shown.kernels) {
        if (kernel.name == name.toStdString()) {
          goTo(kernel.nameAt.isValid() ? kernel.nameAt : kernel.definition.begin);
          return;
        }
      }
    }
  });
}

void MainWindow::connectFlow() {
  connect(queue_, &AnalysisQueue::started, this, [this] { updateAll(); });
  connect(queue_, &AnalysisQueue::finished, this, [this] { updateAll(); });
  connect(flow_, &RewriteFlow::stateChanged, this, &MainWindow::updateAll);
  connect(flow_, &RewriteFlow::previewed, this, [this] { updateAll(); });
  connect(flow_, &RewriteFlow::verified, this, [this](const Preview& preview, const QString& arguments) {
    session_->keep(preview, arguments,
                   preview.verification && preview.verification->identical ? OpportunityStatus::verified
                                                                           : OpportunityStatus::differs);
  });
  connect(flow_, &RewriteFlow::applied, this,
          [this](const Preview& preview) { session_->keep(preview, {}, OpportunityStatus::applied); });
  connect(flow_, &RewriteFlow::undone, this,
          [this](const Preview& preview) { session_->keep(preview, {}, OpportunityStatus::previewed); });
  connect(session_, &SessionKeeper::failed, this,
          [this](const QString& reason) { messages_->post({Message::Kind::warning, reason, {}, {}, {}}); });
  connect(session_, &SessionKeeper::reopened, this, [this](const ReopenedSession& session) {
    if (session.analysis && findings_.units().empty()) findings_.restore(*session.analysis);
    shownRuns_ = SIZE_MAX;
    updateRuns();
    showMeasured();
    updateAll();
    if (!session.project.empty() && pages_->editors().empty() && folder_.empty()) openPath(session.project);
  });
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

void MainWindow::undo() {
  if (flow_->undo()) return;
  if (EditorPage* page = pages_->currentEditor()) page->editor().undo();
}

void MainWindow::fillRecent() {
  QMenu* menu = actions_->recentMenu;
  menu->clear();
  for (const QString& path : settings_->value("recent").toStringList()) {
    connect(menu->addAction(path), &QAction::triggered, this, [this, path] { openPath(path.toStdString()); });
  }
  menu->setEnabled(!menu->isEmpty());
}

void MainWindow::showPalette() {
  std::vector<QuickEntry> entries;
  for (QAction* action : actions_->all()) {
    entries.push_back({action->text().remove('&').remove(QStringLiteral("…")),
                       action->shortcut().toString(QKeySequence::NativeText), action->isEnabled(),
                       [action] { action->trigger(); }});
  }
  (new CommandPalette(tr("All commands"), std::move(entries), this))->show();
}

void MainWindow::showFiles() {
  std::vector<QuickEntry> entries;
  const std::function<void(const ProjectEntry&)> add = [&](const ProjectEntry& entry) {
    if (!entry.isFolder) {
      std::error_code ignored;
      entries.push_back({QString::fromStdString(entry.name),
                         QString::fromStdString(fs::relative(entry.path, folder_, ignored).parent_path().string()),
                         true, [this, path = entry.path.string()] { pages_->open(path); }});
    }
    for (const ProjectEntry& below : entry.entries) add(below);
  };
  add(project_->model().project());
  (new CommandPalette(tr("Go to file"), std::move(entries), this))->show();
}

void MainWindow::showKernels() {
  std::vector<QuickEntry> entries;
  for (const auto& [name, unit] : findings_.units()) {
    for (const KernelSummary& kernel : unit.shown.kernels) {
      const SourcePosition at = kernel.nameAt.isValid() ? kernel.nameAt : kernel.definition.begin;
      entries.push_back({QString::fromStdString(kernel.name),
                         QString::fromStdString(fs::path(at.file).filename().string()) + ':' + QString::number(at.line),
                         true, [this, at] { goTo(at); }});
    }
  }
  (new CommandPalette(tr("Go to kernel"), std::move(entries), this))->show();
}

void MainWindow::movePane(int direction) {
  std::vector<QWidget*> panes;
  if (QWidget* page = pages_->currentWidget()) panes.push_back(page);
  for (const auto& [dock, target] :
       std::initializer_list<std::pair<QDockWidget*, QWidget*>>{{opportunitiesDock_, &opportunities_->tree()},
                                                                {evidenceDock_, &evidence_->table()},
                                                                {projectDock_, &project_->tree()}}) {
    if (dock->isVisible()) panes.push_back(target);
  }
  for (QDockWidget* dock : bottom_->docks()) {
    if (dock->isVisible() && !dock->visibleRegion().isEmpty()) panes.push_back(dock->widget());
  }
  const QWidget* focus = QApplication::focusWidget();
  int at = 0;
  for (size_t i = 0; i < panes.size(); ++i) {
    if (focus && (panes[i] == focus || panes[i]->isAncestorOf(focus))) at = static_cast<int>(i);
  }
  const int count = static_cast<int>(panes.size());
  if (count > 0) panes[static_cast<size_t>((at + direction + count) % count)]->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::showHelp() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  if (!opportunity) return;
  runThrough(
      door_, [page = resourceFolder() / "help" / (opportunity->pass + ".md")] { return readFile(page, 1 << 20); },
      [this, pass = opportunity->pass](const Result<std::string>& text) {
        if (!text.ok()) {
          messages_->post({Message::Kind::note, QString::fromStdString(text.error().message), {}, {}, {}});
          return;
        }
        pages_->showHelp(tr("Help: %1").arg(QString::fromStdString(pass)), QString::fromStdString(*text));
      });
}

}  // namespace warpwright::views
