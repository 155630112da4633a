#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/device/device.h"
#include "core/job/kernel_trace.h"
#include "core/report/traffic_chart.h"
#include "core/report/tuning_table.h"

class QLabel;
class QPushButton;
class QTabWidget;

namespace warpwright {
struct TuningCourse;
}

namespace warpwright::views {

class CellModel;
class CellTable;
class CoursePicture;
class MemoryPicture;
class OccupancyPlot;
class RooflinePicture;
class SpeedupPlot;
class Theme;
class TrafficView;

/// What is known of the selected variant beyond the table, and why it is not where it is not.
struct VariantFigures {
  std::shared_ptr<const Device> device;      ///< whose occupancy is shown
  std::shared_ptr<const KernelTrace> trace;  ///< of the original, and of the variant where `hasVariantTrace`
  bool hasVariantTrace = false;
  QString tracing;     ///< what the trace that runs does; empty: none runs
  QString whyNoTrace;  ///< empty: it can be traced
  std::shared_ptr<const TrafficSolution> loads;
  QString weighing, whyNoLoads;  ///< likewise for the graph of the loads
  bool operator==(const VariantFigures&) const = default;
};

/// The views beside the table of variants, all of the same variant against the original: speed-up bars, occupancy,
/// memory chart, reuse graph, the lines with the stalls or, without samples of a GPU, with the traffic, the
/// roofline, and how the tuning went.
class VariantViews : public QWidget {
  Q_OBJECT
 public:
  explicit VariantViews(Theme& theme, QWidget* parent = nullptr);

  /// Null: nothing is measured.
  void setTable(std::shared_ptr<const TuningTable> table);
  /// The row that is looked at; -1: the original alone.
  void setRow(int row);
  void setFigures(VariantFigures figures);
  SpeedupPlot& bars() { return *bars_; }
  OccupancyPlot& occupancy() { return *occupancy_; }
  MemoryPicture& memory() { return *memory_; }
  TrafficView& loads() { return *loads_; }
  CellTable& lines() { return *lines_; }
  RooflinePicture& roofline() { return *roofline_; }
  CoursePicture& course() { return *course_; }
  /// What stands above the views: which variant, and what it changes. Plain text.
  QString headline() const;

 signals:
  void rowChosen(int row);
  void traceRequested();
  void computeRequested();
  void lineClicked(const warpwright::SourcePosition& at);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Box {
    QWidget* whole;
    QLabel *title, *note;
    QWidget* head;
  };
  Box makeBox(const QString& title, QWidget* parent);
  QWidget* makeUpper();
  QWidget* makeMemory();
  QWidget* makeLower();
  QWidget* makeTabs(QWidget* parent);
  void addMenus();
  void connectParts();
  const TuningTable& table() const;
  const TuningRow* selected() const;
  const TuningRow* original() const;
  void update();
  void showHeadline();
  void showOccupancy();
  void showMemory();
  void showLoads();
  void showLines();
  void showRoofline();
  static QString summaryWords(const TuningCourse& course);
  void showCourse();
  void saveSvg();
  void restyle();

  Theme& theme_;
  std::shared_ptr<const TuningTable> table_;
  int row_ = -1;
  VariantFigures figures_;
  std::shared_ptr<const TrafficSolution> shownLoads_;
  QLabel *headline_, *change_;
  Box speed_, occupancyBox_, memoryBox_, loadsBox_, linesBox_, rooflineBox_, courseBox_;
  SpeedupPlot* bars_;
  OccupancyPlot* occupancy_;
  QLabel *noOccupancy_, *noMemory_, *noLoads_, *noLines_, *noRoofline_, *noCourse_;
  MemoryPicture* memory_;
  TrafficView* loads_;
  CellModel* linesModel_;
  CellTable* lines_;
  QTabWidget* tabs_;
  RooflinePicture* roofline_;
  CoursePicture* course_;
  QPushButton *trace_, *compute_, *svg_;
  std::vector<SourcePosition> places_;
};

}  // namespace warpwright::views
