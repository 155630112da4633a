#include "core/report/html_text.h"

#include <algorithm>
#include <ctime>

#include "core/base/utf8.h"

namespace warpwright {
namespace {

/// Characters that turn the direction of writing can make code look like other code (CVE-2021-42574).
bool isDirectionMark(std::string_view text, size_t at) {
  if (at + 2 >= text.size() || text[at] != '\xe2') return false;
  const auto second = static_cast<unsigned char>(text[at + 1]), third = static_cast<unsigned char>(text[at + 2]);
  return (second == 0x80 && ((third >= 0xaa && third <= 0xae) || third == 0x8e || third == 0x8f)) ||
         (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

std::string codePointName(std::string_view threeBytes) {
  static constexpr char digits[] = "0123456789ABCDEF";
  const uint32_t point = (threeBytes[0] & 0x0fu) << 12 | (threeBytes[1] & 0x3fu) << 6 | (threeBytes[2] & 0x3fu);
  std::string name = "<span class=odd>U+";
  for (int shift = 12; shift >= 0; shift -= 4) name += digits[point >> shift & 15];
  return name + "</span>";
}

/// Words in `backticks` as code.
std::string codeWords(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const size_t tick = text.find('`');
    const size_t close = tick == std::string_view::npos ? tick : text.find('`', tick + 1);
    const std::string_view plain = text.substr(0, close == std::string_view::npos ? text.size() : tick);
    text.remove_prefix(plain.size());
    html += escapeHtml(plain);
    if (close != std::string_view::npos) {
      html += "<code>" + escapeHtml(text.substr(1, close - tick - 1)) + "</code>";
      text.remove_prefix(close - tick + 1);
    }
  }
  return html;
}

std::string formatTime(int64_t seconds, const char* format) {
  const std::time_t time = seconds;
  std::tm parts{};
  if (!::gmtime_r(&time, &parts)) return {};
  char buffer[64];
  return std::string(buffer, std::strftime(buffer, sizeof buffer, format, &parts));
}

}  // namespace

std::string escapeHtml(std::string_view raw) {
  const std::string text = isUtf8(raw) ? std::string(raw) : replaceInvalidUtf8(raw);
  std::string html;
  html.reserve(text.size() + text.size() / 8);
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else if (c == '\'')
      html += "&#39;";
    else if (c == '\r' || c == '\f' || c == '\v')
      html += ' ';
    else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f)
      html += "\xef\xbf\xbd";
    else if (isDirectionMark(text, at))
      html += codePointName(std::string_view(text).substr(at, 3)), at += 2;
    else
      html += c;
  }
  return html;
}

std::string prose(const Message& message, const LineLink& linkLine) {
  std::string html;
  for (const MessagePiece& piece : piecesOf(message)) {
    html += piece.at && linkLine ? linkLine(*piece.at, piece.text) : codeWords(piece.text);
  }
  return html;
}

std::string shapeIcon(Shape shape) {
  const ShapeInfo& info = shapeInfo(shape);
  return "<svg class=\"s c-" + std::string(info.token) + "\" aria-hidden=true><use href=\"#s-" +
         std::string(info.name) + "\"/></svg>";
}

std::string shapeWord(Shape shape) {
  const ShapeInfo& info = shapeInfo(shape);
  const bool loud = shape == Shape::faster || shape == Shape::slower || shape == Shape::same || shape == Shape::unsure;
  const std::string word = loud ? "<b class=\"c-" + std::string(info.token) + "\">" + std::string(info.word) + "</b>"
                                : std::string(info.word);
  return "<span class=v>" + shapeIcon(shape) + "&nbsp;" + word + "</span>";
}

std::string shapeDefinitions() {
  std::string html = "<svg width=0 height=0 aria-hidden=true style=\"position:absolute\"><defs>";
  for (const ShapeInfo& info : allShapes()) {
    html += "<symbol id=\"s-" + std::string(info.name) + "\" viewBox=\"0 0 16 16\">" + std::string(info.drawing) +
            "</symbol>";
  }
  return html +
         "<pattern id=hatch width=6 height=6 patternUnits=userSpaceOnUse patternTransform=\"rotate(45)\">"
         "<path d=\"M0 0V6\" stroke=\"currentColor\" stroke-width=2.4 /></pattern></defs></svg>";
}

std::string timeText(int64_t seconds) {
  return formatTime(seconds, "%Y-%m-%d %H:%M UTC");
}

std::string dateText(int64_t seconds) {
  const std::string text = formatTime(seconds, "%d %B %Y");
  return text.starts_with('0') ? text.substr(1) : text;
}

}  // namespace warpwright
