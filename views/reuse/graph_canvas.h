#pragma once

#include <QPointF>
#include <QWidget>

namespace warpwright::views {

class Theme;

/// A surface for a drawing with coordinates of its own: zooms by wheel at the pointer and by + and −, pans by dragging
/// and by arrow keys with Shift, 0 shows all of it.
class GraphCanvas : public QWidget {
  Q_OBJECT
 public:
  GraphCanvas(const QString& name, Theme& theme, QWidget* parent = nullptr);

  double zoom() const { return zoom_; }
  QPointF origin() const { return origin_; }
  /// Another canvas that shows the same place moves this one, without an echo.
  void follow(double zoom, QPointF origin);
  void fit();
  QPointF toScreen(QPointF at) const { return at * zoom_ + origin_; }
  QPointF toDrawing(QPointF at) const { return (at - origin_) / zoom_; }

 signals:
  void viewMoved(double zoom, QPointF origin);

 protected:
  Theme& theme() const { return theme_; }
  /// The size of the drawing in its own coordinates.
  virtual QSizeF drawingSize() const = 0;
  virtual void clicked(QPointF at) = 0;
  virtual void viewChanged() { update(); }
  /// The largest zoom that `fit` may choose.
  virtual double largestFit() const { return 1e9; }
  /// The smallest one: what does not fit begins at the upper left.
  virtual double smallestFit() const { return 0; }

  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintFocus(QPainter& painter) const;

 private:
  void zoomAt(QPointF at, double factor);
  void setView(double zoom, QPointF origin, bool tell);
  Theme& theme_;
  double zoom_ = 1, fitted_ = 0;
  QPointF origin_, pressed_, last_;
  bool dragging_ = false;
};

}  // namespace warpwright::views
