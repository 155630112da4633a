#pragma once

#include <QWidget>
#include <optional>

#include "core/report/tuning_table.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace warpwright::views {

class CellModel;
class CellTable;
class SpeedupPlot;
class Theme;

/// The content of the Speed-ups dock: the bars of a kernel's variants with their names, the same values as a table, and
/// the picture as a file.
class SpeedupsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SpeedupsPanel(Theme& theme, QWidget* parent = nullptr);
  void setTable(const std::optional<TuningTable>& table);
  SpeedupPlot& plot() { return *plot_; }

 private:
  QWidget* makeBar();
  void saveSvg();
  void update();

  Theme& theme_;
  std::optional<TuningTable> shown_;
  QLabel *title_, *conditions_, *empty_;
  QToolButton* asTable_;
  QPushButton* svg_;
  QStackedWidget* pages_;
  SpeedupPlot* plot_;
  CellModel* model_;
  CellTable* table_;
};

}  // namespace warpwright::views
