#pragma once

#include "core/report/occupancy_chart.h"
#include "views/shared/plot_frame.h"

class QCPItemTracer;

namespace warpwright::views {

/// One curve of theoretical occupancy: the original dashed with a hollow square, the variant solid with a filled
/// circle. Dragging, or the arrow keys, try another value.
class OccupancyPlot : public PlotFrame {
  Q_OBJECT
 public:
  /// `step`: what an arrow key adds.
  OccupancyPlot(const QString& name, double step, Theme& theme, QWidget* parent = nullptr);

  void setCurve(const OccupancyCurve& curve, double percentOriginal, double percentVariant);
  const OccupancyCurve& curve() const { return curve_; }
  QSize sizeHint() const override { return {220, 170}; }
  QSize minimumSizeHint() const override;

 signals:
  /// The user drags the point of the variant, or of the original where there is no variant.
  void valueTried(double value);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void restyle();
  void draw();
  void tryAt(double x);
  double now() const;

  double step_;
  OccupancyCurve curve_;
  double percentOriginal_ = 0, percentVariant_ = 0;
};

}  // namespace warpwright::views
