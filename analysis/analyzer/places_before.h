#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// Where places of a changed text stand in the text before. Words that an edit writes again are found among those that
/// it takes away; what it adds stands before the word that follows.
class PlacesBefore {
 public:
  /// `after`: `before` with the edits.
  PlacesBefore(const FileEdits& edits, const std::string& before, const std::string& after);

  /// Line and column, from 1, of those in the changed text; a column 0 stands for the whole line.
  std::pair<uint32_t, uint32_t> of(uint32_t line, uint32_t column) const;
  /// Does it stand in text that an edit has put between what was there?
  bool isAdded(uint32_t line, uint32_t column) const;

 private:
  /// A word, or all that follows up to the next of these, of both texts.
  struct Anchor {
    size_t after = 0, before = 0;
    bool goesOn = false;  ///< what follows is the same in both
  };

  std::string before_, after_;
  std::vector<Anchor> anchors_;                   ///< by `after`
  std::vector<std::pair<size_t, size_t>> added_;  ///< begin and end in `after_`
};

}  // namespace warpwright::analysis
