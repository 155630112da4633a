#include "views/diff/diff_text.h"

#include <algorithm>
#include <map>

namespace warpwright::views {
namespace {

bool isWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80);
}

std::vector<WordSpan> wordsOf(const std::string& line) {
  std::vector<WordSpan> words;
  for (int i = 0; i < static_cast<int>(line.size());) {
    int end = i + 1;
    if (isWordByte(line[static_cast<size_t>(i)])) {
      while (end < static_cast<int>(line.size()) && isWordByte(line[static_cast<size_t>(end)])) ++end;
    }
    if (line[static_cast<size_t>(i)] != ' ' && line[static_cast<size_t>(i)] != '\t') words.push_back({i, end});
    i = end;
  }
  return words;
}

void append(std::vector<WordSpan>& spans, WordSpan span, const std::string& line) {
  // Neighbours with only blanks between them read as one.
  if (!spans.empty() &&
      line.find_first_not_of(" \t", static_cast<size_t>(spans.back().to)) == static_cast<size_t>(span.from)) {
    spans.back().to = span.to;
    return;
  }
  spans.push_back(span);
}

/// The line of `before` (from 0) that each edit with a note starts in.
std::map<int, std::string> notesByLine(const FileEdits& edits, const std::string& before) {
  std::map<int, std::string> notes;
  for (const TextEdit& edit : edits.edits) {
    if (edit.note.empty()) continue;
    size_t offset = std::min<size_t>(edit.offset, before.size());
    // An insertion behind a line end belongs to what follows it.
    const int line = static_cast<int>(std::count(before.begin(), before.begin() + static_cast<long>(offset), '\n'));
    std::string& note = notes[line];
    if (note.find(edit.note) == std::string::npos) note += (note.empty() ? "" : "; ") + edit.note;
  }
  return notes;
}

}  // namespace

std::vector<std::string> splitLines(const std::string& text) {
  std::vector<std::string> lines;
  size_t from = 0;
  while (from < text.size()) {
    const size_t end = std::min(text.find('\n', from), text.size());
    size_t stop = end;
    if (stop > from && text[stop - 1] == '\r') --stop;
    lines.push_back(text.substr(from, stop - from));
    from = end + 1;
  }
  return lines;
}

std::vector<DiffLine> composeDiff(const FileEdits& edits, const std::string& before, const std::string& after,
                                  const std::vector<int>& open, int context) {
  const std::vector<DiffRow> rows = diffRows(before, after);
  std::map<int, std::string> notes = notesByLine(edits, before);
  const auto count = static_cast<int>(rows.size());
  std::vector<bool> shown(rows.size(), false);
  for (int i = 0; i < count; ++i) {
    if (rows[static_cast<size_t>(i)].kind == DiffRow::Kind::same) continue;
    for (int j = std::max(0, i - context); j <= std::min(count - 1, i + context); ++j)
      shown[static_cast<size_t>(j)] = true;
  }
  std::vector<DiffLine> lines;
  int gap = 0, number = 0;
  for (int i = 0; i < count;) {
    if (!shown[static_cast<size_t>(i)]) {
      int end = i;
      while (end < count && !shown[static_cast<size_t>(end)]) ++end;
      const bool opened = std::find(open.begin(), open.end(), gap) != open.end();
      if (opened || end - i < 2) {
        for (int j = i; j < end; ++j) shown[static_cast<size_t>(j)] = true;
      } else {
        lines.push_back({DiffLine::Kind::gap, -1, -1, std::to_string(end - i) + " unchanged lines", gap});
        i = end;
      }
      ++gap;
      if (!opened && end == i) continue;
    }
    const DiffRow& row = rows[static_cast<size_t>(i)];
    // The notes of a run of changes stand above its first row.
    const bool starts =
        row.kind != DiffRow::Kind::same && (i == 0 || rows[static_cast<size_t>(i) - 1].kind == DiffRow::Kind::same);
    if (starts) {
      int first = row.left, last = row.left;
      for (int j = i; j < count && rows[static_cast<size_t>(j)].kind != DiffRow::Kind::same; ++j) {
        const int left = rows[static_cast<size_t>(j)].left;
        if (left < 0) continue;
        if (first < 0) first = left;
        last = left;
      }
      if (first < 0) {  // only added lines: the notes are tied to the unchanged line before or after them
        first = i > 0 ? rows[static_cast<size_t>(i) - 1].left : 0;
        last = first + 1;
      }
      std::string text;
      for (auto note = notes.lower_bound(first); note != notes.end() && note->first <= last; note = notes.erase(note)) {
        if (text.find(note->second) == std::string::npos) text += (text.empty() ? "" : "; ") + note->second;
      }
      if (!text.empty()) lines.push_back({DiffLine::Kind::note, -1, -1, std::to_string(++number) + "  " + text, -1});
    }
    const DiffLine::Kind kind = row.kind == DiffRow::Kind::same      ? DiffLine::Kind::same
                                : row.kind == DiffRow::Kind::changed ? DiffLine::Kind::changed
                                : row.kind == DiffRow::Kind::removed ? DiffLine::Kind::removed
                                                                     : DiffLine::Kind::added;
    lines.push_back({kind, row.left, row.right, {}, -1});
    ++i;
  }
  return lines;
}

std::pair<std::vector<WordSpan>, std::vector<WordSpan>> changedWords(const std::string& left,
                                                                     const std::string& right) {
  const std::vector<WordSpan> a = wordsOf(left), b = wordsOf(right);
  std::pair<std::vector<WordSpan>, std::vector<WordSpan>> changed;
  if (a.size() > 200 || b.size() > 200) return changed;
  const auto same = [&](size_t i, size_t j) {
    return left.compare(static_cast<size_t>(a[i].from), static_cast<size_t>(a[i].to - a[i].from), right,
                        static_cast<size_t>(b[j].from), static_cast<size_t>(b[j].to - b[j].from)) == 0;
  };
  // The longest common run of words, by the usual table.
  std::vector<std::vector<int>> longest(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      longest[i][j] = same(i, j) ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && same(i, j)) {
      ++i, ++j;
    } else if (j == b.size() || (i < a.size() && longest[i + 1][j] >= longest[i][j + 1])) {
      append(changed.first, a[i++], left);
    } else {
      append(changed.second, b[j++], right);
    }
  }
  return changed;
}

}  // namespace warpwright::views
