#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// The #if, #else and #endif of one file.
class ConditionalCode {
 public:
  ConditionalCode(const Editor& editor, const std::string& file);

  /// Do the two places stand under different branches of one condition, so that no configuration
  /// contains both? Either in one #if, or in two that are spelled alike with no #define or #undef
  /// of a name in the condition between them.
  bool areAlternatives(uint32_t first, uint32_t second) const;
  /// Does every configuration that contains the place `inner` contain the place `outer`, as far as their branches tell?
  bool isAlwaysWith(uint32_t outer, uint32_t inner) const;
  /// Does the place stand under no condition but that a header is read once?
  bool isUnconditional(uint32_t offset) const;
  /// Where the function, which is defined in this file, has code that this configuration leaves out: the first word of
  /// each such branch.
  std::vector<uint32_t> leftOutOf(const Editor& editor, const clang::FunctionDecl& function) const;

 private:
  struct Branch {
    uint32_t begin = 0, end = 0;
    int group = 0;          ///< of one #if … #endif
    int number = 0;         ///< 0 for the #if itself
    std::string condition;  ///< of the #if
  };
  std::vector<const Branch*> around(uint32_t offset) const;
  bool isGuard(const Branch& branch) const;

  std::vector<Branch> branches_;
  uint32_t lastEnd_ = 0;  ///< where the #endif stands that is the last of the file; 0: something stands behind it
  std::vector<std::pair<uint32_t, std::string>> definitions_;  ///< names that are defined or undefined, and where
};

}  // namespace warpwright::rewrite
