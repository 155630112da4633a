#include "core/lsp/open_documents.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace warpwright::lsp {

using nlohmann::json;

bool isCuda(const std::string& path, const OpenDocument& document) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return document.language.starts_with("cuda") || extension == ".cu" || extension == ".cuh";
}

TextPosition positionFromJson(const json& json) {
  return {json.at("line").get<uint32_t>(), json.at("character").get<uint32_t>()};
}

json toJson(TextPosition position) {
  return {{"line", position.line}, {"character", position.character}};
}

json rangeJson(TextPosition start, TextPosition end) {
  return {{"start", toJson(start)}, {"end", toJson(end)}};
}

Result<std::vector<MovedLines>> applyChanges(OpenDocument& document, const json& changes, PositionEncoding encoding) {
  if (!changes.is_array()) return inputError("`contentChanges` is no list.");
  std::vector<MovedLines> moved;
  for (const json& change : changes) {
    std::string text = change.at("text").get<std::string>();
    const auto range = change.find("range");
    if (range == change.end() || range->is_null()) {
      document.text = std::move(text);
      continue;
    }
    const TextPlaces places(document.text, encoding);
    const TextPosition start = positionFromJson(range->at("start")), end = positionFromJson(range->at("end"));
    const size_t begin = places.offsetOf(start), past = places.offsetOf(end);
    if (past < begin) return inputError("A range ends before it begins.");
    const auto added = static_cast<int>(TextPlaces(text, encoding).positionOf(text.size()).line);
    const int delta = added - static_cast<int>(end.line - start.line);
    // What begins on the last line moves with it where the change ends before its text.
    if (delta != 0) moved.push_back({end.line + (end.character == 0 ? 1 : 2), delta});
    document.text.replace(begin, past - begin, text);
  }
  return moved;
}

}  // namespace warpwright::lsp
