#include "analysis/analyzer/statements_apart.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "analysis/model/conditional_text.h"

namespace warpwright::analysis {

std::string withStatementsApart(std::string after, const FileEdits& edits) {
  const std::string plain = model::ConditionalText(after).plain;
  std::vector<TextEdit> sorted = edits.edits;
  std::ranges::sort(sorted, {}, &TextEdit::offset);
  constexpr std::string_view opening = "([", closing = ")]";
  size_t taken = 0, added = 0;  // of the edits so far: where the text has moved to
  size_t read = 0;
  int depth = 0;
  for (const TextEdit& edit : sorted) {
    const size_t begin = edit.offset + added - taken, end = begin + edit.replacement.size();
    for (; read < std::min(end, plain.size()); ++read) {
      const char c = plain[read];
      depth += opening.find(c) != std::string_view::npos ? 1 : closing.find(c) != std::string_view::npos ? -1 : 0;
      if (read < begin || read == 0 || depth != 0 || after[read] != ' ') continue;
      const char before = plain[read - 1];
      if (before == ';' || before == '{' || before == '}') after[read] = '\n';
    }
    taken += edit.length;
    added += edit.replacement.size();
  }
  return after;
}

}  // namespace warpwright::analysis
