#pragma once

#include <QWidget>

#include "core/report/roofline.h"

namespace warpwright::views {

class Theme;

/// The roofline of original and variant, as large as there is room. Arrow keys go from point to point; the one that is
/// looked at says its figures, as the mouse does.
class RooflinePicture : public QWidget {
  Q_OBJECT
 public:
  explicit RooflinePicture(Theme& theme, QWidget* parent = nullptr);

  /// Nothing is drawn where it has no points.
  void setRoofline(Roofline roofline);
  const Roofline& roofline() const { return roofline_; }
  /// What is said of the point there; empty: there is none.
  QString textAt(const QPointF& at) const;
  /// False: it cannot be written.
  bool saveSvg(const QString& file) const;
  QSize sizeHint() const override { return {320, 220}; }
  QSize minimumSizeHint() const override { return {200, 140}; }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double unit() const;
  QSizeF room() const;

  Theme& theme_;
  Roofline roofline_;
  int point_ = -1;  ///< that the arrow keys are at
};

}  // namespace warpwright::views
