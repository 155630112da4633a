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
    {&WindowActions::openFile, QT_TRANSLATE_NOOP("WindowActions", "&Open file…"), "Ctrl+O",
     QT_TRANSLATE_NOOP("WindowActions", "Open a CUDA source file")},
    {&WindowActions::openFolder, QT_TRANSLATE_NOOP("WindowActions", "Open &folder…"), "Ctrl+Shift+O",
     QT_TRANSLATE_NOOP("WindowActions", "Open a folder of sources; nothing in it is run")},
    {&WindowActions::openSession, QT_TRANSLATE_NOOP("WindowActions", "Open s&ession…"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Open a session that was saved before")},
    {&WindowActions::save, QT_TRANSLATE_NOOP("WindowActions", "&Save"), "Ctrl+S",
     QT_TRANSLATE_NOOP("WindowActions", "Save the file")},
    {&WindowActions::saveAs, QT_TRANSLATE_NOOP("WindowActions", "Save &as…"), "Ctrl+Shift+S",
     QT_TRANSLATE_NOOP("WindowActions", "Save the text under another name")},
    {&WindowActions::saveAll, QT_TRANSLATE_NOOP("WindowActions", "Save a&ll"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Save every file with unsaved changes")},
    {&WindowActions::closePage, QT_TRANSLATE_NOOP("WindowActions", "&Close tab"), "Ctrl+W",
     QT_TRANSLATE_NOOP("WindowActions", "Close the tab in front")},
    {&WindowActions::quit, QT_TRANSLATE_NOOP("WindowActions", "&Quit"), "Ctrl+Q",
     QT_TRANSLATE_NOOP("WindowActions", "Leave the program")},
    {&WindowActions::undo, QT_TRANSLATE_NOOP("WindowActions", "&Undo"), "Ctrl+Z",
     QT_TRANSLATE_NOOP("WindowActions", "Take the last change back; an applied rewrite is one step")},
    {&WindowActions::redo, QT_TRANSLATE_NOOP("WindowActions", "&Redo"), "Ctrl+Shift+Z",
     QT_TRANSLATE_NOOP("WindowActions", "Make the change again")},
    {&WindowActions::cut, QT_TRANSLATE_NOOP("WindowActions", "Cu&t"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Cut the selection")},
    {&WindowActions::copy, QT_TRANSLATE_NOOP("WindowActions", "&Copy"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Copy the selection")},
    {&WindowActions::paste, QT_TRANSLATE_NOOP("WindowActions", "&Paste"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Paste at the cursor")},
    {&WindowActions::selectAll, QT_TRANSLATE_NOOP("WindowActions", "Select &all"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Select the whole text")},
    {&WindowActions::find, QT_TRANSLATE_NOOP("WindowActions", "&Find…"), "Ctrl+F",
     QT_TRANSLATE_NOOP("WindowActions", "Find in the file")},
    {&WindowActions::findNext, QT_TRANSLATE_NOOP("WindowActions", "Find &next"), "F3",
     QT_TRANSLATE_NOOP("WindowActions", "Find the same words again")},
    {&WindowActions::replace, QT_TRANSLATE_NOOP("WindowActions", "&Replace…"), "Ctrl+H",
     QT_TRANSLATE_NOOP("WindowActions", "Find and replace in the file")},
    {&WindowActions::findInProject, QT_TRANSLATE_NOOP("WindowActions", "Find in &project…"), "Ctrl+Shift+F",
     QT_TRANSLATE_NOOP("WindowActions", "Find words in all files of the project")},
    {&WindowActions::goToLine, QT_TRANSLATE_NOOP("WindowActions", "Go to &line…"), "Ctrl+G",
     QT_TRANSLATE_NOOP("WindowActions", "Go to a line by its number")},
    {&WindowActions::palette, QT_TRANSLATE_NOOP("WindowActions", "All &commands…"), "Ctrl+K",
     QT_TRANSLATE_NOOP("WindowActions", "Find any command by its name")},
    {&WindowActions::goToFile, QT_TRANSLATE_NOOP("WindowActions", "Go to &file…"), "Ctrl+P",
     QT_TRANSLATE_NOOP("WindowActions", "Open a file of the project by its name")},
    {&WindowActions::chooseProgram, QT_TRANSLATE_NOOP("WindowActions", "Choose p&rogram…"), "Ctrl+Shift+P",
     QT_TRANSLATE_NOOP("WindowActions", "Choose which program of the folder is looked at, where it holds several")},
    {&WindowActions::goToSymbol, QT_TRANSLATE_NOOP("WindowActions", "Go to &symbol…"), "Ctrl+T",
     QT_TRANSLATE_NOOP("WindowActions", "Go to a kernel, function, type or macro of the project by its name")},
    {&WindowActions::goToDefinition, QT_TRANSLATE_NOOP("WindowActions", "Go to &definition"), "F12",
     QT_TRANSLATE_NOOP("WindowActions", "Go to where the name at the cursor is defined")},
    {&WindowActions::findReferences, QT_TRANSLATE_NOOP("WindowActions", "Find re&ferences"), "Shift+F12",
     QT_TRANSLATE_NOOP("WindowActions", "List where the name at the cursor is used in the project")},
    {&WindowActions::complete, QT_TRANSLATE_NOOP("WindowActions", "Co&mplete"), "Ctrl+Space",
     QT_TRANSLATE_NOOP("WindowActions", "List the names that can stand at the cursor")},
    {&WindowActions::addCursor, QT_TRANSLATE_NOOP("WindowActions", "Add &next occurrence"), "Ctrl+D",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Select the word at the cursor, then its next occurrence as well, to type into all of them")},
    {&WindowActions::nextFinding, QT_TRANSLATE_NOOP("WindowActions", "&Next opportunity"), "F4",
     QT_TRANSLATE_NOOP("WindowActions", "Select the next finding")},
    {&WindowActions::previousFinding, QT_TRANSLATE_NOOP("WindowActions", "&Previous opportunity"), "Shift+F4",
     QT_TRANSLATE_NOOP("WindowActions", "Select the previous finding")},
    {&WindowActions::whyHere, QT_TRANSLATE_NOOP("WindowActions", "&Why not here?"), "Alt+W",
     QT_TRANSLATE_NOOP("WindowActions", "Show the finding at the cursor and its reason")},
    {&WindowActions::actionsHere, QT_TRANSLATE_NOOP("WindowActions", "&Actions at the cursor"), "Alt+Return",
     QT_TRANSLATE_NOOP("WindowActions", "What can be done at the cursor")},
    {&WindowActions::nextPane, QT_TRANSLATE_NOOP("WindowActions", "Next pa&ne"), "F6",
     QT_TRANSLATE_NOOP("WindowActions", "Move the focus to the next dock or editor")},
    {&WindowActions::previousPane, QT_TRANSLATE_NOOP("WindowActions", "Previous pan&e"), "Shift+F6",
     QT_TRANSLATE_NOOP("WindowActions", "Move the focus to the previous dock or editor")},
    {&WindowActions::analyse, QT_TRANSLATE_NOOP("WindowActions", "&Analyse now"), "F5",
     QT_TRANSLATE_NOOP("WindowActions", "Analyse the file again (F5)")},
    {&WindowActions::preview, QT_TRANSLATE_NOOP("WindowActions", "&Preview diff"), "F7",
     QT_TRANSLATE_NOOP("WindowActions", "Show what the selected rewrite changes (F7)")},
    {&WindowActions::verify, QT_TRANSLATE_NOOP("WindowActions", "&Verify on CPU"), "F8",
     QT_TRANSLATE_NOOP("WindowActions", "Run original and rewrite on the CPU engine and compare (F8)")},
    {&WindowActions::measure, QT_TRANSLATE_NOOP("WindowActions", "&Measure"), "F9",
     QT_TRANSLATE_NOOP("WindowActions", "Try variants of the kernel on the chosen target (F9)")},
    {&WindowActions::ownVariant, QT_TRANSLATE_NOOP("WindowActions", "&Your own variant…"), "",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Edit a copy of the kernel, and have it verified and measured beside the variants found")},
    {&WindowActions::profile, QT_TRANSLATE_NOOP("WindowActions", "&Profile the program…"), "Ctrl+F9",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Run the compiled program on this computer's GPU and see which kernels take "
                       "the time")},
    {&WindowActions::openProfile, QT_TRANSLATE_NOOP("WindowActions", "Open a pro&file…"), "",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Kernels by their time, and launches and copies along time, of a profile that "
                       "was kept")},
    {&WindowActions::apply, QT_TRANSLATE_NOOP("WindowActions", "&Apply"), "Ctrl+Shift+Return",
     QT_TRANSLATE_NOOP("WindowActions", "Write the change; one undo takes it back (Ctrl+Shift+Enter)")},
    {&WindowActions::cancelRun, QT_TRANSLATE_NOOP("WindowActions", "&Cancel what runs"), "Shift+Esc",
     QT_TRANSLATE_NOOP("WindowActions", "Stop the analysis or verification that runs")},
    {&WindowActions::runChecks, QT_TRANSLATE_NOOP("WindowActions", "&Run with checks"), "Ctrl+F8",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Run the program on the CPU engine and look for races and accesses out of bounds")},
    {&WindowActions::setLaunch, QT_TRANSLATE_NOOP("WindowActions", "Set &launch…"), "Ctrl+L",
     QT_TRANSLATE_NOOP("WindowActions",
                       "Give the block and grid of the selected kernel where the source does not tell")},
    {&WindowActions::observe, QT_TRANSLATE_NOOP("WindowActions", "&Observe launches…"), "Ctrl+Shift+F8",
     QT_TRANSLATE_NOOP("WindowActions", "Run the program once on the CPU engine and see how its kernels are launched")},
    {&WindowActions::noteFinding, QT_TRANSLATE_NOOP("WindowActions", "&Note on the finding…"), "Ctrl+Alt+N",
     QT_TRANSLATE_NOOP("WindowActions", "Write down what you think of the selected finding; the session keeps it")},
    {&WindowActions::scopeFile, QT_TRANSLATE_NOOP("WindowActions", "List findings of the &file"), "Ctrl+Alt+F",
     QT_TRANSLATE_NOOP("WindowActions", "List the findings of the file in front only")},
    {&WindowActions::scopeProgram, QT_TRANSLATE_NOOP("WindowActions", "List findings of the pro&gram"), "Ctrl+Alt+G",
     QT_TRANSLATE_NOOP("WindowActions", "List the findings of the program of the file in front")},
    {&WindowActions::scopeProject, QT_TRANSLATE_NOOP("WindowActions", "List findings of the pro&ject"), "Ctrl+Alt+P",
     QT_TRANSLATE_NOOP("WindowActions", "List the findings of all files")},
    {&WindowActions::closePreview, QT_TRANSLATE_NOOP("WindowActions", "Close p&review"), "Esc",
     QT_TRANSLATE_NOOP("WindowActions", "Close the preview in front")},
    {&WindowActions::savePatch, QT_TRANSLATE_NOOP("WindowActions", "&Save patch…"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Save the previewed change as a patch")},
    {&WindowActions::toBranch, QT_TRANSLATE_NOOP("WindowActions", "Apply to a new &branch…"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Commit the previewed change to a new branch; your files stay as they are")},
    {&WindowActions::exportReport, QT_TRANSLATE_NOOP("WindowActions", "&Export report…"), "Ctrl+E",
     QT_TRANSLATE_NOOP("WindowActions", "Write findings, difference and verification as one HTML file")},
    {&WindowActions::saveSession, QT_TRANSLATE_NOOP("WindowActions", "&Save session…"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Keep findings and results in one file")},
    {&WindowActions::compareSessions, QT_TRANSLATE_NOOP("WindowActions", "&Compare with another session…"), "",
     QT_TRANSLATE_NOOP("WindowActions", "What another session measured, kernel by kernel, beside what this one did")},
    {&WindowActions::notes, QT_TRANSLATE_NOOP("WindowActions", "&Inline notes"), "Ctrl+Shift+N",
     QT_TRANSLATE_NOOP("WindowActions", "Show or hide the notes below code lines"), true},
    {&WindowActions::allFiles, QT_TRANSLATE_NOOP("WindowActions", "&All files in the project"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Show files without CUDA, too"), true},
    {&WindowActions::closeDocks, QT_TRANSLATE_NOOP("WindowActions", "&Close docks below"), "Ctrl+J",
     QT_TRANSLATE_NOOP("WindowActions", "Close every dock below the editor")},
    {&WindowActions::layoutEdit, QT_TRANSLATE_NOOP("WindowActions", "Layout &Edit"), "Ctrl+1",
     QT_TRANSLATE_NOOP("WindowActions", "Project, editor, opportunities and evidence")},
    {&WindowActions::layoutMeasure, QT_TRANSLATE_NOOP("WindowActions", "Layout &Measure"), "Ctrl+2",
     QT_TRANSLATE_NOOP("WindowActions", "The measuring page, with the room of all docks")},
    {&WindowActions::layoutGraphs, QT_TRANSLATE_NOOP("WindowActions", "Layout &Graphs"), "Ctrl+3",
     QT_TRANSLATE_NOOP("WindowActions", "Editor above, room for graphs below")},
    {&WindowActions::resetLayout, QT_TRANSLATE_NOOP("WindowActions", "&Reset layouts"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Put every dock back where it was at first")},
    {&WindowActions::zoomIn, QT_TRANSLATE_NOOP("WindowActions", "Zoom &in"), "Ctrl++",
     QT_TRANSLATE_NOOP("WindowActions", "Larger text everywhere")},
    {&WindowActions::splitEditor, QT_TRANSLATE_NOOP("WindowActions", "Spl&it editor"), "Ctrl+\\",
     QT_TRANSLATE_NOOP("WindowActions", "A second pane beside the text, for the same file or another one")},
    {&WindowActions::zoomOut, QT_TRANSLATE_NOOP("WindowActions", "Zoom &out"), "Ctrl+-",
     QT_TRANSLATE_NOOP("WindowActions", "Smaller text everywhere")},
    {&WindowActions::themeSystem, QT_TRANSLATE_NOOP("WindowActions", "Theme: &system"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Follow the desktop"), true},
    {&WindowActions::themeLight, QT_TRANSLATE_NOOP("WindowActions", "Theme: &light"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Light theme"), true},
    {&WindowActions::themeDark, QT_TRANSLATE_NOOP("WindowActions", "Theme: &dark"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Dark theme"), true},
    {&WindowActions::themeContrast, QT_TRANSLATE_NOOP("WindowActions", "Theme: &high contrast"), "",
     QT_TRANSLATE_NOOP("WindowActions", "High-contrast theme"), true},
    {&WindowActions::settings, QT_TRANSLATE_NOOP("WindowActions", "Se&ttings…"), "Ctrl+,",
     QT_TRANSLATE_NOOP("WindowActions", "Fonts, theme, GPU, compiler flags, include folders, passes, trusted folders")},
    {&WindowActions::keys, QT_TRANSLATE_NOOP("WindowActions", "&Keys"), "",
     QT_TRANSLATE_NOOP("WindowActions", "All commands with their keys")},
    {&WindowActions::help, QT_TRANSLATE_NOOP("WindowActions", "&Help for the selected pass"), "F1",
     QT_TRANSLATE_NOOP("WindowActions", "What the pass of the selected finding does")},
    {&WindowActions::accessibility, QT_TRANSLATE_NOOP("WindowActions", "A&ccessibility"), "",
     QT_TRANSLATE_NOOP("WindowActions", "What can be done by key, what is spoken, and how the window can look")},
    {&WindowActions::about, QT_TRANSLATE_NOOP("WindowActions", "&About Warpwright"), "",
     QT_TRANSLATE_NOOP("WindowActions", "Version and licences")},
};

constexpr const char* usualKey = "usualKey";

}  // namespace

QString WindowActions::idOf(const QAction& action) {
  return action.objectName();
}

QKeySequence WindowActions::usualKeyOf(const QAction& action) {
  return action.property(usualKey).value<QKeySequence>();
}

void WindowActions::setKeys(const std::map<QString, QKeySequence>& keys) {
  for (QAction* action : all_) {
    const auto found = keys.find(idOf(*action));
    action->setShortcut(found != keys.end() ? found->second : usualKeyOf(*action));
  }
}

WindowActions::WindowActions(QMainWindow& window) : QObject(&window) {
  for (const Entry& entry : entries) {
    auto* action = new QAction(tr(entry.text), &window);
    action->setObjectName(QString::fromUtf8(entry.text).remove('&').remove(QStringLiteral("…")));
    action->setProperty(usualKey, QKeySequence(entry.key));
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
                                   nullptr, findInProject, nullptr, complete, addCursor, nullptr, settings});
  viewMenu = bar->addMenu(tr("&View"));
  for (QAction* dock : docks) viewMenu->addAction(dock);
  fill(viewMenu, {closeDocks, nullptr, notes, splitEditor, allFiles, nullptr, layoutEdit, layoutMeasure, layoutGraphs,
                  resetLayout, nullptr, zoomIn, zoomOut, nullptr, themeSystem, themeLight, themeDark, themeContrast});
  auto* themes = new QActionGroup(&window);
  for (QAction* theme : {themeSystem, themeLight, themeDark, themeContrast}) themes->addAction(theme);
  fill(bar->addMenu(tr("&Go")), {palette, nullptr, goToFile, chooseProgram, goToSymbol, goToDefinition, findReferences,
                                 goToLine, nullptr, nextFinding, previousFinding, nullptr, nextPane, previousPane});
  QMenu* opportunity = fill(bar->addMenu(tr("&Opportunity")), {analyse});
  lookForMenu = opportunity->addMenu(tr("&Look for"));
  lookForMenu->setToolTip(tr("What only a measurement decides, and is looked for only where it is asked for"));
  fill(opportunity,
       {preview, verify, apply, nullptr, toBranch, savePatch, whyHere, actionsHere, noteFinding, nullptr, setLaunch,
        observe, nullptr, scopeFile, scopeProgram, scopeProject, nullptr, cancelRun, closePreview});
  fill(bar->addMenu(tr("&Measure")), {measure, ownVariant, nullptr, profile, openProfile, nullptr, runChecks});
  fill(bar->addMenu(tr("&Session")), {openSession, saveSession, compareSessions, nullptr, exportReport});
  fill(bar->addMenu(tr("&Help")), {help, keys, accessibility, nullptr, about});
  for (QMenu* menu : bar->findChildren<QMenu*>()) menu->setAccessibleName(menu->title().remove('&'));
}

}  // namespace warpwright::views
