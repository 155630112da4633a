#include "core/lsp/editor_texts.h"

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/lsp/file_uri.h"

namespace warpwright::lsp {

using nlohmann::json;

const OpenDocument* EditorTexts::document(const std::string& path) const {
  const auto found = open_.find(path);
  return found == open_.end() ? nullptr : &found->second;
}

const std::string& EditorTexts::of(const std::string& path) {
  if (const OpenDocument* open = document(path)) return open->text;
  const auto [known, isNew] = onDisk_.try_emplace(path);
  if (isNew) {
    if (Result<std::string> text = readFile(path); text.ok()) known->second = *std::move(text);
  }
  return known->second;
}

std::string EditorTexts::uri(const std::string& path) const {
  const OpenDocument* open = document(path);
  return open ? open->uri : uriOfPath(path);
}

json EditorTexts::range(const SourceRange& range) {
  const TextPlaces places(of(range.begin.file), encoding_);
  const TextPosition start = places.positionOf(range.begin.line, range.begin.column);
  TextPosition end = places.endOfLine(start.line);
  if (range.endLine == range.begin.line && range.endColumn > range.begin.column)
    end = places.positionOf(range.endLine, range.endColumn);
  return rangeJson(start, end);
}

json EditorTexts::location(const SourcePosition& at) {
  return {{"uri", uri(at.file)}, {"range", range(SourceRange{at, 0, 0})}};
}

}  // namespace warpwright::lsp
