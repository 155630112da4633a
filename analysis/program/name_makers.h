#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "analysis/model/conditional_text.h"

namespace warpwright::analysis {

/// Macros of a project that make names of pieces by `##`, or use one that does, whichever file defines them.
class NameMakers {
 public:
  /// Takes in the macros that a text defines.
  void add(std::string_view text);
  /// Names of macros that make names, so far.
  const std::set<std::string>& names() const { return makers_; }

  /// The words that a text may make names of: what it hands to such a macro, or to one of a library that says so by its
  /// name (`BOOST_PP_CAT`, `__CONCAT`), what macros among these stand for, and what such macros add. None where it
  /// hands nothing to one. See model::canJoin.
  std::set<std::string> piecesIn(std::string_view text) const;

  /// Is a macro called so that it is likely to be one, whoever defines it?
  static bool saysItMakes(std::string_view macro);

 private:
  void addMeaning(const std::string& word, std::set<std::string>& pieces) const;

  std::map<std::string, model::Words> meanings_;  ///< words of what each macro stands for
  std::set<std::string> makers_, added_;          ///< macros that make names; pieces that they add themselves
};

}  // namespace warpwright::analysis
