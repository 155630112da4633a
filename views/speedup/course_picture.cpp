#include "views/speedup/course_picture.h"

#include "core/base/file.h"
#include "views/shared/picture_menu.h"

namespace warpwright::views {

CoursePicture::CoursePicture(Theme& theme, QWidget* parent) : MarkedPicture(theme, parent) {
  setAccessibleName(tr("History of the tuning"));
  new PictureMenu(
      *this, {"history", [this](const QString& file) { return saveSvg(file); },
              [this] { return QString::fromStdString(courseCsv(course_)); }, [this] { return !course_.isEmpty(); }});
  connect(this, &MarkedPicture::chosen, this,
          [this](int mark) { emit rowChosen(static_cast<int>(course_.points[static_cast<size_t>(mark)].row)); });
}

void CoursePicture::setCourse(TuningCourse course) {
  course_ = std::move(course);
  setAccessibleDescription(QString::fromStdString(course_.summary));
  changeDrawing();
}

void CoursePicture::setSelectedRow(int row) {
  row_ = row;
  update();
}

std::string CoursePicture::drawing(const QSizeF& size, const SvgInk& ink) const {
  return courseSvg(course_, size.width(), size.height(), ink);
}

std::vector<QPointF> CoursePicture::marks(const QSizeF& size) const {
  std::vector<QPointF> places;
  for (const CourseMark& mark : courseMarks(course_, size.width(), size.height())) places.emplace_back(mark.x, mark.y);
  return places;
}

QString CoursePicture::wordsOf(int mark) const {
  return QString::fromStdString(course_.points[static_cast<size_t>(mark)].words);
}

int CoursePicture::selectedMark() const {
  for (size_t i = 0; i < course_.points.size(); ++i) {
    if (row_ >= 0 && course_.points[i].row == static_cast<size_t>(row_)) return static_cast<int>(i);
  }
  return -1;
}

bool CoursePicture::saveSvg(const QString& file) const {
  if (course_.isEmpty()) return false;
  constexpr double width = 640, height = 400;
  const std::string drawing = courseSvg(course_, width, height, fileInk(warpwright::Theme::light));
  return writeFileAtomically(file.toStdString(), svgDocument(drawing, width, height, "Tuning of " + course_.kernel,
                                                             course_.conditions, warpwright::Theme::light))
      .ok();
}

}  // namespace warpwright::views
