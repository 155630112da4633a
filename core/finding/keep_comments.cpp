#include "core/finding/keep_comments.h"

#include <algorithm>
#include <set>

#include "core/finding/line_diff.h"

namespace warpwright {
namespace {

constexpr std::string_view mark = "warpwright:", verb = "keep(", blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// What `// warpwright: keep(a, b) reason` says; nothing: the comment says something else.
std::optional<KeepComment> readComment(std::string_view comment) {
  comment = trimmed(comment.substr(2));
  if (!comment.starts_with(mark)) return std::nullopt;
  comment = trimmed(comment.substr(mark.size()));
  const size_t end = comment.find(')');
  if (!comment.starts_with(verb) || end == std::string_view::npos) return std::nullopt;
  KeepComment read;
  read.reason = trimmed(comment.substr(end + 1));
  std::string_view names = comment.substr(verb.size(), end - verb.size());
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    if (const std::string_view name = trimmed(names.substr(0, comma)); !name.empty()) read.passes.emplace_back(name);
    names.remove_prefix(std::min(names.size(), comma + 1));
  }
  return read;
}

}  // namespace

std::vector<KeepComment> keepCommentsOf(const std::string& file, std::string_view text) {
  std::vector<KeepComment> all;
  if (text.find(mark) == std::string_view::npos) return all;
  uint32_t number = 0;
  for (const std::string_view line : splitLines(text)) {
    ++number;
    const size_t marked = line.find(mark);
    const size_t begin = marked == std::string_view::npos ? marked : line.substr(0, marked).rfind("//");
    if (begin == std::string_view::npos) continue;
    std::optional<KeepComment> read = readComment(line.substr(begin));
    if (!read) continue;
    read->at = {file, number, static_cast<uint32_t>(begin + 1)};
    read->alone = trimmed(line.substr(0, begin)).empty();
    all.push_back(*std::move(read));
  }
  return all;
}

const std::vector<KeepComment>& KeepComments::commentsOf(const std::string& file) {
  const auto [known, isNew] = known_.try_emplace(file);
  if (!isNew) return known->second;
  if (const auto text = read_(file)) known->second = keepCommentsOf(file, *text);
  return known->second;
}

const KeepComment* KeepComments::of(const KernelSummary& kernel, const Opportunity& finding) {
  for (const SourcePosition* at : {&finding.range.begin, &kernel.nameAt, &kernel.definition.begin}) {
    const std::vector<KeepComment>& comments = commentsOf(at->file);
    if (finding.verdict != VerdictKind::applicable) continue;
    // Comments that stand alone may stand one below the other.
    for (uint32_t line = at->line; line > 0; --line) {
      bool isAlone = false;
      for (const KeepComment& one : comments) {
        if (one.at.line != line) continue;
        isAlone = one.alone;
        const bool isAbout = line == at->line || one.alone;
        if (isAbout && std::find(one.passes.begin(), one.passes.end(), finding.pass) != one.passes.end()) return &one;
      }
      if (line != at->line && !isAlone) break;
    }
  }
  return nullptr;
}

std::vector<std::string> KeepComments::notes(const PassDescriptions& all) const {
  std::string names;
  std::set<std::string> ids;
  for (const PassDescription& pass : all) {
    names += (names.empty() ? "" : ", ") + pass.id;
    ids.insert(pass.id);
  }
  std::vector<std::string> notes;
  for (const auto& [file, comments] : known_) {
    for (const KeepComment& one : comments) {
      const std::string at = file + ":" + std::to_string(one.at.line) + ": ";
      if (one.passes.empty()) notes.push_back(at + "`keep()` names no pass. There is " + names + ".");
      for (const std::string& pass : one.passes) {
        if (!ids.contains(pass))
          notes.push_back(at + "there is no pass `" + pass + "` to keep from. There is " + names + ".");
      }
    }
  }
  return notes;
}

}  // namespace warpwright
