#pragma once

#include <QWidget>

#include "core/report/occupancy_chart.h"

class QCustomPlot;
class QCPItemTracer;

namespace warpwright::views {

class Theme;

/// One curve of theoretical occupancy: the original dashed with a hollow square, the variant solid with a filled circle.
/// Dragging, or the arrow keys, try another value.
class OccupancyPlot : public QWidget {
  Q_OBJECT
 public:
  /// `step`: what an arrow key adds.
  OccupancyPlot(const QString& name, double step, Theme& theme, QWidget* parent = nullptr);
  ~OccupancyPlot() override;

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
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void restyle();
  void draw();
  void tryAt(double x);
  double now() const;

  Theme& theme_;
  double step_;
  OccupancyCurve curve_;
  double percentOriginal_ = 0, percentVariant_ = 0;
  QCustomPlot* plot_;
};

}  // namespace warpwright::views
