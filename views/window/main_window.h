#pragma once

#include <QMainWindow>
#include <QSettings>
#include <memory>
#include <optional>
#include <tuple>

#include "core/model/cache_policy/choose_policy.h"
#include "core/report/tuning_table.h"
#include "core/session/records.h"
#include "views/memory/memory_panel.h"
#include "views/problems/problems.h"
#include "views/search/search_panel.h"
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
class DockTitle;
class EditorPage;
class EvidencePanel;
class LoadsPanel;
class LoadsRun;
class MemoryPanel;
class MessageBar;
class OccupancyPanel;
class OpportunitiesPanel;
class Pages;
class ProblemsPanel;
class ProfilingPanel;
class ProjectPanel;
class RewriteFlow;
class RunsPanel;
class SessionKeeper;
class SpeedupsPanel;
class StatusLine;
class StepBar;
class Targets;
class TasksPanel;
class TraceRun;
class TuningRun;
class WindowActions;
class WindowLayouts;
struct Preview;

/// The window: composes docks and pages, and says what follows from what. It holds no logic of its own beyond that.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  MainWindow(Services services, Theme& theme, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a file, or a folder as the project.
  void openPath(const std::string& path);
  void openSession(const std::filesystem::path& file);
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
  BottomDocks& bottom() { return *bottom_; }
  WindowLayouts& layouts() { return *layouts_; }
  CheckRun& checks() { return *checks_; }
  TuningRun& tuning() { return *tuning_; }
  Targets& targets() { return *targets_; }
  TraceRun& traces() { return *tracing_; }
  LoadsRun& weighing() { return *weighing_; }

 signals:
  /// The first editor can be typed into.
  void editable();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeDocks();
  void makeBottomDocks();
  void makeReuseDocks();
  void analyseForDevice();
  void makeProfilingDocks();
  void connectTuning();
  /// What was tried of the selected kernel; the running measurement where it is of this one.
  std::optional<TuningTable> tuningOfKernel() const;
  void measure();
  void startTuning();
  void previewTuned(const VariantSteps& steps);
  void showMeasured();
  void updateProfiling();
  void updateMeasureStep();
  void makeMemoryDock();
  void connectTraces();
  void findInProject();
  void goToDefinition();
  SearchPanel::Sources searchSources() const;
  void connectRuns();
  void onRun(const RunRecord& record, std::vector<Problem> problems);
  void updateRuns();
  void trace(const QString& arguments);
  void traceVerified(const Preview& preview, const QString& arguments);
  void onTraced(const RunRecord& record, const MemoryTraces& traces);
  void updateMemory();
  void weighLoads();
  void onWeighed(const RunRecord& record, const QString& kernel, const PolicyChoice& choice);
  void updateLoads();
  void updateHeat(EditorPage& page);
  std::vector<HeatMap> tracedHeat(const std::string& file) const;
  void updateOccupancy();
  QDockWidget* makeDock(const QString& name, const QString& objectName, QWidget* content, Qt::DockWidgetArea area);
  void connectActions();
  void connectViews();
  void connectFlow();
  void openProject(const std::string& folder);
  void onOpened(EditorPage* page);
  void onFindings(const std::string& unit);
  void selectBest(const std::string& unit);
  void goTo(const SourcePosition& at);
  void showSelected();
  void updateAll();
  void updateSteps();
  void updateKernels();
  void updateStatus();
  void updateTitle();
  void updateMessages(const std::string& unit);
  void remember(const std::string& path);
  void fillRecent();
  void showLayout(int kind);
  void showPalette();
  void showFiles();
  void showKernels();
  void movePane(int direction);
  void showHelp();
  void undo();

  Services services_;
  Theme& theme_;
  std::unique_ptr<QSettings> settings_;
  Findings findings_;
  Selection selection_;
  WindowActions* actions_;
  MessageBar* messages_;
  Pages* pages_;
  AnalysisQueue* queue_;
  RewriteFlow* flow_;
  SessionKeeper* session_;
  StatusLine* status_;
  StepBar* steps_;
  ProjectPanel* project_;
  OpportunitiesPanel* opportunities_;
  EvidencePanel* evidence_;
  BottomDocks* bottom_;
  WindowLayouts* layouts_;
  CheckRun* checks_;
  Targets* targets_;
  TuningRun* tuning_;
  TraceRun* tracing_;
  LoadsRun* weighing_;
  // Made when their docks are first seen.
  OccupancyPanel* occupancy_ = nullptr;
  MemoryPanel* memory_ = nullptr;
  ProfilingPanel* profiling_ = nullptr;
  SpeedupsPanel* speedups_ = nullptr;
  LoadsPanel* loads_ = nullptr;
  TasksPanel* tasks_ = nullptr;
  SearchPanel* search_ = nullptr;
  ProblemsPanel* problems_ = nullptr;
  RunsPanel* runs_ = nullptr;
  std::vector<Problem> runProblems_;
  MemoryTraces traces_;
  std::optional<FindingKey> tracedFinding_;  ///< what the variant of the running trace is about
  size_t shownRuns_ = 0;
  QString tuningFailure_;
  std::tuple<std::string, std::string, std::string, std::string, QString> shownOccupancy_;
  QDockWidget *projectDock_, *opportunitiesDock_, *evidenceDock_;
  std::string folder_;
  bool wasEditable_ = false, projectWaits_ = false;
  Door door_;
  JobSlot definitionJob_, tunedJob_;
};

}  // namespace warpwright::views
