#include "analysis/analyzer/statements_apart.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "analysis/model/conditional_text.h"
#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

/// Follows a text and says of each of its bytes whether a blank there may end a line.
class StatementEnds {
 public:
  explicit StatementEnds(const std::string& text) : plain_(model::ConditionalText(text).plain) {}

  size_t size() const { return plain_.size(); }
  /// To be asked of each byte in turn.
  bool isBehindOne(size_t at) {
    constexpr std::string_view opening = "([", closing = ")]";
    const char c = plain_[at];
    depth_ += opening.find(c) != std::string_view::npos ? 1 : closing.find(c) != std::string_view::npos ? -1 : 0;
    const char before = at == 0 ? ' ' : plain_[at - 1];
    return depth_ == 0 && (before == ';' || before == '{' || before == '}');
  }

 private:
  std::string plain_;
  int depth_ = 0;
};

}  // namespace

std::string withStatementsApart(std::string after, const FileEdits& edits) {
  StatementEnds ends(after);
  std::vector<TextEdit> sorted = edits.edits;
  std::ranges::sort(sorted, {}, &TextEdit::offset);
  size_t taken = 0, added = 0;  // of the edits so far: where the text has moved to
  size_t read = 0;
  for (const TextEdit& edit : sorted) {
    const size_t begin = edit.offset + added - taken, end = begin + edit.replacement.size();
    for (; read < std::min(end, ends.size()); ++read) {
      const bool isBehindOne = ends.isBehindOne(read);
      if (isBehindOne && read >= begin && after[read] == ' ') after[read] = '\n';
    }
    taken += edit.length;
    added += edit.replacement.size();
  }
  return after;
}

std::string withLongLinesApart(std::string text) {
  constexpr size_t mostColumns = 255;
  const auto isShort = [](std::string_view line) { return line.size() < mostColumns; };
  if (std::ranges::all_of(textLines(text), isShort)) return text;  // nearly all: they are not read further
  StatementEnds ends(text);
  size_t end = 0;  // of the line
  bool isLong = false;
  for (size_t at = 0; at < ends.size(); ++at) {
    if (at >= end) {
      const size_t begin = at;
      end = std::min(text.find('\n', at), text.size() - 1) + 1;
      isLong = end - begin > mostColumns;
    }
    const bool isBehindOne = ends.isBehindOne(at);
    if (isLong && isBehindOne && text[at] == ' ') text[at] = '\n';
  }
  return text;
}

}  // namespace warpwright::analysis
