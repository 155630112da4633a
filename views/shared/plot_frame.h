#pragma once

#include <QWidget>

class QCPAxis;
class QCustomPlot;

namespace warpwright::views {

class Theme;

/// A plot in the colours of the theme that takes the keyboard focus as a whole and shows it as a frame.
class PlotFrame : public QWidget {
  Q_OBJECT
 public:
  /// `margins`: room for the frame.
  PlotFrame(Theme& theme, const QMargins& margins, QWidget* parent);
  ~PlotFrame() override;

 protected:
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  /// Fonts and colours of ground and axes. `ruled`: the axis whose ticks have lines.
  void styleAxes(QCPAxis* ruled);

  Theme& theme_;
  QCustomPlot* plot_;
};

}  // namespace warpwright::views
