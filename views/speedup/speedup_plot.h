#pragma once

#include <string_view>
#include <vector>

#include "core/report/tuning_table.h"
#include "views/shared/plot_frame.h"

class QTableView;

namespace warpwright::views {

/// Original ÷ variant as bars from the 1.00× line, one a row: solid with an interval where times were measured, hatched
/// with a dashed outline where the figure is a count or an estimate. Beside a table the bars stand at its rows; else
/// the names stand at the bars.
class SpeedupPlot : public PlotFrame {
  Q_OBJECT
 public:
  explicit SpeedupPlot(Theme& theme, QWidget* parent = nullptr);

  void setTable(const TuningTable& table);
  /// Bars stand at the rows of that view from now on, and scroll with it.
  void alignTo(QTableView& view);
  void setSelectedRow(int row);
  int rows() const { return static_cast<int>(table_.rows.size()); }
  /// Writes the picture, with the conditions below it. False: it cannot be written.
  bool saveSvg(const QString& file, const QString& conditions);
  QSize sizeHint() const override { return {320, 200}; }

 signals:
  /// A bar was clicked, or reached with the arrow keys.
  void rowChosen(int row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void restyle();
  void draw();
  void drawRow(int row);
  void drawSelection(int row);
  void drawBand(double y, double from, double to, double half, std::string_view token);
  void drawBar(double y, const TuningRow& of);
  void drawLabel(double y, double at, const QString& text, std::string_view token, int weight);
  void drawScale();
  double centreOf(int row) const;
  int rowHeight() const;
  int rowAt(double y) const;
  QString rowText(int row) const;

  TuningTable table_;
  QTableView* view_ = nullptr;
  int selected_ = -1;
  double low_ = 0.9, high_ = 1.5;
};

}  // namespace warpwright::views
