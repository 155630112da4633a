#include <algorithm>

#include "core/base/hash.h"
#include "core/finding/line_diff.h"
#include "core/finding/rewrite.h"

namespace warpwright {
namespace {

/// A file name as patch(1) and git read it: quoted where it holds quotes, backslashes or control characters; followed
/// by a tab where a space would otherwise end it.
std::string headerName(const std::string& name) {
  const bool special = std::any_of(name.begin(), name.end(), [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (!special) return name.find(' ') == std::string::npos ? name : name + '\t';
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (const auto byte = static_cast<unsigned char>(c); byte < 0x20 || byte == 0x7f) {
      const char octal[] = {'\\', static_cast<char>('0' + (byte >> 6)), static_cast<char>('0' + (byte >> 3 & 7)),
                            static_cast<char>('0' + (byte & 7))};
      quoted.append(octal, 4);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

/// "12,3": first line and count; the count is left out when 1, the line before is named when 0.
std::string hunkPart(int begin, int end) {
  const int count = end - begin;
  if (count == 1) return std::to_string(begin + 1);
  return std::to_string(count == 0 ? begin : begin + 1) + ',' + std::to_string(count);
}

void addLine(std::string& diff, char sign, std::string_view line) {
  diff += sign;
  diff += line;
  if (line.empty() || line.back() != '\n') diff += "\n\\ No newline at end of file\n";
}

}  // namespace

std::string unifiedDiff(std::string_view before, std::string_view after, const std::string& beforeName,
                        const std::string& afterName, int context) {
  if (before == after) return {};
  const auto left = splitLines(before), right = splitLines(after);
  const auto changes = diffLines(left, right);
  std::string diff = "--- " + headerName(beforeName) + "\n+++ " + headerName(afterName) + '\n';
  const int lines = static_cast<int>(left.size());

  for (size_t first = 0; first < changes.size();) {
    size_t last = first;
    while (last + 1 < changes.size() && changes[last + 1].left - changes[last].leftEnd <= 2 * context) ++last;
    const int lead = std::min(context, changes[first].left);
    const int tail = std::min(context, lines - changes[last].leftEnd);
    const int begin = changes[first].left - lead, end = changes[last].leftEnd + tail;
    diff += "@@ -" + hunkPart(begin, end) + " +" +
            hunkPart(changes[first].right - lead, changes[last].rightEnd + tail) + " @@\n";
    int at = begin;
    for (size_t i = first; i <= last; ++i) {
      for (; at < changes[i].left; ++at) addLine(diff, ' ', left[at]);
      for (; at < changes[i].leftEnd; ++at) addLine(diff, '-', left[at]);
      for (int j = changes[i].right; j < changes[i].rightEnd; ++j) addLine(diff, '+', right[j]);
    }
    for (; at < end; ++at) addLine(diff, ' ', left[at]);
    first = last + 1;
  }
  return diff;
}

std::vector<DiffRow> diffRows(std::string_view before, std::string_view after) {
  const auto left = splitLines(before), right = splitLines(after);
  std::vector<DiffRow> rows;
  int i = 0, j = 0;
  const auto addSame = [&](int end) {
    for (; i < end; ++i, ++j) rows.push_back({DiffRow::Kind::same, i, j});
  };
  for (const LineChange& change : diffLines(left, right)) {
    addSame(change.left);
    while (i < change.leftEnd || j < change.rightEnd) {
      DiffRow row;
      if (i < change.leftEnd) row.left = i++;
      if (j < change.rightEnd) row.right = j++;
      row.kind = row.left < 0 ? DiffRow::Kind::added : row.right < 0 ? DiffRow::Kind::removed : DiffRow::Kind::changed;
      rows.push_back(row);
    }
  }
  addSame(static_cast<int>(left.size()));
  return rows;
}

FileEdits editsBetween(const std::string& file, std::string_view before, std::string_view after) {
  const std::vector<std::string_view> left = splitLines(before), right = splitLines(after);
  FileEdits edits{file, hashText(before), {}};
  const auto offsetOf = [&](int line) {
    return static_cast<uint32_t>(static_cast<size_t>(line) < left.size()
                                     ? left[static_cast<size_t>(line)].data() - before.data()
                                     : static_cast<ptrdiff_t>(before.size()));
  };
  for (const LineChange& change : diffLines(left, right)) {
    const uint32_t from = offsetOf(change.left), to = offsetOf(change.leftEnd);
    std::string text;
    for (int line = change.right; line < change.rightEnd; ++line) text += right[static_cast<size_t>(line)];
    edits.edits.push_back({from, to - from, std::move(text), {}});
  }
  return edits;
}

}  // namespace warpwright
