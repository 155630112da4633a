#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

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
  std::vector<std::pair<uint32_t, std::string>> definitions_;  ///< names that are defined or undefined, and where
};

}  // namespace warpwright::rewrite
