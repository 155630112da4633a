#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/lsp/text_position.h"

namespace warpwright::lsp {

/// A file as the editor shows it.
struct OpenDocument {
  std::string uri;  ///< as the editor writes it
  int64_t version = 0;
  std::string language;  ///< "cuda", "cpp"
  std::string text;
};

/// What is open, by absolute path.
using OpenDocuments = std::map<std::string, OpenDocument>;

/// Is it a file that is analysed by itself: CUDA, by its language or its name?
bool isCuda(const std::string& path, const OpenDocument& document);

/// Everything at or below `line` (from 1) is `delta` lines further down.
struct MovedLines {
  uint32_t line = 0;
  int delta = 0;
};

/// Applies `contentChanges` in turn: each a whole text, or one in place of a range. Gives how lines moved, for each
/// range in turn. Errors (input): no list of changes, a range that ends before it begins; the document may hold some of
/// the changes then.
Result<std::vector<MovedLines>> applyChanges(OpenDocument& document, const nlohmann::json& changes,
                                             PositionEncoding encoding);

/// Reads {"line", "character"}. Throws nlohmann::json::exception on anything else.
TextPosition positionFromJson(const nlohmann::json& json);
nlohmann::json toJson(TextPosition position);
/// {"start", "end"}
nlohmann::json rangeJson(TextPosition start, TextPosition end);

}  // namespace warpwright::lsp
