#pragma once

#include <QImage>
#include <memory>

#include "core/report/reuse_chart.h"
#include "views/reuse/graph_canvas.h"
#include "views/shared/job.h"

namespace warpwright::views {

/// The task–data graph in the colours of one order. Lines are painted off the GUI thread: while a new picture is on its
/// way, the last one is shown moved and scaled.
class TaskView : public GraphCanvas {
  Q_OBJECT
 public:
  TaskView(const QString& name, Theme& theme, QWidget* parent = nullptr);
  ~TaskView() override;

  void setPicture(std::shared_ptr<const ReusePicture> picture, std::shared_ptr<const ReuseOrder> order);
  const std::shared_ptr<const ReuseOrder>& order() const { return order_; }
  /// The block that is drawn twice as thick; -1: none.
  void setSelected(int64_t block);
  /// The picture that is shown has all lines of the present view.
  bool isSettled() const { return !painting_ && !stale_; }

 signals:
  void blockClicked(qint64 block);

 protected:
  QSizeF drawingSize() const override { return {1, 1}; }
  void viewChanged() override;
  void clicked(QPointF at) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void startPainting();
  void paintLabels(QPainter& painter) const;
  std::shared_ptr<const ReusePicture> picture_;
  std::shared_ptr<const ReuseOrder> order_;
  int64_t selected_ = -1;
  QImage image_;
  double imageZoom_ = 1;
  QPointF imageOrigin_;
  bool painting_ = false, stale_ = false;
  Door door_;
};

}  // namespace warpwright::views
