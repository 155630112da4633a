#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {

/// One function's basic blocks, as ptxBlocks numbers them, and the ways between them.
class PtxControl {
 public:
  /// Requires: `lines` outlive it.
  PtxControl(const PtxLines& lines, const PtxFunction& function);

  size_t blockOf(size_t line) const { return blockOf_[line - begin_]; }
  size_t blocks() const { return before_.size(); }
  /// Those that may run right before it.
  const std::set<size_t>& before(size_t block) const { return before_[block]; }
  /// Where each branch goes, in the order of the text: from block to block, and whether under a condition.
  const std::vector<std::string>& ways() const { return ways_; }
  /// What each of these asks, by its line; empty: it goes there always.
  const std::map<size_t, std::string_view>& predicates() const { return predicates_; }
  /// Why ways are not all known; empty: they are.
  const Message& open() const { return open_; }

 private:
  size_t begin_;
  std::vector<size_t> blockOf_;  ///< by line, from `begin_` on
  std::vector<std::set<size_t>> before_;
  std::map<size_t, std::string_view> predicates_;
  std::vector<std::string> ways_;
  Message open_;
};

}  // namespace warpwright
