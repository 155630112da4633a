#pragma once

#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/report/reuse_chart.h"
#include "views/shared/job.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace warpwright::views {

class CellModel;
class CellTable;
class TaskView;
class Theme;

/// The dock "Reuse: tasks": the task–data graph of an irregular kernel, coloured by block before and after a partition,
/// and what the partition saves. Reading, partitioning and placing run off the GUI thread and can be cancelled.
class TasksPanel : public QWidget {
  Q_OBJECT
 public:
  /// `device`: whose rate the break-even is estimated with.
  TasksPanel(Device device, Theme& theme, QWidget* parent = nullptr);

  /// Reads a Matrix Market file, an edge list, or the tasks of a launch as `warpwright partition --save-graph` leaves
  /// them.
  void openFile(const std::filesystem::path& file);
  void cancel();
  bool isRunning() const { return job_.isRunning(); }
  void setTasksPerBlock(uint32_t tasks);
  void setMethod(PartitionMethod method);
  TaskView& before() { return *views_[0]; }
  TaskView& after() { return *views_[1]; }
  CellTable& table() { return *table_; }
  QString message() const;

 signals:
  /// A partition is there: the session keeps the figure for the report.
  void partitioned(const warpwright::ReuseFigure& figure);

 private:
  struct Answer;
  QWidget* makeBar();
  QWidget* makePictures();
  QWidget* makeVerdict();
  void connectParts();
  void partition();
  void take(Answer answer);
  void showMessage(const QString& text);
  void setBusy(const QString& what);
  void fillTable();
  void select(int64_t block);
  void saveSvg();
  bool writeSvg(const QString& path) const;
  void restyle();
  Theme& theme_;
  Device device_;
  QString name_;
  std::shared_ptr<const TaskGraph> graph_;
  std::shared_ptr<const ReusePicture> picture_;
  std::vector<std::shared_ptr<const ReuseOrder>> orders_;  // the first is the default order
  std::optional<ReuseFigure> figure_;
  int64_t selected_ = -1;
  QLabel *title_, *state_, *empty_, *words_, *wordsShape_, *names_[2];
  QWidget *body_, *verdict_;
  QSpinBox* tasksPerBlock_;
  QComboBox* method_;
  QPushButton *open_, *cancel_, *svg_;
  TaskView* views_[2];
  CellModel* model_;
  CellTable* table_;
  JobSlot job_;
};

}  // namespace warpwright::views
