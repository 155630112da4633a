#include "views/speedup/roofline_picture.h"

#include "core/base/file.h"
#include "views/shared/picture_menu.h"

namespace warpwright::views {

RooflinePicture::RooflinePicture(Theme& theme, QWidget* parent) : MarkedPicture(theme, parent) {
  setAccessibleName(tr("Roofline"));
  new PictureMenu(*this, {"roofline", [this](const QString& file) { return saveSvg(file); },
                          [this] { return QString::fromStdString(rooflineCsv(roofline_)); },
                          [this] { return !roofline_.isEmpty(); }});
}

void RooflinePicture::setRoofline(Roofline roofline) {
  roofline_ = std::move(roofline);
  QStringList words;
  for (const Roofline::Point& point : roofline_.points)
    words << QString::fromStdString(rooflineWords(roofline_, point));
  setAccessibleDescription(words.join("; "));
  changeDrawing();
}

std::string RooflinePicture::drawing(const QSizeF& size, const SvgInk& ink) const {
  return rooflineSvg(roofline_, size.width(), size.height(), ink);
}

std::vector<QPointF> RooflinePicture::marks(const QSizeF& size) const {
  std::vector<QPointF> places;
  for (const RooflineMark& mark : rooflineMarks(roofline_, size.width(), size.height()))
    places.emplace_back(mark.x, mark.y);
  return places;
}

QString RooflinePicture::wordsOf(int mark) const {
  return QString::fromStdString(rooflineWords(roofline_, roofline_.points[static_cast<size_t>(mark)]));
}

bool RooflinePicture::saveSvg(const QString& file) const {
  if (roofline_.isEmpty()) return false;
  constexpr double width = 640, height = 400;
  const std::string drawing = rooflineSvg(roofline_, width, height, fileInk(warpwright::Theme::light));
  return writeFileAtomically(file.toStdString(), svgDocument(drawing, width, height, "Roofline of " + roofline_.kernel,
                                                             roofline_.conditions, warpwright::Theme::light))
      .ok();
}

}  // namespace warpwright::views
