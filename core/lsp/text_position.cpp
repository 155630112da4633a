#include "core/lsp/text_position.h"

#include <algorithm>

namespace warpwright::lsp {
namespace {

/// Bytes of the character that begins here; 1: of something that is no UTF-8.
size_t characterBytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = lead < 0x80                   ? 1
                       : lead >= 0xc2 && lead < 0xe0 ? 2
                       : lead >= 0xe0 && lead < 0xf0 ? 3
                       : lead >= 0xf0 && lead < 0xf5 ? 4
                                                     : 1;
  if (bytes > text.size()) return 1;
  for (size_t i = 1; i < bytes; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 1;
  }
  return bytes;
}

size_t unitsOf(size_t bytes, PositionEncoding encoding) {
  if (encoding == PositionEncoding::utf8) return bytes;
  return bytes == 4 ? 2 : 1;
}

}  // namespace

TextPlaces::TextPlaces(std::string_view text, PositionEncoding encoding) : text_(text), encoding_(encoding) {
  starts_.push_back(0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(i + 1);
  }
}

std::string_view TextPlaces::lineText(uint32_t line) const {
  const size_t begin = starts_[line];
  const size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  std::string_view whole = text_.substr(begin, end - begin);
  while (line + 1 < starts_.size() && !whole.empty() && (whole.back() == '\n' || whole.back() == '\r'))
    whole.remove_suffix(1);
  return whole;
}

size_t TextPlaces::offsetOf(TextPosition at) const {
  if (at.line >= starts_.size()) return text_.size();
  const std::string_view line = lineText(at.line);
  size_t byte = 0, units = 0;
  while (byte < line.size()) {
    const size_t bytes = characterBytes(line.substr(byte));
    units += unitsOf(bytes, encoding_);
    if (units > at.character) break;
    byte += bytes;
  }
  return starts_[at.line] + byte;
}

TextPosition TextPlaces::positionOf(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<uint32_t>(after - starts_.begin() - 1);
  const std::string_view whole = lineText(line);
  const size_t wanted = std::min(offset - starts_[line], whole.size());
  size_t units = 0;
  for (size_t byte = 0; byte < wanted;) {
    const size_t bytes = characterBytes(whole.substr(byte));
    if (byte + bytes > wanted) break;
    units += unitsOf(bytes, encoding_);
    byte += bytes;
  }
  return {line, static_cast<uint32_t>(units)};
}

TextPosition TextPlaces::positionOf(uint32_t line, uint32_t column) const {
  if (line == 0) return {};
  if (line > starts_.size()) return positionOf(text_.size());
  const std::string_view whole = lineText(line - 1);
  size_t byte = column == 0 ? std::min(whole.find_first_not_of(" \t"), whole.size()) : column - 1;
  byte = std::min(byte, whole.size());
  return positionOf(starts_[line - 1] + byte);
}

TextPosition TextPlaces::endOfLine(uint32_t line) const {
  if (line >= starts_.size()) return positionOf(text_.size());
  return positionOf(starts_[line] + lineText(line).size());
}

}  // namespace warpwright::lsp
