#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QString>
#include <QTemporaryDir>
#include <string_view>

#include "core/finding/opportunity.h"

namespace warpwright::views {

enum class ThemeKind { system, light, dark, highContrast };

/// Colours, fonts and shapes of the design guide, as Qt sees them. One object, passed to whoever paints.
class Theme : public QObject {
  Q_OBJECT
 public:
  explicit Theme(QObject* parent = nullptr);
  /// Takes back the application's style sheet where it is still this theme's: it names drawings that end with it.
  ~Theme() override;

  ThemeKind chosen() const { return chosen_; }
  bool isDark() const { return active_ == ThemeKind::dark || active_ == ThemeKind::highContrast; }
  bool isHighContrast() const { return active_ == ThemeKind::highContrast; }
  /// Sets palette and style sheet of the application and tells everyone who paints by hand.
  void choose(ThemeKind kind);

  /// Nothing moves or blinks.
  void setReducedMotion(bool reduced);
  bool reducesMotion() const { return reducesMotion_; }

  /// Makes all text larger (+1) or smaller (-1).
  void zoom(int direction);
  /// `codeFamily` empty: the one that is best of those there are; `points` 0: as the desktop has it.
  void setFonts(const QString& codeFamily, double points);
  double textSize() const { return base_.pointSizeF(); }

  /// The colour of a token of the design guide: "text", "tint-ok", "syntax-keyword".
  QColor color(std::string_view token) const;
  /// The interface font, `factor` times its normal size.
  QFont font(double factor = 1, int weight = QFont::Normal) const;
  /// The code font, `factor` times its normal size.
  QFont codeFont(double factor = 1) const;

  /// An icon of `resources/icons` in the colour of `token`, with a disabled version.
  QIcon icon(const QString& name, std::string_view token = "text") const;
  /// A verdict shape in its own colour, drawn for `size` logical pixels on a screen of `ratio`.
  QPixmap shape(const QString& name, int size, double ratio) const;
  QIcon shapeIcon(const QString& name) const;
  /// One drawing of `resources/icons/<name>.svg` in one colour.
  QPixmap draw(const QString& name, int size, double ratio, const QColor& color) const;
  /// A file with that drawing in the colour of `token`, for style sheets. Lives as long as the theme.
  QString drawnFile(const QString& name, std::string_view token) const;

 signals:
  void changed();

 private:
  void apply();
  static QByteArray drawing(const QString& name, const QColor& color);
  ThemeKind chosen_ = ThemeKind::system;
  ThemeKind active_ = ThemeKind::light;
  bool reducesMotion_ = false;
  QFont base_;
  QString codeFamily_;
  QTemporaryDir drawings_;
  /// The style sheet that it gave the application last.
  QString applied_;
};

/// The file name of a verdict's shape and the token of its colour.
QString shapeName(VerdictKind verdict);
std::string_view verdictToken(VerdictKind verdict);
std::string_view shapeToken(const QString& shape);
/// The word that stands beside the shape: "Applicable".
QString verdictWord(VerdictKind verdict);
/// The shape for places that hold text only.
QString verdictGlyph(VerdictKind verdict);

}  // namespace warpwright::views
