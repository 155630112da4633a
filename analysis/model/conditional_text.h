#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::model {

/// The names that a text mentions.
using Words = std::set<std::string, std::less<>>;
Words wordsOf(std::string_view code);

/// A macro as a text defines it.
struct WrittenMacro {
  std::string name;
  size_t offset = 0;
  Words body;    ///< names in the replacement, parameters with them
  Words pasted;  ///< pieces that `##` joins to others
  bool pastesParameters = false;
  bool isEmpty = false;  ///< nothing takes its place
};

/// All arms from an `#if` to its `#endif`, those within them included.
struct ConditionalGroup {
  size_t begin = 0, end = 0;  ///< where the `#if` and the `#endif` begin
  Words asked;                ///< names whose value some condition of it asks for, but in what is decided (withDecided)
  Words askedIfDefined;       ///< names that are asked for with `defined`, `#ifdef` or `#ifndef`
  bool isNegated = false;     ///< its first condition may hold where a name is not defined
  Words required;             ///< names that must be defined for its only arm to be read; none: it has others
  bool isNever = false;       ///< its only arm is for toolkits that are not read for
};

/// A file as the preprocessor reads it, whichever arms of its conditions are taken.
struct ConditionalText {
  explicit ConditionalText(std::string_view text);

  /// Offset of a place that counts from 1.
  size_t offsetOf(size_t line, size_t column) const;
  size_t lineOf(size_t offset) const;
  std::string_view between(size_t begin, size_t end) const;
  /// Does the place, which counts from 1, stand in some arm of a condition?
  bool isInGroup(size_t line, size_t column) const;

  struct Include {
    size_t offset = 0;
    std::string name;
    bool isQuoted = false;
  };

  std::string plain;  ///< the text with blanks for comments, what stands in quotes, and directives
  std::vector<ConditionalGroup> groups;
  std::vector<WrittenMacro> macros;  ///< `#undef` has no words
  std::vector<Include> includes;
  std::vector<size_t> layouts;  ///< pragmas that change what types or macros are
  bool splitsNames = false;     ///< a line ends amid a name

 private:
  void readDirective(std::string_view text, std::string_view code, size_t begin, size_t end);
  void readMacro(std::string_view rest, size_t offset);

  std::vector<size_t> lines_, open_;
};

/// The names that a piece of a text may declare, where it stands outside of functions; nothing: it cannot be told.
struct DeclaredNames {
  Words names;
  bool isKnown = true;
};
DeclaredNames declaredIn(std::string_view plain);

}  // namespace warpwright::model
