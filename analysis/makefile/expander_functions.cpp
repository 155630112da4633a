// The functions of GNU make that only make texts of texts.
#include <fnmatch.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>

#include "analysis/makefile/expander.h"
#include "core/base/file_index.h"

namespace warpwright::makefile {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Parts at commas that stand in no parentheses; at most `most` parts.
Words argumentsOf(std::string_view text, size_t most) {
  Words arguments(1);
  int round = 0, curly = 0;
  for (const char c : text) {
    if (c == '(') ++round;
    if (c == ')') --round;
    if (c == '{') ++curly;
    if (c == '}') --curly;
    if (c == ',' && round <= 0 && curly <= 0 && arguments.size() < most)
      arguments.emplace_back();
    else
      arguments.back() += c;
  }
  return arguments;
}

std::string replaced(std::string_view text, const std::string& from, const std::string& to) {
  if (from.empty()) return std::string(text) + to;
  std::string all;
  for (size_t i = 0;;) {
    const size_t next = text.find(from, i);
    all.append(text, i, next == std::string_view::npos ? next : next - i);
    if (next == std::string_view::npos) return all;
    all += to;
    i = next + from.size();
  }
}

/// Replaces in what is known of a text.
std::string substitutedIn(std::string_view text, const std::string& from, const std::string& to) {
  std::string all;
  while (!isKnown(text)) {
    const size_t begin = text.find('\x01'), end = std::min(text.find('\x02', begin), text.size() - 1) + 1;
    if (begin > 0) all += replaced(text.substr(0, begin), from, to);
    all.append(text, begin, end - begin);
    text.remove_prefix(end);
  }
  return all + (text.empty() && !all.empty() ? "" : replaced(text, from, to));
}

std::optional<size_t> numberOf(std::string_view text) {
  text = trimmed(text);
  size_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool matchesAny(const Words& patterns, const std::string& word) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return stemOf(pattern, word).matches; });
}

std::string filtered(const Words& given, bool keepsMatching) {
  const Words patterns = wordsOf(given[0]);
  Words left;
  for (const std::string& word : wordsOf(given[1])) {
    if (!isKnown(word))
      left.push_back(marksOf(word));
    else if (matchesAny(patterns, word) == keepsMatching)
      left.push_back(word);
  }
  return joined(left);
}

/// Words `first` to `last`, counted from 1.
std::string someWords(const std::string& text, size_t first, size_t last) {
  const Words words = wordsOf(text);
  Words some;
  for (size_t i = 0; i < words.size() && i < last; ++i) {
    if (!isKnown(words[i])) return marksOf(text);  // how many words it is, nobody knows
    if (i + 1 >= first) some.push_back(words[i]);
  }
  return joined(some);
}

template <typename Change>
std::string eachWord(const std::string& text, Change change) {
  Words words = wordsOf(text);
  for (std::string& word : words) word = isKnown(word) ? change(word) : marksOf(word);
  std::erase(words, "");
  return joined(words);
}

std::string directoryOf(const std::string& word) {
  const size_t slash = word.rfind('/');
  return slash == std::string::npos ? "./" : word.substr(0, slash + 1);
}

/// Where the ending of a file's name begins; npos: it has none.
size_t endingOf(const std::string& word) {
  const size_t dot = word.rfind('.'), slash = word.rfind('/');
  return dot != std::string::npos && slash != std::string::npos && dot < slash ? std::string::npos : dot;
}

}  // namespace

std::optional<std::string> Expander::callFunction(std::string_view name, std::string_view text) {
  struct Function {
    std::string_view name;
    size_t least, most;
  };
  static constexpr Function expanded[] = {
      {"subst", 3, 3},     {"patsubst", 3, 3},   {"strip", 1, 1},     {"findstring", 2, 2}, {"filter", 2, 2},
      {"sort", 1, 1},      {"filter-out", 2, 2}, {"word", 2, 2},      {"wordlist", 3, 3},   {"words", 1, 1},
      {"firstword", 1, 1}, {"lastword", 1, 1},   {"dir", 1, 1},       {"notdir", 1, 1},     {"suffix", 1, 1},
      {"basename", 1, 1},  {"addsuffix", 2, 2},  {"addprefix", 2, 2}, {"join", 2, 2},       {"wildcard", 1, 1},
      {"abspath", 1, 1},   {"realpath", 1, 1}};
  for (const Function& function : expanded) {
    if (function.name != name) continue;
    Arguments given = argumentsOf(text, function.most);
    if (given.size() < function.least) return unknown("`$(" + std::string(name) + " …)` has too few arguments");
    for (std::string& argument : given) argument = expand(argument);
    if (std::optional<std::string> made = nameFunction(name, given)) return made;
    return textFunction(name, given);
  }
  return controlFunction(name, argumentsOf(text, name == "eval" || name == "shell" ? 1 : std::string::npos));
}

std::optional<std::string> Expander::textFunction(std::string_view name, const Arguments& given) {
  const bool isPatterned = name == "subst" || name == "patsubst";
  for (size_t i = 0; i + 1 < given.size(); ++i) {
    if (!isKnown(given[i]) && (isPatterned || name.starts_with("filter") || name.starts_with("word")))
      return marksOf(joined(given));
  }
  if (name == "subst") return substitutedIn(given[2], given[0], given[1]);
  if (name == "patsubst") {
    const std::string from(trimmed(given[0])), to(trimmed(given[1]));
    return eachWord(given[2], [&](const std::string& word) {
      const Stem stem = stemOf(from, word);
      return stem.matches ? withStem(to, stem.text) : word;
    });
  }
  if (name == "strip") return joined(wordsOf(given[0]));
  if (name == "findstring") {
    if (!isKnown(given[0])) return marksOf(joined(given));
    if (given[1].find(given[0]) != std::string::npos) return given[0];
    return marksOf(given[1]);
  }
  if (name == "filter") return filtered(given, true);
  if (name == "filter-out") return filtered(given, false);
  if (name == "sort") {
    Words words = wordsOf(given[0]);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return joined(words);
  }
  if (name == "words") {
    const Words words = wordsOf(given[0]);
    return isKnown(given[0]) ? std::to_string(words.size()) : marksOf(given[0]);
  }
  if (name == "firstword") return someWords(given[0], 1, 1);
  if (name == "lastword") {
    const Words words = wordsOf(given[0]);
    return words.empty() ? std::string() : isKnown(words.back()) ? words.back() : marksOf(given[0]);
  }
  const std::optional<size_t> first = numberOf(given[0]);
  const std::optional<size_t> last = name == "wordlist" ? numberOf(given[1]) : first;
  if (first && last && *first > 0) return someWords(given.back(), *first, *last);
  return unknown("`$(" + std::string(name) + " …)` has no number");
}

std::optional<std::string> Expander::nameFunction(std::string_view name, const Arguments& given) const {
  if (name == "dir") return eachWord(given[0], directoryOf);
  if (name == "notdir")
    return eachWord(given[0], [](const std::string& word) { return word.substr(word.rfind('/') + 1); });
  if (name == "suffix") {
    return eachWord(given[0], [](const std::string& word) {
      const size_t dot = endingOf(word);
      return dot == std::string::npos ? std::string() : word.substr(dot);
    });
  }
  if (name == "basename")
    return eachWord(given[0], [](const std::string& word) { return word.substr(0, endingOf(word)); });
  if (name == "addsuffix" || name == "addprefix") {
    Words words = wordsOf(given[1]);
    for (std::string& word : words) word = name == "addsuffix" ? word + given[0] : given[0] + word;
    return joined(words);
  }
  if (name == "join") {
    Words left = wordsOf(given[0]);
    const Words right = wordsOf(given[1]);
    if (!isKnown(given[0]) || !isKnown(given[1])) return marksOf(given[0] + given[1]);
    left.resize(std::max(left.size(), right.size()));
    for (size_t i = 0; i < right.size(); ++i) left[i] += right[i];
    return joined(left);
  }
  if (name == "wildcard") return wildcard(given[0]);
  if (name == "abspath" || name == "realpath") {
    // Links are not followed: both name the same file.
    return eachWord(given[0], [&](const std::string& word) {
      const fs::path path = (folder_ / word).lexically_normal();
      return (path.has_filename() ? path : path.parent_path()).string();
    });
  }
  return std::nullopt;
}

std::optional<std::string> Expander::controlFunction(std::string_view name, const Arguments& raw) {
  if (name == "if" && raw.size() >= 2) return chosen(raw);
  if (name == "or" || name == "and") {
    std::string last;
    for (const std::string& argument : raw) {
      last = expand(trimmed(argument));
      if (!isKnown(last)) return marksOf(last);
      if (last.empty() == (name == "and")) return last;
    }
    return last;
  }
  if (name == "foreach" && raw.size() >= 3) return forEach(raw);
  if (name == "call") return called(raw);
  if (name == "eval") {
    if (!eval_) return unknown("`$(eval …)` is not worked out");
    eval_(expand(raw[0]));
    return std::string();
  }
  if (name == "shell") return shellAnswer(expand(raw[0]));
  if (name == "origin" || name == "flavor" || name == "value") return kindOf(name, expand(raw[0]));
  if (name == "info" || name == "warning" || name == "error") return std::string();
  return std::nullopt;
}

std::string Expander::kindOf(std::string_view question, const std::string& name) {
  if (!isKnown(name)) return marksOf(name);
  const Variable* variable = find(name);
  if (!variable && undefined_) return unknownMark(*undefined_);
  if (question == "value") return variable ? variable->text : std::string();
  if (!variable) return "undefined";
  if (question == "flavor") return variable->isSimple ? "simple" : "recursive";
  return variables_.contains(name) ? variable->isKept ? "override" : "file" : "default";
}

std::string Expander::chosen(const Arguments& raw) {
  const std::string condition = expand(trimmed(raw[0]));
  const std::string marks = marksOf(condition);
  if (!marks.empty() && marks.size() == condition.size()) return marks;
  if (!condition.empty()) return expand(trimmed(raw[1]));
  std::string other;
  for (size_t i = 2; i < raw.size(); ++i) other += (i > 2 ? "," : "") + raw[i];
  return expand(trimmed(other));
}

std::string Expander::forEach(const Arguments& raw) {
  const std::string name(trimmed(expand(raw[0])));
  if (!isKnown(name)) return marksOf(name);
  std::string body = raw[2];
  for (size_t i = 3; i < raw.size(); ++i) body += ',' + raw[i];
  const auto own = variables_.find(name);
  const std::optional<Variable> before = own == variables_.end() ? std::nullopt : std::optional(own->second);
  Words made;
  for (const std::string& word : wordsOf(expand(raw[1]))) {
    variables_[name] = {word, true};
    made.push_back(expand(body));
  }
  if (before)
    variables_[name] = *before;
  else
    variables_.erase(name);
  std::string all;
  for (const std::string& one : made) all += (all.empty() ? "" : " ") + one;
  return all;
}

std::string Expander::called(const Arguments& raw) {
  Arguments given;
  for (const std::string& argument : raw) given.push_back(expand(given.empty() ? trimmed(argument) : argument));
  if (!isKnown(given[0])) return marksOf(given[0]);
  const Variable* variable = find(given[0]);
  if (!variable) return undefined_ ? unknownMark(*undefined_) : std::string();
  const std::string text = variable->text;
  if (variable->isSimple) return text;
  calls_.push_back(std::move(given));
  std::string value = expand(text);
  calls_.pop_back();
  return value;
}

/// What a command says that needs no running to be known.
std::string Expander::shellAnswer(const std::string& command) {
  Words words = wordsOf(command);
  std::erase_if(words, [](const std::string& word) { return word == "2>/dev/null"; });
  const std::string asked = joined(words);
  utsname machine{};
  if (asked == "pwd") return folder_.string();
  if ((asked == "uname" || asked == "uname -s" || asked == "uname -m") && uname(&machine) == 0)
    return asked == "uname -m" ? machine.machine : machine.sysname;
  if (!isKnown(command)) return marksOf(command);
  constexpr size_t shown = 40;
  const std::string text = asked.size() > shown ? asked.substr(0, shown) + "…" : asked;
  return unknown("`" + text + "` is not run");
}

std::string Expander::wildcard(const std::string& patterns) const {
  Words found;
  for (const std::string& pattern : wordsOf(patterns)) {
    if (!isKnown(pattern)) {
      found.push_back(marksOf(pattern));
      continue;
    }
    for (std::string& name : matching(pattern)) found.push_back(std::move(name));
  }
  return joined(found);
}

/// Goes down one part of a pattern after the other.
std::vector<std::string> Expander::matching(const std::string& pattern) const {
  constexpr size_t most = 20000;
  std::error_code failed;
  const fs::path realRoot = fs::canonical(root_, failed);
  std::vector<std::string> open{fs::path(pattern).is_absolute() ? "/" : ""};
  for (const fs::path& part : fs::path(pattern).relative_path()) {
    std::vector<std::string> next;
    const bool isPlain = part.string().find_first_of("*?[") == std::string::npos;
    for (const std::string& before : open) {
      const fs::path folder = (folder_ / before).lexically_normal();
      const std::string start = before.empty() || before.ends_with('/') ? before : before + '/';
      if (isPlain) {
        next.push_back(start + part.string());
        continue;
      }
      const fs::path real = fs::canonical(folder, failed);
      if (failed || !isBelow(real, realRoot)) continue;
      for (fs::directory_iterator it(folder, failed), end; !failed && it != end && next.size() < most;
           it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0) next.push_back(start + name);
      }
    }
    open = std::move(next);
  }
  std::erase_if(open, [&](const std::string& name) {
    const fs::path path = (folder_ / name).lexically_normal();
    return !isBelow(path, root_) || !fs::exists(path, failed);
  });
  std::sort(open.begin(), open.end());
  return open;
}

}  // namespace warpwright::makefile
