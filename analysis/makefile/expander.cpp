#include "analysis/makefile/expander.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace warpwright::makefile {
namespace {

namespace fs = std::filesystem;

constexpr size_t deepest = 100;
constexpr uint64_t mostWork = uint64_t{128} << 20;
constexpr size_t longestValue = size_t{4} << 20;
constexpr size_t mostReasons = 1000;

/// What make itself defines and Makefiles use.
const Expander::Variables& defaults() {
  static const Expander::Variables all = {
      {"AR", {"ar", true}},
      {"CC", {"cc", true}},
      {"CPP", {"$(CC) -E"}},
      {"CXX", {"g++", true}},
      {"LD", {"ld", true}},
      {"MAKE", {"make", true}},
      {"MAKEFLAGS", {"", true}},
      {"RM", {"rm -f", true}},
      {"COMPILE.c", {"$(CC) $(CFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"}},
      {"COMPILE.cc", {"$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(TARGET_ARCH) -c"}},
      {"COMPILE.cpp", {"$(COMPILE.cc)"}},
      {"COMPILE.C", {"$(COMPILE.cc)"}},
      {"LINK.c", {"$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"}},
      {"LINK.cc", {"$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $(TARGET_ARCH)"}},
      {"LINK.cpp", {"$(LINK.cc)"}},
      {"LINK.C", {"$(LINK.cc)"}},
      {"LINK.o", {"$(CC) $(LDFLAGS) $(TARGET_ARCH)"}},
      {"OUTPUT_OPTION", {"-o $@"}},
  };
  return all;
}

/// Every shell sets them, each to something else.
bool isOfEveryShell(std::string_view name) {
  static constexpr std::array names = {"HOME",  "USER", "LOGNAME", "PATH",        "HOSTNAME",
                                       "SHELL", "LANG", "TMPDIR",  "MAKECMDGOALS"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One step deeper, as long as it lasts.
class Deeper {
 public:
  explicit Deeper(size_t& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  size_t& depth_;
};

}  // namespace

Expander::Expander(fs::path folder, fs::path root) : folder_(std::move(folder)), root_(std::move(root)) {
  variables_["CURDIR"] = variables_["PWD"] = {folder_.string(), true};
}

size_t Expander::reason(const std::string& why) {
  const std::string text = place_.empty() ? why : why + " (" + place_ + ")";
  const auto known = reasonNumbers_.find(text);
  if (known != reasonNumbers_.end()) return known->second;
  if (reasons_.size() >= mostReasons) return reasons_.size() - 1;
  reasons_.push_back(text);
  return reasonNumbers_[text] = reasons_.size() - 1;
}

void Expander::forgetAll(size_t why) {
  for (auto& [name, variable] : variables_) {
    if (!variable.isKept && name != "CURDIR" && name != "PWD") variable = {unknownMark(why), true};
  }
  undefined_ = why;
}

const Expander::Variable* Expander::find(const std::string& name) const {
  const auto own = variables_.find(name);
  if (own != variables_.end()) return &own->second;
  if (undefined_) return nullptr;
  const auto known = defaults().find(name);
  return known == defaults().end() ? nullptr : &known->second;
}

std::optional<bool> Expander::chosen(const std::string& question) {
  const auto known = choices_.find(question);
  if (known != choices_.end()) return known->second;
  if (undecided_.empty()) undecided_ = question;
  return std::nullopt;
}

std::optional<bool> Expander::hasText(const std::string& name) {
  const Variable* variable = find(name);
  if (!variable) {
    if (undefined_ || isOfEveryShell(name)) return std::nullopt;
    return false;
  }
  if (isKnown(variable->text)) return !variable->text.empty();
  if (marksOf(variable->text).size() == variable->text.size()) return std::nullopt;
  return true;
}

void Expander::assign(const std::string& name, Assignment how, std::string_view value, bool isOverride,
                      std::optional<size_t> isMaybe) {
  const auto known = variables_.find(name);
  const bool isSet = known != variables_.end();
  if (isSet && known->second.isKept && !isOverride) return;
  if (how == Assignment::ifUndefined && (isSet || find(name))) return;
  Variable made{std::string(value), false, isOverride};
  if (isMaybe) {
    made = {unknownMark(*isMaybe), true, isOverride};
  } else if (how == Assignment::shell) {
    made = {shellAnswer(expand(value)), true, isOverride};
  } else if (how == Assignment::simple) {
    made = {expand(value), true, isOverride};
  }
  if (how == Assignment::append) {
    const Variable* before = find(name);
    if (!before && undefined_) made.text = unknownMark(*undefined_) + ' ' + made.text;
    if (before) {
      const bool isSimple = before->isSimple;
      const std::string added = isSimple && !isMaybe ? expand(value) : made.text;
      work_ += before->text.size();
      made = {before->text + (before->text.empty() ? "" : " ") + added, isSimple, isOverride || before->isKept};
    }
  }
  variables_[name] = std::move(made);
}

std::string Expander::expandIn(const std::map<std::string, std::string>& automatic, std::string_view text) {
  const auto* before = automatic_;
  automatic_ = &automatic;
  std::string expanded = expand(text);
  automatic_ = before;
  return expanded;
}

std::string Expander::expand(std::string_view text) {
  work_ += text.size() + 16;
  if (work_ > mostWork) return unknown("its values are too long to be worked out");
  if (depth_ >= deepest) return unknown("its values are nested too deeply");
  const Deeper here(depth_);
  std::string all;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t next = text.find('$', i);
    all.append(text, i, next == std::string_view::npos ? next : next - i);
    if (next == std::string_view::npos || next + 1 == text.size()) break;
    i = next + 1;
    if (text[i] == '$') {
      all += '$';
    } else if (text[i] == '(' || text[i] == '{') {
      const size_t end = closingOf(text, i);
      if (end == std::string_view::npos) return all + unknown("a reference to a variable has no end");
      all += expandReference(text.substr(i + 1, end - i - 1));
      i = end;
    } else {
      all += valueOf(std::string(1, text[i]));
    }
    if (all.size() > longestValue) return unknown("its values are too long to be worked out");
  }
  work_ += all.size();
  return all;
}

std::string Expander::expandReference(std::string_view inside) {
  size_t end = 0;
  while (end < inside.size() && (std::isalpha(static_cast<unsigned char>(inside[end])) || inside[end] == '-')) ++end;
  if (end > 0 && end < inside.size() && (inside[end] == ' ' || inside[end] == '\t')) {
    const std::string_view name = inside.substr(0, end);
    std::string_view text = inside.substr(end);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    if (const std::optional<std::string> made = callFunction(name, text)) return *made;
    return unknown("`$(" + std::string(name) + " …)` is not worked out");
  }
  const std::string name = inside.find('$') == std::string_view::npos ? std::string(inside) : expand(inside);
  if (!isKnown(name)) return marksOf(name);
  return substituted(name);
}

/// The value of `name`, or of `name:from=to`.
std::string Expander::substituted(const std::string& inside) {
  const size_t colon = inside.find(':');
  const size_t equals = colon == std::string::npos ? colon : inside.find('=', colon);
  if (equals == std::string::npos) return valueOf(inside);
  std::string from = inside.substr(colon + 1, equals - colon - 1), to = inside.substr(equals + 1);
  if (from.find('%') == std::string::npos) {
    from = '%' + from;
    to = '%' + to;
  }
  return textFunction("patsubst", {from, to, valueOf(inside.substr(0, colon))}).value_or(std::string());
}

std::optional<std::string> Expander::automatic(const std::string& name) const {
  static constexpr std::string_view names = "@<^+*?|%";
  const bool isPart = name.size() == 2 && (name[1] == 'D' || name[1] == 'F');
  if (name.empty() || names.find(name[0]) == std::string_view::npos || (name.size() != 1 && !isPart))
    return std::nullopt;
  if (!automatic_) return std::string();
  const auto found = automatic_->find(name.substr(0, 1));
  if (found == automatic_->end()) return std::string();
  if (name.size() == 1) return found->second;
  std::vector<std::string> parts;
  for (const std::string& word : wordsOf(found->second)) {
    const size_t slash = word.rfind('/');
    if (!isKnown(word))
      parts.push_back(marksOf(word));
    else if (name[1] == 'F')
      parts.push_back(slash == std::string::npos ? word : word.substr(slash + 1));
    else
      parts.push_back(slash == std::string::npos ? "." : slash == 0 ? "/" : word.substr(0, slash));
  }
  return joined(parts);
}

std::string Expander::valueOf(const std::string& name) {
  if (std::optional<std::string> value = automatic(name)) return *value;
  const bool isNumber =
      !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (isNumber && !calls_.empty()) {
    const size_t number = name.size() > 3 ? calls_.back().size() : static_cast<size_t>(std::atoi(name.c_str()));
    return number < calls_.back().size() ? calls_.back()[number] : std::string();
  }
  const Variable* variable = find(name);
  if (!variable) {
    if (undefined_) return unknownMark(*undefined_);
    if (isOfEveryShell(name)) return unknown("`$(" + name + ")` is of whoever runs make");
    if (name.find_first_of(" \t,") != std::string::npos)
      return unknown("`$(" + name.substr(0, 40) + ")` is not worked out");
    return {};
  }
  if (variable->isSimple) return variable->text;
  // A function may call itself, with other arguments.
  const bool isOpen = std::find(open_.begin(), open_.end(), name) != open_.end();
  if (isOpen && calls_.empty()) return unknown("`" + name + "` refers to itself");
  open_.push_back(name);
  const std::string text = variable->text;  // while it is expanded, it may be defined anew
  std::string value = expand(text);
  open_.pop_back();
  return value;
}

}  // namespace warpwright::makefile
