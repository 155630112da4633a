#include "analysis/rewrite/source/edits.h"

#include <algorithm>

namespace warpwright::rewrite {
namespace {

uint32_t endOf(const TextEdit& edit) {
  return edit.offset + edit.length;
}

}  // namespace

void Edits::replace(const TextRange& place, std::string text, std::string note) {
  TextEdit edit{place.begin, place.end - place.begin, std::move(text), std::move(note)};
  std::vector<TextEdit>& edits = edits_[place.file];
  const auto [first, last] =
      std::equal_range(edits.begin(), edits.end(), edit, [](const TextEdit& a, const TextEdit& b) {
        return std::pair(a.offset, a.length) < std::pair(b.offset, b.length);
      });
  const auto isSame = [&](const TextEdit& other) { return other.replacement == edit.replacement; };
  if (std::none_of(first, last, isSame)) edits.insert(last, std::move(edit));
}

void Edits::replaceWhole(const TextRange& place, std::string text) {
  std::erase_if(edits_[place.file],
                [&](const TextEdit& edit) { return edit.offset >= place.begin && endOf(edit) <= place.end; });
  replace(place, std::move(text));
}

std::string Edits::madeIn(const TextRange& range, std::string_view text) const {
  std::string made;
  uint32_t at = range.begin;
  for (const TextEdit& edit : of(range.file)) {
    if (edit.offset < at || endOf(edit) > range.end) continue;
    made += text.substr(at, edit.offset - at);
    made += edit.replacement;
    at = endOf(edit);
  }
  if (range.end > at) made += text.substr(at, range.end - at);
  return made;
}

const std::vector<TextEdit>& Edits::of(const std::string& file) const {
  static const std::vector<TextEdit> none;
  const auto edits = edits_.find(file);
  return edits == edits_.end() ? none : edits->second;
}

std::vector<std::string> Edits::files() const {
  std::vector<std::string> files;
  for (const auto& [file, edits] : edits_) files.push_back(file);
  return files;
}

Status Edits::check(const std::string& file, std::string_view text) const {
  const std::vector<TextEdit>& edits = of(file);
  const auto overlap = std::adjacent_find(edits.begin(), edits.end(),
                                          [](const TextEdit& a, const TextEdit& b) { return endOf(a) > b.offset; });
  if (overlap == edits.end()) return {};
  const uint32_t first = lineIn(text, overlap->offset), second = lineIn(text, (overlap + 1)->offset);
  const Message lines = first == second ? Message(lineText(first)) : Message(linesText({first, second}, " and "));
  return inputError(lines + " would have to change in two ways at once");
}

uint32_t lineIn(std::string_view text, uint32_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace warpwright::rewrite
