#include "analysis/analyzer/places_before.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/base/text_lines.h"

namespace warpwright::analysis {
namespace {

/// Longer pieces are compared at their ends only: the table of a comparison grows with the product.
constexpr size_t mostWords = 4000;

struct Word {
  size_t at = 0;
  std::string_view text;
};

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Names, numbers, and all other characters that are no space.
std::vector<Word> wordsOf(std::string_view text) {
  std::vector<Word> words;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (isOfName(text[i])) {
      while (end < text.size() && isOfName(text[end])) ++end;
    }
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0) words.push_back({i, text.substr(i, end - i)});
    i = end;
  }
  return words;
}

using Pairs = std::vector<std::pair<size_t, size_t>>;

/// A longest common subsequence of two lists: indices in both, growing.
Pairs commonWords(const std::vector<Word>& old, const std::vector<Word>& now) {
  Pairs pairs;
  size_t begin = 0, oldEnd = old.size(), nowEnd = now.size();
  while (begin < std::min(oldEnd, nowEnd) && old[begin].text == now[begin].text) {
    pairs.emplace_back(begin, begin);
    ++begin;
  }
  Pairs tail;
  while (oldEnd > begin && nowEnd > begin && old[oldEnd - 1].text == now[nowEnd - 1].text)
    tail.emplace_back(--oldEnd, --nowEnd);
  const size_t rows = oldEnd - begin, columns = nowEnd - begin;
  if (rows > 0 && columns > 0 && rows <= mostWords && columns <= mostWords) {
    std::vector<uint16_t> length((rows + 1) * (columns + 1), 0);
    const auto at = [&](size_t i, size_t j) -> uint16_t& { return length[i * (columns + 1) + j]; };
    for (size_t i = rows; i-- > 0;) {
      for (size_t j = columns; j-- > 0;) {
        const bool same = old[begin + i].text == now[begin + j].text;
        at(i, j) = same ? static_cast<uint16_t>(at(i + 1, j + 1) + 1) : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
      if (old[begin + i].text == now[begin + j].text)
        pairs.emplace_back(begin + i++, begin + j++);
      else if (at(i + 1, j) >= at(i, j + 1))
        ++i;
      else
        ++j;
    }
  }
  pairs.insert(pairs.end(), tail.rbegin(), tail.rend());
  return pairs;
}

}  // namespace

PlacesBefore::PlacesBefore(const FileEdits& edits, const std::string& before, const std::string& after)
    : before_(before), after_(after) {
  anchors_.push_back({0, 0, true});
  std::ptrdiff_t moved = 0;
  for (const TextEdit& edit : edits.edits) {
    const size_t from = static_cast<size_t>(static_cast<std::ptrdiff_t>(edit.offset) + moved);
    const std::vector<Word> old = wordsOf(std::string_view(before_).substr(edit.offset, edit.length));
    const std::vector<Word> now = wordsOf(edit.replacement);
    if (edit.length == 0) added_.emplace_back(from, from + edit.replacement.size());
    if (!edit.replacement.empty()) anchors_.push_back({from, edit.offset, false});
    for (const auto& [was, is] : commonWords(old, now))
      anchors_.push_back({from + now[is].at, edit.offset + old[was].at, false});
    anchors_.push_back({from + edit.replacement.size(), edit.offset + edit.length, true});
    moved += static_cast<std::ptrdiff_t>(edit.replacement.size()) - static_cast<std::ptrdiff_t>(edit.length);
  }
}

bool PlacesBefore::isAdded(uint32_t line, uint32_t column) const {
  const size_t at = lineStart(after_, line) + (column > 0 ? column - 1 : 0);
  return std::ranges::any_of(added_, [&](const auto& range) { return range.first <= at && at < range.second; });
}

std::pair<uint32_t, uint32_t> PlacesBefore::of(uint32_t line, uint32_t column) const {
  const size_t at = lineStart(after_, line) + (column > 0 ? column - 1 : 0);
  const auto next = std::upper_bound(anchors_.begin(), anchors_.end(), at,
                                     [](size_t place, const Anchor& anchor) { return place < anchor.after; });
  const Anchor& last = *std::prev(next);
  const bool isHere = last.goesOn || last.after == at || next == anchors_.end();
  const size_t old =
      std::min(isHere ? last.before + (last.goesOn ? at - last.after : 0) : next->before, before_.size());
  const std::string_view head = std::string_view(before_).substr(0, old);
  const auto lineBefore = static_cast<uint32_t>(std::count(head.begin(), head.end(), '\n') + 1);
  const auto columnBefore = static_cast<uint32_t>(old - lineStart(before_, lineBefore) + 1);
  return {lineBefore, column > 0 ? columnBefore : 0};
}

}  // namespace warpwright::analysis
