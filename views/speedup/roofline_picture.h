#pragma once

#include "core/report/roofline.h"
#include "views/speedup/marked_picture.h"

namespace warpwright::views {

/// The roofline of original and variant.
class RooflinePicture : public MarkedPicture {
  Q_OBJECT
 public:
  explicit RooflinePicture(Theme& theme, QWidget* parent = nullptr);

  /// Nothing is drawn where it has no points.
  void setRoofline(Roofline roofline);
  const Roofline& roofline() const { return roofline_; }
  /// False: it cannot be written.
  bool saveSvg(const QString& file) const;

 protected:
  bool isEmpty() const override { return roofline_.isEmpty(); }
  std::string drawing(const QSizeF& size, const SvgInk& ink) const override;
  std::vector<QPointF> marks(const QSizeF& size) const override;
  QString wordsOf(int mark) const override;

 private:
  Roofline roofline_;
};

}  // namespace warpwright::views
