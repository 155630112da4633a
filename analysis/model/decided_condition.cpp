#include "analysis/model/decided_condition.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "analysis/model/code_text.h"

namespace warpwright::model {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f\\";
constexpr std::string_view architecture = "__CUDA_ARCH__";

struct Version {
  std::string_view macro;
  int64_t lowest;  ///< of the toolkits from CUDA 12.0 on, or of the devices that they compile for
};
/// Not CUDA_VERSION: a file that does not include cuda.h has none.
constexpr Version versions[] = {{"__CUDACC_VER_MAJOR__", 12}, {"CUDART_VERSION", 12000}, {architecture, 500}};

/// What all values from the lowest on answer alike.
std::optional<bool> answerOf(int64_t lowest, std::string_view sign, int64_t number) {
  if ((sign == "<" && number <= lowest) || (sign == "<=" && number < lowest) || (sign == "==" && number < lowest))
    return false;
  if ((sign == ">=" && number <= lowest) || (sign == ">" && number < lowest) || (sign == "!=" && number < lowest))
    return true;
  return std::nullopt;
}

/// On the host side there is no architecture, which counts as 0.
bool hostAnswer(std::string_view sign, int64_t number) {
  if (sign == "==" || sign == "!=") return (number == 0) == (sign == "==");
  if (sign == "<" || sign == ">=") return (0 < number) == (sign == "<");
  return (0 > number) == (sign == ">");
}

/// Reads on behind blanks.
class Reader {
 public:
  Reader(std::string_view text, size_t at) : text_(text), at_(at) {}

  size_t at() const { return at_; }
  std::string_view sign() {
    skip();
    const size_t begin = at_;
    at_ = std::min(text_.find_first_not_of("<>=!", at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  std::optional<int64_t> number() {
    skip();
    int64_t value = 0;
    const auto [end, failed] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    const size_t first = at_;
    at_ = static_cast<size_t>(end - text_.data());
    const size_t last = std::min(text_.find_first_not_of("uUlL", at_), text_.size());
    const bool isOctal = last > first + 1 && text_[first] == '0';
    const bool isWhole = last == text_.size() || (!isWordPart(text_[last]) && text_[last] != '.');
    at_ = last;
    return failed == std::errc() && isWhole && !isOctal ? std::optional(value) : std::nullopt;
  }
  /// Does nothing follow that binds closer than a comparison, or as close?
  bool endsHere() {
    skip();
    return at_ == text_.size() || text_[at_] == ')' || text_[at_] == '?' || text_[at_] == ':' ||
           text_.substr(at_, 2) == "&&" || text_.substr(at_, 2) == "||";
  }

 private:
  void skip() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  std::string_view text_;
  size_t at_;
};

/// May a comparison begin behind this text?
bool mayBeginBehind(std::string_view before) {
  const size_t last = before.find_last_not_of(blanks);
  if (last == std::string_view::npos || before[last] == '?' || before[last] == ':') return true;
  const std::string_view two = before.substr(last > 0 ? last - 1 : 0, 2);
  if (two == "&&" || two == "||") return true;
  if (before[last] != '(') return false;
  // Not the brackets of what is called, or of `defined`.
  const size_t name = before.find_last_not_of(blanks, last == 0 ? std::string_view::npos : last - 1);
  return last == 0 || name == std::string_view::npos || !isWordPart(before[name]);
}

/// A comparison that begins at `at`, as it is decided; its end is told, too.
std::optional<std::string> decidedAt(std::string_view condition, size_t at, size_t& end) {
  for (const Version& version : versions) {
    if (condition.substr(at, version.macro.size()) != version.macro) continue;
    Reader rest(condition, at + version.macro.size());
    if (rest.at() < condition.size() && isWordPart(condition[rest.at()])) continue;
    const std::string_view sign = rest.sign();
    const std::optional<int64_t> number = rest.number();
    end = rest.at();
    const std::optional<bool> answer = number ? answerOf(version.lowest, sign, *number) : std::nullopt;
    if (!answer || !rest.endsHere()) return std::nullopt;
    if (version.macro != architecture || *answer == hostAnswer(sign, *number)) return *answer ? "1" : "0";
    return *answer ? "defined(__CUDA_ARCH__)" : "!defined(__CUDA_ARCH__)";
  }
  return std::nullopt;
}

std::string_view withoutBlanks(std::string_view text) {
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// What stands in the brackets that are around all of it.
std::string_view withoutBrackets(std::string_view text) {
  text = withoutBlanks(text);
  if (!text.starts_with('(')) return text;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1 == text.size() ? withoutBlanks(text.substr(1, at - 1)) : text;
  }
  return text;
}

bool isWordAt(std::string_view text, size_t at, std::string_view word) {
  const size_t end = at + word.size();
  return text.substr(at, word.size()) == word && (end == text.size() || !isWordPart(text[end]));
}

}  // namespace

std::string withDecided(std::string_view condition) {
  std::string decided;
  for (size_t at = 0; at < condition.size();) {
    const bool isWordBegin = isWordPart(condition[at]) && (at == 0 || !isWordPart(condition[at - 1]));
    size_t end = at + 1;
    const std::optional<std::string> one =
        isWordBegin && mayBeginBehind(condition.substr(0, at)) ? decidedAt(condition, at, end) : std::nullopt;
    if (!one) end = at + 1;
    decided += one ? *one : std::string(condition.substr(at, 1));
    at = end;
  }
  return decided;
}

std::vector<std::string> conjunctsOf(std::string_view condition) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t at = 0; at < condition.size(); ++at) {
    const char c = condition[at];
    const bool isWord = isWordPart(c) && (at == 0 || !isWordPart(condition[at - 1]));
    const bool isAnd = condition.substr(at, 2) == "&&" || (isWord && isWordAt(condition, at, "and"));
    const bool isOr = condition.substr(at, 2) == "||" || (isWord && isWordAt(condition, at, "or"));
    if (c == ')' && --depth < 0) return {};
    if (depth == 0 && (isOr || c == '?' || c == ',')) return {};
    if (depth == 0 && isAnd) {
      parts.emplace_back();
      at += isWord ? 2 : 1;
      continue;
    }
    if (c == '(') ++depth;
    parts.back() += c;
  }
  if (depth != 0) return {};
  std::vector<std::string> all;
  for (const std::string& part : parts) {
    const std::string_view inside = withoutBrackets(part);
    std::vector<std::string> inner =
        inside.size() == withoutBlanks(part).size() ? std::vector<std::string>() : conjunctsOf(inside);
    if (inner.empty()) inner.emplace_back(inside);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

}  // namespace warpwright::model
