#include "views/window/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace warpwright::views {

namespace {

/// A command: what it is called, its key (none: empty), what it does, and whether it is a switch.
struct Entry {
  QAction* WindowActions::* id;
  const char *text, *key, *tip;
  bool isSwitch = false;
};

/// In the order of the palette.
constexpr Entry entries[] = {
    {&WindowActions::openFile, QT_TR_NOOP("&Open file…"), "Ctrl+O", QT_TR_NOOP("Open a CUDA source file")},
    {&WindowActions::openFolder, QT_TR_NOOP("Open &folder…"), "Ctrl+Shift+O",
     QT_TR_NOOP("Open a folder of sources; nothing in it is run")},
    {&WindowActions::openSession, QT_TR_NOOP("Open s&ession…"), "", QT_TR_NOOP("Open a session that was saved before")},
    {&WindowActions::save, QT_TR_NOOP("&Save"), "Ctrl+S", QT_TR_NOOP("Save the file")},
    {&WindowActions::saveAs, QT_TR_NOOP("Save &as…"), "Ctrl+Shift+S", QT_TR_NOOP("Save the text under another name")},
    {&WindowActions::saveAll, QT_TR_NOOP("Save a&ll"), "", QT_TR_NOOP("Save every file with unsaved changes")},
    {&WindowActions::closePage, QT_TR_NOOP("&Close tab"), "Ctrl+W", QT_TR_NOOP("Close the tab in front")},
    {&WindowActions::quit, QT_TR_NOOP("&Quit"), "Ctrl+Q", QT_TR_NOOP("Leave the program")},
    {&WindowActions::undo, QT_TR_NOOP("&Undo"), "Ctrl+Z",
     QT_TR_NOOP("Take the last change back; an applied rewrite is one step")},
    {&WindowActions::redo, QT_TR_NOOP("&Redo"), "Ctrl+Shift+Z", QT_TR_NOOP("Make the change again")},
    {&WindowActions::cut, QT_TR_NOOP("Cu&t"), "", QT_TR_NOOP("Cut the selection")},
    {&WindowActions::copy, QT_TR_NOOP("&Copy"), "", QT_TR_NOOP("Copy the selection")},
    {&WindowActions::paste, QT_TR_NOOP("&Paste"), "", QT_TR_NOOP("Paste at the cursor")},
    {&WindowActions::selectAll, QT_TR_NOOP("Select &all"), "", QT_TR_NOOP("Select the whole text")},
    {&WindowActions::find, QT_TR_NOOP("&Find…"), "Ctrl+F", QT_TR_NOOP("Find in the file")},
    {&WindowActions::findNext, QT_TR_NOOP("Find &next"), "F3", QT_TR_NOOP("Find the same words again")},
    {&WindowActions::replace, QT_TR_NOOP("&Replace…"), "Ctrl+H", QT_TR_NOOP("Find and replace in the file")},
    {&WindowActions::findInProject, QT_TR_NOOP("Find in &project…"), "Ctrl+Shift+F",
     QT_TR_NOOP("Find words in all files of the project")},
    {&WindowActions::goToLine, QT_TR_NOOP("Go to &line…"), "Ctrl+G", QT_TR_NOOP("Go to a line by its number")},
    {&WindowActions::palette, QT_TR_NOOP("All &commands…"), "Ctrl+K", QT_TR_NOOP("Find any command by its name")},
    {&WindowActions::goToFile, QT_TR_NOOP("Go to &file…"), "Ctrl+P",
     QT_TR_NOOP("Open a file of the project by its name")},
    {&WindowActions::chooseProgram, QT_TR_NOOP("Choose p&rogram…"), "Ctrl+Shift+P",
     QT_TR_NOOP("Choose which program of the folder is looked at, where it holds several")},
    {&WindowActions::goToSymbol, QT_TR_NOOP("Go to &kernel…"), "Ctrl+T", QT_TR_NOOP("Go to a kernel by its name")},
    {&WindowActions::goToDefinition, QT_TR_NOOP("Go to &definition"), "F12",
     QT_TR_NOOP("Go to where the name at the cursor is defined")},
    {&WindowActions::nextFinding, QT_TR_NOOP("&Next opportunity"), "F4", QT_TR_NOOP("Select the next finding")},
    {&WindowActions::previousFinding, QT_TR_NOOP("&Previous opportunity"), "Shift+F4",
     QT_TR_NOOP("Select the previous finding")},
    {&WindowActions::whyHere, QT_TR_NOOP("&Why not here?"), "Alt+W",
     QT_TR_NOOP("Show the finding at the cursor and its reason")},
    {&WindowActions::actionsHere, QT_TR_NOOP("&Actions at the cursor"), "Alt+Return",
     QT_TR_NOOP("What can be done at the cursor")},
    {&WindowActions::nextPane, QT_TR_NOOP("Next pa&ne"), "F6", QT_TR_NOOP("Move the focus to the next dock or editor")},
    {&WindowActions::previousPane, QT_TR_NOOP("Previous pan&e"), "Shift+F6",
     QT_TR_NOOP("Move the focus to the previous dock or editor")},
    {&WindowActions::analyse, QT_TR_NOOP("&Analyse now"), "F5", QT_TR_NOOP("Analyse the file again (F5)")},
    {&WindowActions::preview, QT_TR_NOOP("&Preview diff"), "F7",
     QT_TR_NOOP("Show what the selected rewrite changes (F7)")},
    {&WindowActions::verify, QT_TR_NOOP("&Verify on CPU"), "F8",
     QT_TR_NOOP("Run original and rewrite on the CPU engine and compare (F8)")},
    {&WindowActions::measure, QT_TR_NOOP("&Measure"), "F9",
     QT_TR_NOOP("Try variants of the kernel on the chosen target (F9)")},
    {&WindowActions::apply, QT_TR_NOOP("&Apply"), "Ctrl+Shift+Return",
     QT_TR_NOOP("Write the change; one undo takes it back (Ctrl+Shift+Enter)")},
    {&WindowActions::cancelRun, QT_TR_NOOP("&Cancel what runs"), "Shift+Esc",
     QT_TR_NOOP("Stop the analysis or verification that runs")},
    {&WindowActions::runChecks, QT_TR_NOOP("&Run with checks"), "Ctrl+F8",
     QT_TR_NOOP("Run the program on the CPU engine and look for races and accesses out of bounds")},
    {&WindowActions::closePreview, QT_TR_NOOP("Close p&review"), "Esc", QT_TR_NOOP("Close the preview in front")},
    {&WindowActions::savePatch, QT_TR_NOOP("&Save patch…"), "", QT_TR_NOOP("Save the previewed change as a patch")},
    {&WindowActions::exportReport, QT_TR_NOOP("&Export report…"), "Ctrl+E",
     QT_TR_NOOP("Write findings, difference and verification as one HTML file")},
    {&WindowActions::saveSession, QT_TR_NOOP("&Save session…"), "",
     QT_TR_NOOP("Keep findings and results in one file")},
    {&WindowActions::notes, QT_TR_NOOP("&Inline notes"), "Ctrl+Shift+N",
     QT_TR_NOOP("Show or hide the notes below code lines"), true},
    {&WindowActions::allFiles, QT_TR_NOOP("&All files in the project"), "", QT_TR_NOOP("Show files without CUDA, too"),
     true},
    {&WindowActions::closeDocks, QT_TR_NOOP("&Close docks below"), "Ctrl+J",
     QT_TR_NOOP("Close every dock below the editor")},
    {&WindowActions::layoutEdit, QT_TR_NOOP("Layout &Edit"), "Ctrl+1",
     QT_TR_NOOP("Project, editor, opportunities and evidence")},
    {&WindowActions::layoutMeasure, QT_TR_NOOP("Layout &Measure"), "Ctrl+2",
     QT_TR_NOOP("Editor and opportunities, room for measurements below")},
    {&WindowActions::layoutGraphs, QT_TR_NOOP("Layout &Graphs"), "Ctrl+3",
     QT_TR_NOOP("Editor above, room for graphs below")},
    {&WindowActions::resetLayout, QT_TR_NOOP("&Reset layouts"), "",
     QT_TR_NOOP("Put every dock back where it was at first")},
    {&WindowActions::zoomIn, QT_TR_NOOP("Zoom &in"), "Ctrl++", QT_TR_NOOP("Larger text everywhere")},
    {&WindowActions::zoomOut, QT_TR_NOOP("Zoom &out"), "Ctrl+-", QT_TR_NOOP("Smaller text everywhere")},
    {&WindowActions::themeSystem, QT_TR_NOOP("Theme: &system"), "", QT_TR_NOOP("Follow the desktop"), true},
    {&WindowActions::themeLight, QT_TR_NOOP("Theme: &light"), "", QT_TR_NOOP("Light theme"), true},
    {&WindowActions::themeDark, QT_TR_NOOP("Theme: &dark"), "", QT_TR_NOOP("Dark theme"), true},
    {&WindowActions::themeContrast, QT_TR_NOOP("Theme: &high contrast"), "", QT_TR_NOOP("High-contrast theme"), true},
    {&WindowActions::settings, QT_TR_NOOP("Se&ttings…"), "Ctrl+,",
     QT_TR_NOOP("Fonts, theme, GPU, compiler flags, include folders, passes, trusted folders")},
    {&WindowActions::keys, QT_TR_NOOP("&Keys"), "", QT_TR_NOOP("All commands with their keys")},
    {&WindowActions::help, QT_TR_NOOP("&Help for the selected pass"), "F1",
     QT_TR_NOOP("What the pass of the selected finding does")},
    {&WindowActions::about, QT_TR_NOOP("&About Warpwright"), "", QT_TR_NOOP("Version and licences")},
};

}  // namespace

WindowActions::WindowActions(QMainWindow& window) : QObject(&window) {
  for (const Entry& entry : entries) {
    auto* action = new QAction(tr(entry.text), &window);
    if (*entry.key != 0) action->setShortcut(QKeySequence(entry.key));
    action->setToolTip(tr(entry.tip));
    action->setStatusTip(tr(entry.tip));
    action->setCheckable(entry.isSwitch);
    window.addAction(action);
    all_.push_back(this->*entry.id = action);
  }
  openFile->setIconText(tr("Open"));
  exportReport->setIconText(tr("Export"));
  notes->setChecked(true);
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
  fill(bar->addMenu(tr("&Edit")), {undo, redo, nullptr, cut, copy, paste, selectAll, nullptr, find, findNext, replace,
                                   nullptr, findInProject, nullptr, settings});
  viewMenu = bar->addMenu(tr("&View"));
  for (QAction* dock : docks) viewMenu->addAction(dock);
  fill(viewMenu, {closeDocks, nullptr, notes, allFiles, nullptr, layoutEdit, layoutMeasure, layoutGraphs, resetLayout,
                  nullptr, zoomIn, zoomOut, nullptr, themeSystem, themeLight, themeDark, themeContrast});
  auto* themes = new QActionGroup(&window);
  for (QAction* theme : {themeSystem, themeLight, themeDark, themeContrast}) themes->addAction(theme);
  fill(bar->addMenu(tr("&Go")), {palette, nullptr, goToFile, chooseProgram, goToSymbol, goToDefinition, goToLine,
                                 nullptr, nextFinding, previousFinding, nullptr, nextPane, previousPane});
  QMenu* opportunity = fill(bar->addMenu(tr("&Opportunity")), {analyse});
  lookForMenu = opportunity->addMenu(tr("&Look for"));
  lookForMenu->setToolTip(tr("What only a measurement decides, and is looked for only where it is asked for"));
  fill(opportunity,
       {preview, verify, apply, nullptr, savePatch, whyHere, actionsHere, nullptr, cancelRun, closePreview});
  fill(bar->addMenu(tr("&Measure")), {measure, nullptr, runChecks});
  fill(bar->addMenu(tr("&Session")), {openSession, saveSession, nullptr, exportReport});
  fill(bar->addMenu(tr("&Help")), {help, keys, nullptr, about});
  for (QMenu* menu : bar->findChildren<QMenu*>()) menu->setAccessibleName(menu->title().remove('&'));
}

}  // namespace warpwright::views
