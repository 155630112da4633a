#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/makefile/make_text.h"

namespace warpwright::makefile {

enum class Assignment { recursive, simple, ifUndefined, append, shell };

/// Variables of a Makefile, and texts with their values, as GNU make makes them. Nothing is run, no environment is
/// read: what neither the text nor make itself defines is empty. What cannot be told (`$(shell …)`, functions that are
/// not known, variables that refer to themselves) becomes a mark with a reason.
class Expander {
 public:
  struct Variable {
    std::string text;
    bool isSimple = false;  ///< its text is a value: nothing in it is expanded again
    bool isKept = false;    ///< by `override`, or given on top: other lines do not change it
  };
  using Variables = std::map<std::string, Variable>;

  /// `folder`: where make runs; `root`: of the project, outside of which no folder is looked into. Both absolute.
  Expander(std::filesystem::path folder, std::filesystem::path root);

  /// A text with the values of what it refers to. `$$` becomes `$`.
  std::string expand(std::string_view text);
  /// As above, with automatic variables ("@", "<", "^", "+", "*", "?", "|").
  std::string expandIn(const std::map<std::string, std::string>& automatic, std::string_view text);
  /// `isMaybe`: whether the line counts is not known, for that reason.
  void assign(const std::string& name, Assignment how, std::string_view value, bool isOverride = false,
              std::optional<size_t> isMaybe = std::nullopt);
  void undefine(const std::string& name) { variables_.erase(name); }
  /// Does the variable have a text? Empty: it is not known.
  std::optional<bool> hasText(const std::string& name);
  /// Anything may have been set: all variables, also those that nobody set, are unknown.
  void forgetAll(size_t why);

  /// Answers to questions that cannot be told, as texts; see `chosen`.
  using Choices = std::map<std::string, bool>;
  void choose(Choices choices) { choices_ = std::move(choices); }
  /// The answer that was chosen for a question which cannot be told; none: it is among `undecided`.
  std::optional<bool> chosen(const std::string& question);
  /// The first question that was asked and has no answer; empty: there is none.
  const std::string& undecided() const { return undecided_; }

  /// Their number, for marks.
  size_t reason(const std::string& why);
  const std::string& reasonText(size_t reason) const { return reasons_[reason]; }
  /// Where reasons are found: "line 12".
  void setPlace(std::string place) { place_ = std::move(place); }
  /// Reads lines that `$(eval …)` makes.
  void setEval(std::function<void(const std::string&)> read) { eval_ = std::move(read); }

  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& root() const { return root_; }
  Variables& variables() { return variables_; }
  /// Files below the root that a pattern of a shell matches, sorted, as the pattern names them.
  std::vector<std::string> matching(const std::string& pattern) const;

 private:
  using Arguments = std::vector<std::string>;
  std::string expandReference(std::string_view inside);
  std::string valueOf(const std::string& name);
  std::string substituted(const std::string& inside);
  std::optional<std::string> automatic(const std::string& name) const;
  std::optional<std::string> callFunction(std::string_view name, std::string_view text);
  std::optional<std::string> textFunction(std::string_view name, const Arguments& given);
  std::optional<std::string> nameFunction(std::string_view name, const Arguments& given) const;
  std::optional<std::string> controlFunction(std::string_view name, const Arguments& raw);
  std::string chosen(const Arguments& raw);
  std::string forEach(const Arguments& raw);
  std::string called(const Arguments& raw);
  std::string shellAnswer(const std::string& command);
  std::string wildcard(const std::string& patterns) const;
  std::string kindOf(std::string_view question, const std::string& name);
  std::string unknown(const std::string& why) { return unknownMark(reason(why)); }
  const Variable* find(const std::string& name) const;

  std::filesystem::path folder_, root_;
  Variables variables_;
  Choices choices_;
  std::string undecided_;
  std::optional<size_t> undefined_;  ///< why variables that nobody set are not known
  std::vector<std::string> reasons_;
  std::map<std::string, size_t> reasonNumbers_;
  std::string place_;
  std::function<void(const std::string&)> eval_;
  const std::map<std::string, std::string>* automatic_ = nullptr;
  std::vector<Arguments> calls_;
  std::vector<std::string> open_;  ///< variables whose values are being made
  size_t depth_ = 0;
  uint64_t work_ = 0;  ///< bytes and steps so far
};

}  // namespace warpwright::makefile
