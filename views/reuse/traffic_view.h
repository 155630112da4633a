#pragma once

#include <algorithm>
#include <optional>

#include "core/report/traffic_chart.h"
#include "views/reuse/graph_canvas.h"

namespace warpwright::views {

/// The traffic-reduction graph: loads as boxes, pairs as signed lines, the choice of both solvers at each box. Arrow
/// keys go from box to box, Enter goes to the line.
class TrafficView : public GraphCanvas {
  Q_OBJECT
 public:
  TrafficView(Theme& theme, QWidget* parent = nullptr);

  void setSolution(std::optional<TrafficSolution> solution);
  const std::optional<TrafficSolution>& solution() const { return solution_; }
  const TrafficPicture& picture() const { return picture_; }
  /// Another choice than that of the solvers, to look at; empty: theirs.
  void setChoice(std::vector<bool> choice);
  int selected() const { return selected_; }
  void select(int load);
  /// False: it cannot be written. Requires: there is a solution, not too large to be drawn.
  bool saveSvg(const QString& file, const QString& name) const;
  /// Whether a load is cached in the choice that is shown. Requires: there is a solution.
  bool isCached(size_t load) const;

 signals:
  void loadChosen(int load);

 protected:
  QSizeF drawingSize() const override { return {picture_.width, picture_.height}; }
  double largestFit() const override { return std::max(1.0, smallestFit()); }
  double smallestFit() const override;
  void clicked(QPointF at) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void layOut();
  int boxAt(QPointF at) const;
  void paintPairs(QPainter& painter) const;
  void paintBox(QPainter& painter, size_t load) const;
  QString spoken(int load) const;
  QString csv() const;
  std::optional<TrafficSolution> solution_;
  TrafficPicture picture_;
  std::vector<bool> choice_;
  int selected_ = -1;
};

}  // namespace warpwright::views
