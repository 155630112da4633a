#pragma once

#include <QFont>
#include <QString>
#include <QStringView>
#include <vector>

class QColor;
class QPainter;
class QRect;

namespace warpwright::views {

class Theme;

/// Sentences of the core hold code words in backticks: "Keep `result` in a register".
struct TextPiece {
  QString text;
  bool code = false;
};
std::vector<TextPiece> textPieces(QStringView text);

/// The sentence without its backticks.
QString plainText(const QString& text);

/// The sentence as rich text: code words in the code font.
QString codeHtml(const QString& text, const Theme& theme);

/// Paints the sentence in one line, cut with an ellipsis where it does not fit. Gives the width it took.
int paintCodeText(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, const Theme& theme,
                  const QColor& color);
/// The width the sentence wants.
int codeTextWidth(const QString& text, const QFont& font, const Theme& theme);

}  // namespace warpwright::views
