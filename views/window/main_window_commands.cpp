// What each command of the window does.
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QTableView>
#include <QTimer>
#include <QTreeView>
#include <algorithm>

#include "core/base/file.h"
#include "core/base/version.h"
#include "views/editor/find_bar.h"
#include "views/opportunities/evidence_panel.h"
#include "views/opportunities/opportunities_panel.h"
#include "views/project/project_panel.h"
#include "views/shared/message_bar.h"
#include "views/window/analysis_queue.h"
#include "views/window/bottom_docks.h"
#include "views/window/checking.h"
#include "views/window/chosen_device.h"
#include "views/window/comparing.h"
#include "views/window/main_window.h"
#include "views/window/measuring.h"
#include "views/window/navigation.h"
#include "views/window/own_variants.h"
#include "views/window/pages.h"
#include "views/window/profiles.h"
#include "views/window/program_choice.h"
#include "views/window/rewrite_flow.h"
#include "views/window/session_keeper.h"
#include "views/window/window_actions.h"
#include "views/window/window_layouts.h"

namespace warpwright::views {
namespace {

QString sourceKinds() {
  return MainWindow::tr("CUDA and C++ sources (*.cu *.cuh *.cpp *.cc *.c *.h *.hpp);;All files (*)");
}

}  // namespace

void MainWindow::connectTo(Commands commands) {
  for (const auto& [action, run] : commands) connect(action, &QAction::triggered, &links_, run);
}

void MainWindow::connectCommands() {
  connectFileCommands();
  connectEditCommands();
  connectRunCommands();
  connectViewCommands();
  WindowActions& a = *actions_;
  connectTo({
      {a.goToDefinition, [this] { navigation_->goToDefinition(); }},
      {a.findReferences, [this] { navigation_->findReferences(); }},
      {a.findInProject, [this] { navigation_->findInProject(); }},
      {a.palette, [this] { navigation_->showCommands(actions_->all()); }},
      {a.keys, [this] { navigation_->showCommands(actions_->all()); }},
      {a.goToFile, [this] { navigation_->showFiles(); }},
      {a.chooseProgram, [this] { programs_->show(); }},
      {a.goToSymbol, [this] { navigation_->showSymbols(); }},
      {a.nextFinding, [this] { opportunities_->step(+1); }},
      {a.previousFinding, [this] { opportunities_->step(-1); }},
      {a.nextPane, [this] { movePane(+1); }},
      {a.previousPane, [this] { movePane(-1); }},
      {a.settings, [this] { showSettings(); }},
      {a.help, [this] { showHelp(); }},
      {a.accessibility, [this] { showHelp("accessibility"); }},
      {a.about, [this] { showAbout(); }},
  });
}

void MainWindow::connectFileCommands() {
  WindowActions& a = *actions_;
  connectTo({
      {a.openFile, [this] { chooseFile(); }},
      {a.openFolder,
       [this] {
         const QString start = QString::fromStdString(folder_);
         const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder"), start);
         if (!path.isEmpty()) openPath(path.toStdString());
       }},
      {a.openSession,
       [this] {
         const QString path = QFileDialog::getOpenFileName(this, tr("Open session"), {}, tr("Sessions (*.wws)"));
         if (!path.isEmpty()) openSession(path.toStdString());
       }},
      {a.saveSession,
       [this] {
         saveTo(tr("Save session"), "session.wws", tr("Sessions (*.wws)"),
                [this](const std::string& path) { session_->saveAs(path); });
       }},
      {a.openProfile, [this] { profiles_->choose(); }},
      {a.compareSessions, [this] { comparing_->choose(); }},
      {a.exportReport,
       [this] {
         saveTo(tr("Export report"), "report.html", tr("HTML (*.html)"),
                [this](const std::string& path) { exportReport(path); });
       }},
      {a.savePatch,
       [this] {
         saveTo(tr("Save patch"), "rewrite.patch", tr("Patches (*.patch *.diff)"),
                [this](const std::string& path) { flow_->savePatch(path); });
       }},
      {a.toBranch,
       [this] {
         const QString name = QInputDialog::getText(this, tr("Apply to a new branch"), tr("Name of the branch"),
                                                    QLineEdit::Normal, flow_->branchName())
                                  .trimmed();
         if (!name.isEmpty()) flow_->applyToBranch(name);
       }},
      {a.save,
       [this] {
         if (EditorPage* page = pages_->currentEditor()) pages_->save(*page);
       }},
      {a.saveAs,
       [this] {
         EditorPage* page = pages_->currentEditor();
         if (page)
           saveTo(tr("Save as"), QString::fromStdString(page->path()), sourceKinds(),
                  [this, page](const std::string& path) { pages_->saveAs(*page, path); });
       }},
      {a.saveAll,
       [this] {
         for (EditorPage* page : pages_->editors())
           if (page->isModified()) pages_->save(*page);
       }},
      {a.closePage, [this] { pages_->closePage(pages_->currentIndex()); }},
      {a.quit, [this] { close(); }},
  });
  connect(&pages_->preview(), &PreviewPage::applyRequested, this, &MainWindow::applyTo);
  connect(flow_.get(), &RewriteFlow::placeWanted, this, &MainWindow::applyTo);
}

void MainWindow::applyTo(ApplyTo place) {
  switch (place) {
    case ApplyTo::files:
      return flow_->apply();
    case ApplyTo::branch:
      return actions_->toBranch->trigger();
    case ApplyTo::patch:
      return actions_->savePatch->trigger();
  }
}

void MainWindow::chooseFile() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open file"), QString::fromStdString(folder_), sourceKinds());
  if (!path.isEmpty()) openPath(path.toStdString());
}

void MainWindow::saveTo(const QString& title, const QString& name, const QString& kinds,
                        const std::function<void(const std::string&)>& save) {
  const QString path = QFileDialog::getSaveFileName(this, title, name, kinds);
  if (!path.isEmpty()) save(path.toStdString());
}

void MainWindow::connectEditCommands() {
  WindowActions& a = *actions_;
  const auto edit = [this](auto run) {
    return [this, run] {
      if (CodeEditor* code = pages_->currentCode()) run(*code);
    };
  };
  const auto inPage = [this](auto run) {
    return [this, run] {
      if (EditorPage* page = pages_->currentEditor()) run(page->findBar());
    };
  };
  const auto askLine = [this](CodeEditor& editor) {
    bool ok = false;
    const int line = QInputDialog::getInt(this, tr("Go to line"), tr("Line"), 1, 1, editor.lines(), 1, &ok);
    if (ok) editor.showLine(static_cast<uint32_t>(line));
  };
  connectTo({
      {a.undo, [this] { undo(); }},
      {a.redo, edit([](CodeEditor& editor) { editor.redo(); })},
      {a.cut, edit([](CodeEditor& editor) { editor.cut(); })},
      {a.copy, edit([](CodeEditor& editor) { editor.copy(); })},
      {a.paste, edit([](CodeEditor& editor) { editor.paste(); })},
      {a.selectAll, edit([](CodeEditor& editor) { editor.selectAll(); })},
      {a.goToLine, edit(askLine)},
      {a.find, inPage([](FindBar& bar) { bar.open(false); })},
      {a.replace, inPage([](FindBar& bar) { bar.open(true); })},
      {a.findNext, inPage([](FindBar& bar) { bar.step(+1); })},
      {a.complete, edit([](CodeEditor& editor) { editor.complete(); })},
      {a.splitEditor,
       [this] {
         if (EditorPage* page = pages_->currentEditor())
           page->setSplit(!page->isSplit(), [this] { return pages_->editors(); });
       }},
      {a.addCursor, edit([](CodeEditor& editor) { editor.addNextCursor(); })},
      {a.whyHere, [this] { atCursor(false); }},
      {a.actionsHere, [this] { atCursor(true); }},
  });
}

void MainWindow::connectRunCommands() {
  WindowActions& a = *actions_;
  connectTo({
      {a.analyse, [this] { analyseFront(); }},
      {a.preview, [this] { flow_->preview(); }},
      {a.verify, [this] { flow_->verify(); }},
      {a.measure, [this] { measuring_->measure(); }},
      {a.ownVariant, [this] { measuring_->own().show(); }},
      {a.apply, [this] { applyTo(pages_->preview().place()); }},
      {a.profile, [this] { profiles_->profile(); }},
      {a.runChecks, [this] { checking_->start(); }},
      {a.setLaunch, [this] { setLaunch(); }},
      {a.noteFinding, [this] { noteFinding(); }},
      {a.observe, [this] { checking_->observe(); }},
      {a.scopeFile, [this] { setScope(OpportunitiesPanel::file); }},
      {a.scopeProgram, [this] { setScope(OpportunitiesPanel::program); }},
      {a.scopeProject, [this] { setScope(OpportunitiesPanel::project); }},
      {a.cancelRun, [this] { cancelWhatRuns(); }},
      {a.closePreview, [this] { flow_->closePreview(); }},
  });
}

void MainWindow::setScope(int scope) {
  settings_->setValue("scope", scope);
  opportunitiesDock_->show();
  opportunities_->setScope(static_cast<OpportunitiesPanel::Scope>(scope));
}

void MainWindow::connectViewCommands() {
  WindowActions& a = *actions_;
  connectTo({
      {a.notes,
       [this] {
         for (EditorPage* page : pages_->editors()) page->editor().setNotesShown(actions_->notes->isChecked());
       }},
      {a.allFiles, [this] { project_->setAllFiles(actions_->allFiles->isChecked()); }},
      {a.closeDocks, [this] { bottom_->closeAll(); }},
      {a.layoutEdit, [this] { showLayout(WindowLayouts::edit); }},
      {a.layoutMeasure, [this] { showLayout(WindowLayouts::measure); }},
      {a.layoutGraphs, [this] { showLayout(WindowLayouts::graphs); }},
      {a.resetLayout, [this] { layouts_->reset(); }},
      {a.zoomIn, [this] { theme_.zoom(+1); }},
      {a.zoomOut, [this] { theme_.zoom(-1); }},
  });
  const std::pair<QAction*, ThemeKind> themes[] = {{a.themeSystem, ThemeKind::system},
                                                   {a.themeLight, ThemeKind::light},
                                                   {a.themeDark, ThemeKind::dark},
                                                   {a.themeContrast, ThemeKind::highContrast}};
  for (const auto& [action, kind] : themes) {
    action->setChecked(theme_.chosen() == kind);
    connect(action, &QAction::triggered, &links_, [this, kind = kind] {
      settings_->setValue("theme", static_cast<int>(kind));
      theme_.choose(kind);
    });
  }
}

/// The verification first, then what the workflows run, then the analysis.
void MainWindow::cancelWhatRuns() {
  const auto running = std::find_if(workflows_.begin(), workflows_.end(),
                                    [](const Workflow* workflow) { return workflow->isRunning(); });
  if (flow_->isVerifying())
    flow_->cancel();
  else if (running != workflows_.end())
    (*running)->cancel();
  else
    queue_->cancel();
  if (const int stopped = static_cast<int>(queue_->stopped()); stopped > 0) {
    const QString said = stopped == 1 ? tr("The analysis was stopped: a file is not analysed.")
                                      : tr("The analysis was stopped: %1 files are not analysed.").arg(stopped);
    messages_->post({Message::Kind::warning, said, tr("Go on"), [this] { goOn(); }, "stopped analysis"});
  }
  updateAll();
}

/// The file in front first, then the rest of what was stopped.
void MainWindow::goOn() {
  messages_->clear("stopped analysis");
  queue_->goOn();
  updateAll();
}

void MainWindow::analyseFront() {
  const std::string file = selection_.file();
  if (file.empty()) return;
  queue_->addFirst(file);
  if (queue_->stopped() > 0) goOn();
}

void MainWindow::atCursor(bool preview) {
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
}

void MainWindow::showAbout() {
  QMessageBox::about(
      this, tr("About Warpwright"),
      tr("<b>Warpwright %1</b><br>Finds what a CUDA kernel keeps in the wrong place, proves what may be moved, writes "
         "the change and checks it.<br><br>Free software under the GNU General Public License, version 3 or later, "
         "with "
         "no warranty.<br><br>Made with Qt %2 (LGPL-3), QScintilla and QCustomPlot (GPL-3), LLVM and Clang "
         "(Apache-2.0), "
         "Z3, CLI11 and nlohmann/json (MIT, BSD), GLPK (GPL-3), METIS (Apache-2.0), SQLite, zstd and zlib.")
          .arg(QString::fromStdString(versionText()), qVersion()));
}

void MainWindow::showLayout(int kind) {
  if (kind == WindowLayouts::measure) return measuring_->show();
  if (measuring_->isShown()) {
    layoutBefore_ = kind;
    EditorPage* page = pages_->editor(selection_.file());
    if (page)
      pages_->setCurrentWidget(page);
    else
      pages_->closePage(pages_->currentIndex());
  }
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

void MainWindow::undo() {
  CodeEditor* code = pages_->currentCode();
  // What is written in a variant of one's own is taken back there, whatever was applied before.
  if (code && !pages_->currentEditor() && code->isUndoAvailable()) return code->undo();
  if (flow_->isWriting()) return;  // what it would take back is not there yet, or about to go
  if (flow_->undo()) return;
  if (code) code->undo();
}

void MainWindow::movePane(int direction) {
  std::vector<QWidget*> panes;
  if (QWidget* page = pages_->currentWidget()) panes.push_back(page);
  for (const auto& [dock, target] :
       std::initializer_list<std::pair<QDockWidget*, QWidget*>>{{opportunitiesDock_.get(), &opportunities_->tree()},
                                                                {evidenceDock_.get(), &evidence_->table()},
                                                                {projectDock_.get(), &project_->tree()}}) {
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
  showHelp(opportunity ? opportunity->pass : std::string("window"));
}

void MainWindow::showHelp(const std::string& page) {
  runThrough(
      door_, [file = resourceFolder() / "help" / (page + ".md")] { return readFile(file, 1 << 20); },
      [this, page](const Result<std::string>& text) {
        if (!text.ok()) {
          messages_->post({Message::Kind::note, QString::fromStdString(text.error().message), {}, {}, {}});
          return;
        }
        pages_->showHelp(tr("Help: %1").arg(QString::fromStdString(page)), QString::fromStdString(*text));
      });
}

}  // namespace warpwright::views
