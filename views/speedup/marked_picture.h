#pragma once

#include <QWidget>
#include <vector>

#include "core/report/svg_ink.h"

namespace warpwright::views {

class Theme;

/// A drawing with marks, as large as there is room. Arrow keys go from mark to mark, Home and End to the first and the
/// last; the one that is looked at says its words, as the mouse does. A click or Enter chooses it.
class MarkedPicture : public QWidget {
  Q_OBJECT
 public:
  explicit MarkedPicture(Theme& theme, QWidget* parent = nullptr);

  /// What is said of the mark there; empty: there is none.
  QString textAt(const QPointF& at) const;
  QSize sizeHint() const override { return {320, 220}; }
  QSize minimumSizeHint() const override { return {200, 140}; }

 signals:
  void chosen(int mark);

 protected:
  /// Nothing is drawn.
  virtual bool isEmpty() const = 0;
  /// Elements of an SVG of that size.
  virtual std::string drawing(const QSizeF& size, const SvgInk& ink) const = 0;
  /// Where the marks are in it.
  virtual std::vector<QPointF> marks(const QSizeF& size) const = 0;
  virtual QString wordsOf(int mark) const = 0;
  /// The mark at a place of the drawing, that nearest of its marks where it is near; -1: none.
  virtual int markNear(const QPointF& at, const QSizeF& size) const;
  /// The keys go to a mark that may be out of sight.
  virtual void bringIntoSight(int) {}
  /// The mark of what is selected elsewhere, too; -1: none.
  virtual int selectedMark() const { return -1; }
  /// What is drawn is another one: the keys begin anew.
  void changeDrawing();

  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  QSizeF room() const;
  /// A place of the widget in the drawing.
  QPointF drawnAt(const QPointF& at) const;

 private:
  double unit() const;
  QPointF placeOf(const QPointF& mark) const;
  int markAt(const QPointF& at) const;
  void lookAt(int mark);

  Theme& theme_;
  int mark_ = -1;  ///< that the keys are at
};

}  // namespace warpwright::views
