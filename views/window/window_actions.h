#pragma once

#include <QKeySequence>
#include <QObject>
#include <array>
#include <map>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace warpwright::views {

/// Every command of the window: made once, from a table, and shown in menus, tool bar and command palette.
class WindowActions : public QObject {
  Q_OBJECT
 public:
  explicit WindowActions(QMainWindow& window);

  QAction *openFile, *openFolder, *openSession, *save, *saveAs, *saveAll, *closePage, *quit;
  QAction *undo, *redo, *cut, *copy, *paste, *selectAll, *find, *findNext, *replace, *goToLine, *findInProject;
  QAction *palette, *goToFile, *chooseProgram, *goToSymbol, *goToDefinition, *findReferences, *complete, *addCursor,
      *nextFinding, *previousFinding, *whyHere, *actionsHere, *nextPane, *previousPane;
  QAction *analyse, *preview, *verify, *measure, *ownVariant, *apply, *cancelRun, *closePreview, *savePatch, *toBranch,
      *runChecks, *setLaunch, *observe, *noteFinding, *scopeFile, *scopeProgram, *scopeProject;
  QAction *exportReport, *saveSession, *compareSessions, *profile, *openProfile;
  QAction *notes, *splitEditor, *allFiles, *closeDocks, *layoutEdit, *layoutMeasure, *layoutGraphs, *resetLayout,
      *zoomIn, *zoomOut;
  QAction *themeSystem, *themeLight, *themeDark, *themeContrast;
  QAction *keys, *settings, *help, *accessibility, *about;
  QMenu *recentMenu = nullptr, *viewMenu = nullptr, *lookForMenu = nullptr;

  std::array<QAction*, 5> steps() const { return {analyse, preview, verify, measure, apply}; }
  /// Gives commands other keys than usual, by their `idOf`; those that are not named have their usual ones.
  void setKeys(const std::map<QString, QKeySequence>& keys);
  /// The same in every language.
  static QString idOf(const QAction& action);
  static QKeySequence usualKeyOf(const QAction& action);
  /// All commands in menu order, for the palette.
  std::vector<QAction*> all() const { return all_; }
  void makeMenus(QMainWindow& window, const std::vector<QAction*>& docks);

 private:
  std::vector<QAction*> all_;
};

}  // namespace warpwright::views
