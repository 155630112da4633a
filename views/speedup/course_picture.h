#pragma once

#include "core/report/tuning_course.h"
#include "views/speedup/marked_picture.h"

namespace warpwright::views {

/// How a tuning went: each variant a point, in the order in which they were judged, and the best so far as a line.
class CoursePicture : public MarkedPicture {
  Q_OBJECT
 public:
  explicit CoursePicture(Theme& theme, QWidget* parent = nullptr);

  /// Nothing is drawn where it has no points.
  void setCourse(TuningCourse course);
  const TuningCourse& course() const { return course_; }
  /// The row of the table that is selected; -1: none.
  void setSelectedRow(int row);
  /// False: it cannot be written.
  bool saveSvg(const QString& file) const;

 signals:
  /// A row of the table.
  void rowChosen(int row);

 protected:
  bool isEmpty() const override { return course_.isEmpty(); }
  std::string drawing(const QSizeF& size, const SvgInk& ink) const override;
  std::vector<QPointF> marks(const QSizeF& size) const override;
  QString wordsOf(int mark) const override;
  int selectedMark() const override;

 private:
  TuningCourse course_;
  int row_ = -1;
};

}  // namespace warpwright::views
