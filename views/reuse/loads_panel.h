#pragma once

#include <QWidget>
#include <filesystem>

#include "core/report/traffic_chart.h"
#include "views/shared/job.h"

class QLabel;
class QPushButton;
class QSplitter;

namespace warpwright::views {

class CellModel;
class CellTable;
class Theme;
class TrafficView;

/// The dock "Reuse: loads": the traffic-reduction graph of a kernel with the exact and the heuristic choice. It asks
/// for the graph of the selected kernel, or opens one from a file.
class LoadsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit LoadsPanel(Theme& theme, QWidget* parent = nullptr);

  /// Reads a TRG.json and solves it, off the GUI thread.
  void openFile(const std::filesystem::path& file);
  /// Shows the graph of a kernel with what its solvers chose.
  void setSolution(const QString& name, TrafficSolution solution);
  /// The kernel whose graph can be computed. `whyNot`: what is missing; empty: nothing.
  void setKernel(const QString& kernel, const QString& whyNot);
  /// What the run that computes a graph does; empty: none runs. A graph that is shown stays until it is there.
  void setProgress(const QString& progress);
  /// The run gave no graph. One that is shown stays.
  void showFailure(const QString& reason);
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  TrafficView& view() { return *view_; }
  CellTable& table() { return *table_; }
  CellTable& loads() { return *loads_; }
  QString message() const;

 signals:
  void computeRequested();
  void cancelRequested();
  void lineClicked(const warpwright::SourcePosition& at);
  /// A graph that was opened is solved: the session keeps it for the report.
  void solved(const QString& name, const warpwright::TrafficGraph& graph);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeBar();
  QWidget* makeVerdict();
  QWidget* makeBody();
  void fillLoads();
  void connectParts();
  void solve(const QString& name, TrafficGraph graph);
  void showSolution(std::optional<TrafficSolution> solution);
  void showMessage(const QString& text, bool isError);
  void saveSvg();
  void showState();
  void restyle();
  Theme& theme_;
  QString name_, kernel_, whyNot_, progress_, failure_, said_;
  TrafficView* view_;
  CellModel *model_, *loadsModel_;
  CellTable *table_, *loads_;
  QSplitter* body_;
  QLabel *title_, *state_, *legend_, *words_, *empty_;
  QWidget* verdict_;
  QLabel* verdictShape_;
  QPushButton *compute_, *open_, *cancel_, *svg_;
  std::vector<TrafficRow> rows_;
  JobSlot job_;
};

}  // namespace warpwright::views
