#include "analysis/makefile/conditionals.h"

#include <algorithm>
#include <string>

namespace warpwright::makefile {
namespace {

/// Both sides of `(a,b)`, `"a" "b"`, `'a' 'b'`; empty: there are none.
std::optional<std::pair<std::string_view, std::string_view>> sidesOf(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('(')) {
    if (!text.ends_with(')')) return std::nullopt;
    text = text.substr(1, text.size() - 2);
    const size_t comma = findOutside(text, ",");
    if (comma == std::string_view::npos) return std::nullopt;
    return std::pair(trimmed(text.substr(0, comma)), trimmed(text.substr(comma + 1)));
  }
  std::string_view sides[2];
  for (std::string_view& side : sides) {
    text = trimmed(text);
    if (text.empty() || (text.front() != '"' && text.front() != '\'')) return std::nullopt;
    const size_t end = text.find(text.front(), 1);
    if (end == std::string_view::npos) return std::nullopt;
    side = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
  }
  return std::pair(sides[0], sides[1]);
}

/// The first word, which is taken away.
std::string_view takeFirst(std::string_view& text) {
  const size_t end = std::min(text.find_first_of(" \t(\"'"), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

/// A text with its marks, and instead of one alone for a command what that is: it gives the same answer on every line.
std::string questionIn(const std::string& text, const Expander& values) {
  const std::vector<size_t> reasons = reasonsIn(text);
  if (reasons.size() != 1 || text != unknownMark(reasons.front())) return text;
  const std::string& why = values.reasonText(reasons.front());
  const size_t end = why.find("` is not run");
  return end == std::string::npos || why.find("…") != std::string::npos ? text : why.substr(0, end);
}

bool isQuestion(std::string_view word) {
  return word == "ifeq" || word == "ifneq" || word == "ifdef" || word == "ifndef";
}

}  // namespace

std::optional<Conditionals::Answer> Conditionals::answer(std::string_view word, std::string_view rest, Expander& values,
                                                         size_t& reason) const {
  const bool isNegated = word == "ifneq" || word == "ifndef";
  const auto told = [&](bool holds) { return holds != isNegated ? Answer::yes : Answer::no; };
  if (word == "ifdef" || word == "ifndef") {
    const std::string name = values.expand(rest);
    if (name.empty() || name.find_first_of(" \t") != std::string::npos) return std::nullopt;
    const std::optional<bool> hasText = isKnown(name) ? values.hasText(name) : std::nullopt;
    if (hasText) return told(*hasText);
    const std::string value = isKnown(name) ? values.expand("$(" + name + ")") : name;
    reason = isKnown(value) ? values.reason("`" + name + "` is not known") : reasonsIn(value).front();
    const std::optional<bool> chosen = values.chosen("defined " + name);
    return chosen ? told(*chosen) : Answer::unknown;
  }
  const auto sides = sidesOf(rest);
  if (!sides) return std::nullopt;
  const std::string left = values.expand(sides->first), right = values.expand(sides->second);
  if (isKnown(left) && isKnown(right)) return told(left == right);
  reason = reasonsIn(left + right).front();
  const std::optional<bool> chosen = values.chosen(questionIn(left, values) + " is " + questionIn(right, values));
  return chosen ? told(*chosen) : Answer::unknown;
}

void Conditionals::enter(Branch& branch, Answer answer, size_t reason) {
  if (branch.wasTaken) {
    branch.now = Answer::no;
    return;
  }
  if (answer == Answer::yes && branch.wasUnknown) answer = Answer::unknown;
  if (answer == Answer::yes) branch.wasTaken = true;
  if (answer == Answer::unknown && !branch.wasUnknown) {
    branch.wasUnknown = true;
    branch.reason = reason;
  }
  branch.now = answer;
}

Conditionals::Read Conditionals::read(std::string_view line, Expander& values) {
  std::string_view rest = line;
  std::string_view word = takeFirst(rest);
  size_t reason = 0;
  if (isQuestion(word)) {
    // What stands in a branch that does not count is not looked at.
    const std::optional<Answer> given = isActive() ? answer(word, rest, values, reason) : Answer::no;
    if (!given) return Read::wrong;
    enter(open_.emplace_back(), *given, reason);
    return Read::taken;
  }
  if (word != "else" && word != "endif") return Read::other;
  if (open_.empty()) return Read::wrong;
  if (word == "endif") {
    open_.pop_back();
    return Read::taken;
  }
  Branch& branch = open_.back();
  if (branch.isLast) return Read::wrong;
  std::optional<Answer> given = Answer::yes;
  if (!rest.empty()) {
    word = takeFirst(rest);
    if (!isQuestion(word)) return Read::wrong;
    const Answer before = branch.now;
    branch.now = Answer::yes;  // to see whether the lines around count
    const bool isLookedAt = isActive() && !branch.wasTaken;
    branch.now = before;
    given = isLookedAt ? answer(word, rest, values, reason) : Answer::no;
    if (!given) return Read::wrong;
  } else {
    branch.isLast = true;
  }
  enter(branch, *given, reason);
  return Read::taken;
}

bool Conditionals::isActive() const {
  return std::all_of(open_.begin(), open_.end(), [](const Branch& branch) { return branch.now != Answer::no; });
}

std::optional<size_t> Conditionals::maybe() const {
  if (around_) return around_;
  for (const Branch& branch : open_) {
    if (branch.now == Answer::unknown) return branch.reason;
  }
  return std::nullopt;
}

}  // namespace warpwright::makefile
