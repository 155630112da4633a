#pragma once

#include <set>
#include <string>
#include <string_view>

namespace warpwright::analysis {

/// Functions that a text defines and calls, by their names without namespaces and classes.
struct TextFunctions {
  std::set<std::string> defined;  ///< that other files may link to: with a body, and not `static`
  std::set<std::string> called;   ///< from bodies and macros: `f(`, and `k<<<`
  bool hasMain() const { return defined.contains("main"); }
};

/// By text alone: conditions of the preprocessor are not looked at, so that there may be some too many.
TextFunctions functionsIn(std::string_view text);

}  // namespace warpwright::analysis
