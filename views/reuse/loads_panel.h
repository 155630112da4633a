#pragma once

#include <QWidget>
#include <filesystem>

#include "core/report/traffic_chart.h"
#include "views/shared/job.h"

class QLabel;
class QPushButton;

namespace warpwright::views {

class CellModel;
class CellTable;
class Theme;
class TrafficView;

/// The dock "Reuse: loads": the traffic-reduction graph of a kernel with the exact and the heuristic choice.
class LoadsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit LoadsPanel(Theme& theme, QWidget* parent = nullptr);

  /// Reads a TRG.json and solves it, off the GUI thread.
  void openFile(const std::filesystem::path& file);
  void setGraph(const QString& name, TrafficGraph graph);
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  TrafficView& view() { return *view_; }
  CellTable& table() { return *table_; }
  QString message() const;

 signals:
  void lineClicked(const warpwright::SourcePosition& at);
  /// A graph was solved: the session keeps it for the report.
  void solved(const QString& name, const warpwright::TrafficGraph& graph);

 private:
  void solve(const QString& name, TrafficGraph graph);
  void showSolution(std::optional<TrafficSolution> solution);
  void say(const QString& text, bool isError);
  void saveSvg();
  void restyle();
  Theme& theme_;
  QString name_;
  TrafficView* view_;
  CellModel* model_;
  CellTable* table_;
  QLabel *title_, *legend_, *words_, *empty_;
  QWidget* verdict_;
  QLabel* verdictShape_;
  QPushButton *open_, *cancel_, *svg_;
  std::vector<TrafficRow> rows_;
  JobSlot job_;
};

}  // namespace warpwright::views
