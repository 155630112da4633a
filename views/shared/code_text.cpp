#include "views/shared/code_text.h"

#include <QFontMetrics>
#include <QPainter>

#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

QFont codeFontBeside(const QFont& font, const Theme& theme) {
  QFont code = theme.codeFont();
  code.setPointSizeF(font.pointSizeF() * 0.95);
  code.setWeight(font.weight());
  return code;
}

}  // namespace

std::vector<TextPiece> textPieces(QStringView text) {
  std::vector<TextPiece> pieces;
  bool code = false;
  for (;;) {
    const qsizetype tick = text.indexOf(u'`');
    const QStringView piece = tick < 0 ? text : text.left(tick);
    if (!piece.isEmpty()) pieces.push_back({piece.toString(), code});
    if (tick < 0) return pieces;
    text = text.mid(tick + 1);
    code = !code;
  }
}

QString plainText(const QString& text) {
  return QString(text).remove(u'`');
}

QString codeHtml(const QString& text, const Theme& theme) {
  const QFont code = theme.codeFont(0.97);
  QString html;
  for (const TextPiece& piece : textPieces(text)) {
    const QString escaped = piece.text.toHtmlEscaped();
    if (piece.code) {
      html += QString("<span style=\"font-family:'%1'; font-size:%2pt\">%3</span>")
                  .arg(code.family(), QString::number(code.pointSizeF(), 'f', 1), escaped);
    } else {
      html += escaped;
    }
  }
  return html;
}

int codeTextWidth(const QString& text, const QFont& font, const Theme& theme) {
  int width = 0;
  const QFont code = codeFontBeside(font, theme);
  for (const TextPiece& piece : textPieces(text)) {
    width += QFontMetrics(piece.code ? code : font).horizontalAdvance(piece.text);
  }
  return width;
}

int paintCodeText(QPainter& painter, const QRect& rect, const QString& text, const QFont& font, const Theme& theme,
                  const QColor& color) {
  painter.save();
  painter.setPen(color);
  const QFont code = codeFontBeside(font, theme);
  const int baseline = rect.top() + (rect.height() + QFontMetrics(font).ascent() - QFontMetrics(font).descent()) / 2;
  int x = rect.left();
  for (const TextPiece& piece : textPieces(text)) {
    const QFont& used = piece.code ? code : font;
    const QFontMetrics metrics(used);
    const int room = rect.right() - x + 1;
    const int wanted = metrics.horizontalAdvance(piece.text);
    painter.setFont(used);
    if (wanted <= room) {
      painter.drawText(x, baseline, piece.text);
      x += wanted;
      continue;
    }
    const QString cut = metrics.elidedText(piece.text, Qt::ElideRight, room);
    painter.drawText(x, baseline, cut);
    x += metrics.horizontalAdvance(cut);
    break;
  }
  painter.restore();
  return x - rect.left();
}

}  // namespace warpwright::views
