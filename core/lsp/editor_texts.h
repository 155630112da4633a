#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/source_range.h"
#include "core/lsp/open_documents.h"

namespace warpwright::lsp {

/// The texts behind an answer, and how the editor names files and places in them.
class EditorTexts {
 public:
  /// `open` must outlive it.
  EditorTexts(const OpenDocuments& open, PositionEncoding encoding) : open_(open), encoding_(encoding) {}

  PositionEncoding encoding() const { return encoding_; }
  /// As it is open, else as it lies on the disk; empty where it cannot be read.
  const std::string& of(const std::string& path);
  const OpenDocument* document(const std::string& path) const;
  std::string uri(const std::string& path) const;
  /// {"start", "end"} of a range of a compiler: to the end of its line where it goes on below, or its end is not known.
  nlohmann::json range(const SourceRange& range);
  /// {"uri", "range"} of a place, to the end of its line.
  nlohmann::json location(const SourcePosition& at);

 private:
  const OpenDocuments& open_;
  PositionEncoding encoding_;
  std::map<std::string, std::string> onDisk_;
};

}  // namespace warpwright::lsp
