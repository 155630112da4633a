#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"

namespace warpwright {

/// Replaces `length` bytes at byte `offset` of the original text.
struct TextEdit {
  uint32_t offset = 0;
  uint32_t length = 0;
  std::string replacement;
  std::string note;  ///< why, for the diff preview; may be empty
};

/// Edits of one file and the hash (hashText) of the text they were made for. Edits do not overlap.
struct FileEdits {
  std::string file;
  uint64_t textHash = 0;
  std::vector<TextEdit> edits;
  bool creates = false;  ///< the file is not there yet: the edits start from an empty text
};

/// A file that is not there yet, with all of its text.
FileEdits creationOf(std::string file, std::string text, std::string note = {});

/// A change as data. Only `applyEdits` and `writeRewrite` carry one out; nothing else writes source.
struct Rewrite {
  std::vector<FileEdits> files;
  std::string summary;

  /// New files, and nothing else: a program without them runs as before.
  bool onlyCreates() const;
};

/// The text after the edits. Errors: `stale` if the text is not the one the edits were made for; edits that overlap or
/// lie outside.
Result<std::string> applyEdits(const FileEdits& edits, std::string_view text);

/// The text on disk that the edits start from; empty for a file that they create. Errors: it cannot be read; `stale` if
/// a file that is to be created is there already and holds another text.
Result<std::string> textBefore(const FileEdits& edits);

/// The edits that turn one text of a file into another, line by line.
FileEdits editsBetween(const std::string& file, std::string_view before, std::string_view after);

/// Texts before and after, by file: what undo needs. A file that has no text before was created.
struct AppliedRewrite {
  std::map<std::string, std::string> before, after;
};

/// Applies the rewrite to the files on disk: all of them or none. Every file is checked against its hash before the
/// first is written; if one cannot be written, those already written are put back. A file that is to be created and is
/// there with the same text is no change: undo leaves it.
Result<AppliedRewrite> writeRewrite(const Rewrite& rewrite);

/// Puts the texts of `before` back, if the files still hold `after`; removes files that were created.
Status undoRewrite(const AppliedRewrite& applied);

/// Unified diff with `context` lines around each change; empty where the texts are equal. `beforeName` of a new file is
/// `noFile`.
inline constexpr const char* noFile = "/dev/null";
std::string unifiedDiff(std::string_view before, std::string_view after, const std::string& beforeName,
                        const std::string& afterName, int context = 3);

/// One line of a side-by-side diff. `left` or `right` is -1 for a filler line; lines count from 0.
struct DiffRow {
  enum class Kind : uint8_t { same, changed, removed, added };
  Kind kind = Kind::same;
  int left = -1, right = -1;
};
std::vector<DiffRow> diffRows(std::string_view before, std::string_view after);

/// RESULT of a rewrite in core/execute/service/PROTOCOL.md, and back. Text that is not UTF-8 survives (see jsonBytes).
nlohmann::json toJson(const Rewrite& rewrite);
Result<Rewrite> rewriteFromJson(const nlohmann::json& json);

}  // namespace warpwright
