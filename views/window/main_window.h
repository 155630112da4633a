#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QTimer>
#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

#include "core/session/records.h"
#include "views/shared/findings.h"
#include "views/shared/job.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"
#include "views/window/services.h"

class QDockWidget;

namespace warpwright::views {

class AnalysisQueue;
class BottomDocks;
class CheckRun;
class Checking;
class Comparing;
class EditorPage;
class EvidencePanel;
class FileWatch;
class FindingNotes;
class LoadsRun;
class Measuring;
class MessageBar;
class Navigation;
class OccupancyDock;
class OpportunitiesPanel;
class Pages;
class Profiles;
class ProgramChoice;
class ProjectPanel;
class RewriteFlow;
class SessionKeeper;
class StatusLine;
class StepBar;
class Targets;
class TraceRun;
class Tracing;
class TuningRun;
class Weighing;
class WindowActions;
class WindowLayouts;
class Workflow;
enum class ApplyTo;
struct Message;
struct Preview;
struct ProjectEntry;
struct ReopenedSession;
struct WindowSettings;
struct CommandKey;

/// The window: composes docks, pages and workflows, and says what follows from what. It holds no logic of its own
/// beyond that.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  MainWindow(Services services, Theme& theme, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a file, or a folder as the project.
  void openPath(const std::string& path);
  void openSession(const std::filesystem::path& file);
  /// Goes where the window was when it was closed last; false: there is no such place, or it is not wanted.
  bool restoreLast();
  void exportReport(const std::filesystem::path& file);

  Findings& findings() { return findings_; }
  Selection& selection() { return selection_; }
  Pages& pages() { return *pages_; }
  RewriteFlow& flow() { return *flow_; }
  WindowActions& actions() { return *actions_; }
  OpportunitiesPanel& opportunities() { return *opportunities_; }
  EvidencePanel& evidence() { return *evidence_; }
  ProjectPanel& project() { return *project_; }
  MessageBar& messages() { return *messages_; }
  AnalysisQueue& queue() { return *queue_; }
  StepBar& steps() { return *steps_; }
  SessionKeeper& session() { return *session_; }
  FindingNotes& notes() { return *notes_; }
  Comparing& comparing() { return *comparing_; }
  Profiles& profiles() { return *profiles_; }
  BottomDocks& bottom() { return *bottom_; }
  WindowLayouts& layouts() { return *layouts_; }
  Targets& targets() { return *targets_; }
  ProgramChoice& programs() { return *programs_; }
  CheckRun& checks();
  TuningRun& tuning();
  Measuring& measuring() { return *measuring_; }
  TraceRun& traces();
  LoadsRun& weighing();

 signals:
  /// The first editor can be typed into.
  void editable();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  using Commands = std::initializer_list<std::pair<QAction*, std::function<void()>>>;

  // Composition.
  QWidget* makeCentre();
  void makeSideDocks();
  QDockWidget* makeDock(const QString& name, const QString& objectName, QWidget* content, Qt::DockWidgetArea area);
  std::vector<QDockWidget*> sideDocks() const;
  void makeWorkflows();
  void makeMenusAndWelcome();
  // What follows from what.
  void connectCommands();
  void connectFileCommands();
  void connectEditCommands();
  void connectRunCommands();
  void connectViewCommands();
  void connectTo(Commands commands);
  void connectPages();
  void connectModels();
  void connectSideDocks();
  void connectFlow();
  void connectSession();
  void connectPrograms();
  void connectNotes();
  void connectWorkflows();
  void connectDisk();
  // Files, projects and sessions.
  void chooseFile();
  void saveTo(const QString& title, const QString& name, const QString& kinds,
              const std::function<void(const std::string&)>& save);
  void openSample(const std::string& sample);
  void openProject(const std::string& folder);
  void keepPlaces();
  bool openPlaces(const std::string& folder);
  void showProject(ProjectEntry project);
  void readProjectAgain();
  void remember(const std::string& path);
  void fillRecent();
  void onOpened(EditorPage* page);
  void onFrontChanged();
  void onEdited(const std::string& path);
  void onReopened(const ReopenedSession& session);
  // Settings.
  void readSettings();
  void fillLookFor();
  void lookFor(Family family, bool on);
  void setLookFor(const std::vector<Family>& families);
  void showSettings();
  void readKeys();
  void keepKeys(const std::vector<CommandKey>& commands);
  void askFlags(const QString& why);
  QString projectWords() const;
  void setLaunch();
  void noteFinding();
  void setScope(int scope);
  void takeSettings(const WindowSettings& before, const WindowSettings& now);
  void chooseDevice(const QString& name);
  void analyseAsChosen();
  // Commands.
  void applyTo(ApplyTo place);
  void undo();
  void cancelWhatRuns();
  void goOn();
  void analyseFront();
  void atCursor(bool preview);
  void showLayout(int kind);
  void followFront();
  void movePane(int direction);
  void showHelp();
  void showHelp(const std::string& page);
  void showAbout();
  void goToKernel(const std::string& name);
  // What is shown.
  void onFindings(const std::string& unit);
  void selectBest(const std::string& unit);
  void selectIn(const std::string& file);
  void showSelected();
  void showMeasured();
  void showProfile();
  void updateAll();
  void updateActions();
  void updateSteps();
  void updateKernels();
  void updateStatus();
  std::pair<const char*, QString> activity() const;
  void updateTitle();
  void updateMessages(const std::string& unit);
  Message messageAbout(const std::string& unit);
  Message messageAboutFlags(const UnitFindings& unit);

  // Members end from the last one up: each before what it talks to.
  Services services_;
  Theme& theme_;
  std::unique_ptr<QSettings> settings_;
  std::string folder_;
  /// The device that findings are for, as far as they differ.
  struct AskedDevice {
    std::string name;
    bool sharesCache = false;
  } asked_;
  int layoutBefore_ = 0;  ///< the one that the measuring page took the place of
  bool wasEditable_ = false, projectWaits_ = false, isProjectOpen_ = false, knowsPasses_ = false;
  Findings findings_;
  Selection selection_;
  std::unique_ptr<WindowActions> actions_;
  MessageBar* messages_ = nullptr;  // in the centre, as the pages
  Pages* pages_ = nullptr;
  std::unique_ptr<QWidget> centre_;
  std::unique_ptr<FileWatch> watch_;
  std::unique_ptr<SessionKeeper> session_;
  std::unique_ptr<FindingNotes> notes_;
  std::unique_ptr<AnalysisQueue> queue_;
  std::unique_ptr<RewriteFlow> flow_;
  std::unique_ptr<StatusLine> status_;
  std::unique_ptr<StepBar> steps_;
  std::unique_ptr<Targets> targets_;
  std::unique_ptr<ProgramChoice> programs_;
  ProjectPanel* project_ = nullptr;  // each in its dock
  OpportunitiesPanel* opportunities_ = nullptr;
  EvidencePanel* evidence_ = nullptr;
  std::unique_ptr<QDockWidget> projectDock_, opportunitiesDock_, evidenceDock_;
  std::unique_ptr<BottomDocks> bottom_;
  std::unique_ptr<WindowLayouts> layouts_;
  std::unique_ptr<Navigation> navigation_;
  std::unique_ptr<OccupancyDock> occupancy_;
  std::unique_ptr<Weighing> weighing_;
  std::unique_ptr<Tracing> tracing_;
  std::unique_ptr<Measuring> measuring_;
  std::unique_ptr<Checking> checking_;
  std::unique_ptr<Comparing> comparing_;
  std::unique_ptr<Profiles> profiles_;
  std::vector<Workflow*> workflows_;  ///< what runs is told and cancelled in this order
  QTimer places_;                     ///< until they are kept
  Door door_;
  QObject links_;  ///< takes what the window is told: it ends first, so that nobody tells a window that is going
};

}  // namespace warpwright::views
