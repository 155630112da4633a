#include "views/shared/message_text.h"

#include <QCoreApplication>

#include "views/shared/code_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

std::vector<MessagePiece> translatedPieces(const warpwright::Message& message) {
  return piecesOf(message, [](const std::string& text) {
    return QCoreApplication::translate("Message", text.c_str()).toStdString();
  });
}

}  // namespace

QString messageText(const warpwright::Message& message) {
  QString text;
  for (const MessagePiece& piece : translatedPieces(message)) text += QString::fromStdString(piece.text);
  return text;
}

QString messageHtml(const warpwright::Message& message, const Theme& theme) {
  return codeHtml(messageText(message), theme);
}

QString linkedMessageHtml(const warpwright::Message& message, const Theme& theme, const std::string& file) {
  const QString link =
      QString("<a style=\"color:%1; text-decoration:none\" href=\"%2\">%3</a>").arg(theme.color("accent").name());
  QString html;
  for (const MessagePiece& piece : translatedPieces(message)) {
    const QString words = QString::fromStdString(piece.text);
    if (!piece.at) {
      html += codeHtml(words, theme);
    } else if (piece.at->file.empty() || piece.at->file == file) {
      html += link.arg(QString("line:%1").arg(piece.at->line), words.toHtmlEscaped());
    } else {
      const QString other = QString::fromStdString(piece.at->file).toHtmlEscaped();
      html += link.arg(QString("place:%1:%2").arg(piece.at->line).arg(other), words.toHtmlEscaped());
    }
  }
  return html;
}

}  // namespace warpwright::views
