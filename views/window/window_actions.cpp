#include "views/window/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace warpwright::views {

WindowActions::WindowActions(QMainWindow& window) : QObject(&window), window_(window) {
  openFile = make(tr("&Open file…"), "Ctrl+O", tr("Open a CUDA source file"));
  openFile->setIconText(tr("Open"));
  openFolder = make(tr("Open &folder…"), "Ctrl+Shift+O", tr("Open a folder of sources; nothing in it is run"));
  openSession = make(tr("Open s&ession…"), "", tr("Open a session that was saved before"));
  save = make(tr("&Save"), "Ctrl+S", tr("Save the file"));
  saveAs = make(tr("Save &as…"), "Ctrl+Shift+S", tr("Save the text under another name"));
  saveAll = make(tr("Save a&ll"), "", tr("Save every file with unsaved changes"));
  closePage = make(tr("&Close tab"), "Ctrl+W", tr("Close the tab in front"));
  quit = make(tr("&Quit"), "Ctrl+Q", tr("Leave the program"));
  undo = make(tr("&Undo"), "Ctrl+Z", tr("Take the last change back; an applied rewrite is one step"));
  redo = make(tr("&Redo"), "Ctrl+Shift+Z", tr("Make the change again"));
  cut = make(tr("Cu&t"), "", tr("Cut the selection"));
  copy = make(tr("&Copy"), "", tr("Copy the selection"));
  paste = make(tr("&Paste"), "", tr("Paste at the cursor"));
  selectAll = make(tr("Select &all"), "", tr("Select the whole text"));
  find = make(tr("&Find…"), "Ctrl+F", tr("Find in the file"));
  findNext = make(tr("Find &next"), "F3", tr("Find the same words again"));
  replace = make(tr("&Replace…"), "Ctrl+H", tr("Find and replace in the file"));
  findInProject = make(tr("Find in &project…"), "Ctrl+Shift+F", tr("Find words in all files of the project"));
  goToLine = make(tr("Go to &line…"), "Ctrl+G", tr("Go to a line by its number"));
  palette = make(tr("All &commands…"), "Ctrl+K", tr("Find any command by its name"));
  goToFile = make(tr("Go to &file…"), "Ctrl+P", tr("Open a file of the project by its name"));
  goToSymbol = make(tr("Go to &kernel…"), "Ctrl+T", tr("Go to a kernel by its name"));
  goToDefinition = make(tr("Go to &definition"), "F12", tr("Go to where the name at the cursor is defined"));
  nextFinding = make(tr("&Next opportunity"), "F4", tr("Select the next finding"));
  previousFinding = make(tr("&Previous opportunity"), "Shift+F4", tr("Select the previous finding"));
  whyHere = make(tr("&Why not here?"), "Alt+W", tr("Show the finding at the cursor and its reason"));
  actionsHere = make(tr("&Actions at the cursor"), "Alt+Return", tr("What can be done at the cursor"));
  nextPane = make(tr("Next pa&ne"), "F6", tr("Move the focus to the next dock or editor"));
  previousPane = make(tr("Previous pan&e"), "Shift+F6", tr("Move the focus to the previous dock or editor"));
  analyse = make(tr("&Analyse now"), "F5", tr("Analyse the file again (F5)"));
  onRequest = make(tr("Look for cache p&olicies"), "",
                   tr("Also find what only a measurement decides: which loads may go past L1"), true);
  preview = make(tr("&Preview diff"), "F7", tr("Show what the selected rewrite changes (F7)"));
  verify = make(tr("&Verify on CPU"), "F8", tr("Run original and rewrite on the CPU engine and compare (F8)"));
  measure = make(tr("&Measure"), "F9", tr("Try variants of the kernel on the chosen target (F9)"));
  apply = make(tr("&Apply"), "Ctrl+Shift+Return", tr("Write the change; one undo takes it back (Ctrl+Shift+Enter)"));
  cancelRun = make(tr("&Cancel what runs"), "Shift+Esc", tr("Stop the analysis or verification that runs"));
  runChecks = make(tr("&Run with checks"), "Ctrl+F8",
                   tr("Run the program on the CPU engine and look for races and accesses out of bounds"));
  closePreview = make(tr("Close p&review"), "Esc", tr("Close the preview in front"));
  savePatch = make(tr("&Save patch…"), "", tr("Save the previewed change as a patch"));
  exportReport =
      make(tr("&Export report…"), "Ctrl+E", tr("Write findings, difference and verification as one HTML file"));
  exportReport->setIconText(tr("Export"));
  saveSession = make(tr("&Save session…"), "", tr("Keep findings and results in one file"));
  notes = make(tr("&Inline notes"), "Ctrl+Shift+N", tr("Show or hide the notes below code lines"), true);
  notes->setChecked(true);
  allFiles = make(tr("&All files in the project"), "", tr("Show files without CUDA, too"), true);
  closeDocks = make(tr("&Close docks below"), "Ctrl+J", tr("Close every dock below the editor"));
  layoutEdit = make(tr("Layout &Edit"), "Ctrl+1", tr("Project, editor, opportunities and evidence"));
  layoutMeasure = make(tr("Layout &Measure"), "Ctrl+2", tr("Editor and opportunities, room for measurements below"));
  layoutGraphs = make(tr("Layout &Graphs"), "Ctrl+3", tr("Editor above, room for graphs below"));
  resetLayout = make(tr("&Reset layouts"), "", tr("Put every dock back where it was at first"));
  zoomIn = make(tr("Zoom &in"), "Ctrl++", tr("Larger text everywhere"));
  zoomOut = make(tr("Zoom &out"), "Ctrl+-", tr("Smaller text everywhere"));
  themeSystem = make(tr("Theme: &system"), "", tr("Follow the desktop"), true);
  themeLight = make(tr("Theme: &light"), "", tr("Light theme"), true);
  themeDark = make(tr("Theme: &dark"), "", tr("Dark theme"), true);
  themeContrast = make(tr("Theme: &high contrast"), "", tr("High-contrast theme"), true);
  keys = make(tr("&Keys"), "", tr("All commands with their keys"));
  help = make(tr("&Help for the selected pass"), "F1", tr("What the pass of the selected finding does"));
  about = make(tr("&About Warpwright"), "", tr("Version and licences"));
}

QAction* WindowActions::make(const QString& text, const QString& key, const QString& tip, bool checkable) {
  auto* action = new QAction(text, &window_);
  if (!key.isEmpty()) action->setShortcut(QKeySequence(key));
  action->setToolTip(tip);
  action->setStatusTip(tip);
  action->setCheckable(checkable);
  window_.addAction(action);
  all_.push_back(action);
  return action;
}

void WindowActions::makeMenus(QMainWindow& window, const std::vector<QAction*>& docks) {
  const auto fill = [](QMenu* menu, std::initializer_list<QAction*> actions) {
    for (QAction* action : actions) {
      if (action)
        menu->addAction(action);
      else
        menu->addSeparator();
    }
    return menu;
  };
  QMenuBar* bar = window.menuBar();
  bar->setAccessibleName(tr("Menu bar"));
  QMenu* file = fill(bar->addMenu(tr("&File")), {openFile, openFolder});
  recentMenu = file->addMenu(tr("&Recent"));
  fill(file, {nullptr, save, saveAs, saveAll, nullptr, closePage, quit});
  fill(bar->addMenu(tr("&Edit")),
       {undo, redo, nullptr, cut, copy, paste, selectAll, nullptr, find, findNext, replace, nullptr, findInProject});
  viewMenu = bar->addMenu(tr("&View"));
  for (QAction* dock : docks) viewMenu->addAction(dock);
  fill(viewMenu, {closeDocks, nullptr, notes, allFiles, nullptr, layoutEdit, layoutMeasure, layoutGraphs, resetLayout,
                  nullptr, zoomIn, zoomOut, nullptr, themeSystem, themeLight, themeDark, themeContrast});
  auto* themes = new QActionGroup(&window);
  for (QAction* theme : {themeSystem, themeLight, themeDark, themeContrast}) themes->addAction(theme);
  fill(bar->addMenu(tr("&Go")), {palette, nullptr, goToFile, goToSymbol, goToDefinition, goToLine, nullptr, nextFinding,
                                 previousFinding, nullptr, nextPane, previousPane});
  fill(bar->addMenu(tr("&Opportunity")), {analyse, onRequest, preview, verify, apply, nullptr, savePatch, whyHere,
                                          actionsHere, nullptr, cancelRun, closePreview});
  fill(bar->addMenu(tr("&Measure")), {measure, nullptr, runChecks});
  fill(bar->addMenu(tr("&Session")), {openSession, saveSession, nullptr, exportReport});
  fill(bar->addMenu(tr("&Help")), {help, keys, nullptr, about});
  for (QMenu* menu : bar->findChildren<QMenu*>()) menu->setAccessibleName(menu->title().remove('&'));
}

}  // namespace warpwright::views
