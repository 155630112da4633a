#pragma once

#include <QMainWindow>
#include <QSettings>
#include <memory>

#include "views/shared/findings.h"
#include "views/shared/job.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"
#include "views/window/services.h"

class QDockWidget;

namespace warpwright::views {

class AnalysisQueue;
class DockTitle;
class EditorPage;
class EvidencePanel;
class MessageBar;
class OpportunitiesPanel;
class Pages;
class ProjectPanel;
class RewriteFlow;
class SessionKeeper;
class StatusLine;
class StepBar;
class WindowActions;

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

 signals:
  /// The first editor can be typed into.
  void editable();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeDocks();
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
  void sizeDocks();
  void showLayout(int which);
  void remember(const std::string& path);
  void fillRecent();
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
  QDockWidget *projectDock_, *opportunitiesDock_, *evidenceDock_;
  std::string folder_;
  bool sized_ = false, wasEditable_ = false, projectWaits_ = false;
  Door door_;
};

}  // namespace warpwright::views
