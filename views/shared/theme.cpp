#include "views/shared/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleHints>
#include <QSvgRenderer>
#include <algorithm>

#include "core/base/file.h"
#include "core/report/shapes.h"
#include "core/report/tokens.h"
#include "views/shared/core_words.h"
#include "views/shared/style_sheet.h"

namespace warpwright::views {
namespace {

/// Fusion without underlined letters in menus and without icons on dialog buttons.
class QuietStyle final : public QProxyStyle {
 public:
  /// `still`: nothing moves.
  explicit QuietStyle(bool still) : QProxyStyle("Fusion"), still_(still) {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    if (hint == SH_UnderlineShortcut || hint == SH_DialogButtonBox_ButtonsHaveIcons || hint == SH_EtchDisabledText)
      return 0;
    if (still_ && (hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration)) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
  }

 private:
  bool still_;
};

/// What the desktop said before this program set a palette of its own.
bool desktopIsDark() {
  return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, std::string_view token) {
    palette.setColor(role, theme.color(token));
  };
  set(QPalette::Window, "window");
  set(QPalette::WindowText, "text");
  set(QPalette::Base, "surface");
  set(QPalette::AlternateBase, "raised");
  set(QPalette::Text, "text");
  set(QPalette::Button, "surface");
  set(QPalette::ButtonText, "text");
  set(QPalette::BrightText, "text");
  set(QPalette::Highlight, "select");
  set(QPalette::HighlightedText, "text");
  set(QPalette::Link, "accent");
  set(QPalette::LinkVisited, "accent");
  set(QPalette::ToolTipBase, "surface");
  set(QPalette::ToolTipText, "text");
  set(QPalette::PlaceholderText, "muted");
  set(QPalette::Mid, "line");
  set(QPalette::Dark, "control");
  set(QPalette::Light, "raised");
  set(QPalette::Midlight, "line");
  set(QPalette::Shadow, "control");
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    QColor dimmed = theme.color("muted");
    dimmed.setAlphaF(theme.isHighContrast() ? 0.9f : 0.75f);
    palette.setColor(QPalette::Disabled, role, dimmed);
  }
  return palette;
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent), base_(QApplication::font()) {
  // Without a desktop Qt answers with a fontconfig alias; Noto Sans is what such a system should then show.
  const QString family = base_.family().toLower();
  const bool alias = family.isEmpty() || family == "sans serif" || family == "sans" || family == "sans-serif";
  if (alias && QFontDatabase::hasFamily("Noto Sans")) {
    base_.setFamily("Noto Sans");
    base_.setPointSizeF(9.75);
  }
  if (base_.pointSizeF() > 0 && base_.pointSizeF() < 9) base_.setPointSizeF(9);
  base_.setHintingPreference(QFont::PreferFullHinting);
}

Theme::~Theme() {
  if (qApp && !applied_.isEmpty() && qApp->styleSheet() == applied_) qApp->setStyleSheet({});
}

void Theme::choose(ThemeKind kind) {
  static const bool dark = desktopIsDark();
  chosen_ = kind;
  active_ = kind == ThemeKind::system ? (dark ? ThemeKind::dark : ThemeKind::light) : kind;
  apply();
  emit changed();
}

void Theme::setReducedMotion(bool reduced) {
  static const int blink = QApplication::cursorFlashTime();
  QApplication::setCursorFlashTime(reduced ? 0 : blink);
  if (reduced == reducesMotion_) return;
  reducesMotion_ = reduced;
  QApplication::setStyle(new QuietStyle(reduced));
  emit changed();
}

void Theme::zoom(int direction) {
  base_.setPointSizeF(std::clamp(base_.pointSizeF() + direction, 7.0, 30.0));
  apply();
  emit changed();
}

void Theme::setFonts(const QString& codeFamily, double points) {
  codeFamily_ = codeFamily;
  if (points > 0) base_.setPointSizeF(std::clamp(points, 7.0, 30.0));
  apply();
  emit changed();
}

void Theme::apply() {
  if (qApp->styleSheet().isEmpty()) {
    QApplication::setStyle(new QuietStyle(reducesMotion_));
  }
  QApplication::setFont(base_);
  QApplication::setPalette(paletteOf(*this));
  applied_ = styleSheet(*this);
  qApp->setStyleSheet(applied_);
}

QFont Theme::font(double factor, int weight) const {
  QFont font = base_;
  font.setPointSizeF(base_.pointSizeF() * factor);
  font.setWeight(static_cast<QFont::Weight>(weight));
  return font;
}

QFont Theme::codeFont(double factor) const {
  static const QString family = [] {
    for (const char* name : {"Hack", "DejaVu Sans Mono"}) {
      if (QFontDatabase::hasFamily(name)) return QString(name);
    }
    return QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
  }();
  QFont font(codeFamily_.isEmpty() ? family : codeFamily_);
  font.setStyleHint(QFont::Monospace);
  font.setPointSizeF(base_.pointSizeF() * 0.97 * factor);
  font.setHintingPreference(QFont::PreferFullHinting);
  return font;
}

QByteArray Theme::drawing(const QString& name, const QColor& color) {
  QFile file(QString::fromStdString((resourceFolder() / "icons").string()) + '/' + name + ".svg");
  if (!file.open(QIODevice::ReadOnly)) return {};
  return file.readAll().replace("currentColor", color.name(QColor::HexRgb).toUtf8());
}

QString Theme::drawnFile(const QString& name, std::string_view token) const {
  const QColor tone = color(token);
  const QString path = drawings_.filePath(name + '-' + tone.name().mid(1) + ".svg");
  if (!QFile::exists(path)) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(drawing(name, tone));
  }
  return path;
}

QPixmap Theme::draw(const QString& name, int size, double ratio, const QColor& color) const {
  const QString key = QString("ww/%1/%2/%3/%4").arg(name).arg(size).arg(ratio).arg(color.rgba());
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  pixmap = QPixmap(QSize(size, size) * ratio);
  pixmap.fill(Qt::transparent);
  pixmap.setDevicePixelRatio(ratio);
  const QByteArray svg = drawing(name, color);
  if (svg.isEmpty()) return pixmap;
  QSvgRenderer renderer(svg);
  QPainter painter(&pixmap);
  painter.setOpacity(color.alphaF());
  renderer.render(&painter, QRectF(0, 0, size, size));
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

QIcon Theme::icon(const QString& name, std::string_view token) const {
  QIcon icon;
  QColor dimmed = color("muted");
  dimmed.setAlphaF(0.65f);
  for (const int size : {16, 22}) {
    for (const double ratio : {1.0, 2.0}) {
      icon.addPixmap(draw(name, size, ratio, color(token)), QIcon::Normal);
      icon.addPixmap(draw(name, size, ratio, dimmed), QIcon::Disabled);
    }
  }
  return icon;
}

QPixmap Theme::shape(const QString& name, int size, double ratio) const {
  return draw("verdict/" + name, size, ratio, color(shapeToken(name)));
}

QIcon Theme::shapeIcon(const QString& name) const {
  return icon("verdict/" + name, shapeToken(name));
}

QString shapeName(VerdictKind verdict) {
  return QString::fromStdString(toString(verdict));
}

std::string_view shapeToken(const QString& shape) {
  for (const ShapeInfo& info : allShapes()) {
    if (shape == QLatin1String(info.name)) return info.token;
  }
  return "text";
}

std::string_view verdictToken(VerdictKind verdict) {
  return shapeToken(shapeName(verdict));
}

QString verdictWord(VerdictKind verdict) {
  QString word = coreWords(std::string(shapeInfo(shapeOf(verdict)).word));
  if (!word.isEmpty()) word[0] = word[0].toUpper();
  return word;
}

QString verdictGlyph(VerdictKind verdict) {
  const std::string_view glyph = shapeInfo(shapeOf(verdict)).glyph;
  return QString::fromUtf8(glyph.data(), static_cast<qsizetype>(glyph.size()));
}

QColor Theme::color(std::string_view token) const {
  using Tones = warpwright::Theme;
  const Tones tones = active_ == ThemeKind::highContrast ? Tones::highContrast
                      : active_ == ThemeKind::dark       ? Tones::dark
                                                         : Tones::light;
  return QColor::fromRgb(warpwright::color(token, tones));
}

}  // namespace warpwright::views
