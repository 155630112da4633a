#include "views/memory/memory_picture.h"

#include <QPainter>
#include <QSvgRenderer>

#include "core/base/file.h"
#include "core/report/memory_drawing.h"
#include "views/shared/picture_menu.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int margin = 12;

/// The colours of the theme, for the drawing code that the report uses as well.
SvgInk inkOf(const Theme& theme) {
  return [&theme](std::string_view token) { return theme.color(token).name().toStdString(); };
}

QString csvOfRows(const std::vector<MemoryRow>& rows) {
  QString csv = QStringLiteral("quantity,original,variant,change\n");
  for (const MemoryRow& row : rows) {
    QStringList cells;
    for (const std::string* cell : {&row.quantity, &row.original, &row.variant, &row.change})
      cells << '"' + QString::fromStdString(*cell).replace('"', QStringLiteral("\"\"")) + '"';
    csv += cells.join(',') + '\n';
  }
  return csv;
}

}  // namespace

MemoryPicture::MemoryPicture(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("Memory chart; the table has its numbers"));
  connect(&theme, &Theme::changed, this, [this] { update(); });
  new PictureMenu(*this,
                  {"memory", [this](const QString& file) { return saveSvg(file); },
                   [this] { return csvOfRows(memoryRows(trace_->original, hasVariant_ ? &trace_->variant : nullptr)); },
                   [this] { return trace_ != nullptr; }});
}

bool MemoryPicture::saveSvg(const QString& file) const {
  constexpr double width = 900;
  const auto tone = theme_.isDark() ? warpwright::Theme::dark : warpwright::Theme::light;
  const std::string drawn =
      svgDocument(svg(width, fileInk(tone)), width, height(), "Memory traffic of " + trace_->kernel,
                  memoryConditions(trace_->original), tone);
  return writeFileAtomically(file.toStdString(), drawn).ok();
}

void MemoryPicture::show(std::shared_ptr<const KernelTrace> trace, bool hasVariant, const QString& variantName) {
  trace_ = std::move(trace);
  hasVariant_ = hasVariant;
  name_ = variantName.toStdString();
  setFixedHeight(trace_ ? qRound(memorySvgHeight(hasVariant) * unit()) + 2 * margin : 0);
  update();
}

std::string MemoryPicture::svg(double width, const SvgInk& ink) const {
  return memorySvg(trace_->kernel, trace_->original, hasVariant_ ? &trace_->variant : nullptr, name_, width, ink);
}

double MemoryPicture::height() const {
  return memorySvgHeight(hasVariant_);
}

/// Drawn for text of 12 pixels: larger with the font.
double MemoryPicture::unit() const {
  return QFontMetricsF(theme_.font()).height() / 17;
}

void MemoryPicture::paintEvent(QPaintEvent*) {
  if (!trace_) return;
  const double w = (width() - 2 * margin) / unit(), h = memorySvgHeight(hasVariant_);
  const std::string family = font().family().toStdString();
  const std::string document = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svgNumber(w) + " " +
                               svgNumber(h) + "\" font-size=\"12\" font-family=\"" + family + "\">" +
                               svg(w, inkOf(theme_)) + "</svg>";
  QSvgRenderer renderer(QByteArray::fromStdString(document));
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  renderer.render(&painter, QRectF(margin, margin, width() - 2 * margin, h * unit()));
}

}  // namespace warpwright::views
