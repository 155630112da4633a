#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {

/// A sum of numbers and of products of them, each times a constant: what addresses are made from. As if no number had a
/// last value.
struct PtxSum {
  /// What it is of: a parameter or a symbol by its name, which is the same in other code; or a register. "a*b": both.
  std::map<std::string, int64_t> terms;
  int64_t constant = 0;

  void add(const PtxSum& other, int64_t times);
  /// Is nothing in it that other code calls otherwise?
  bool isNamed() const;
  std::string text() const;  ///< "8*_param_3 - 16"
};

/// What integers of one function are sums of.
class PtxTerms {
 public:
  /// Requires: `lines` and `flow` outlive it, and are of that function.
  PtxTerms(const PtxDataFlow& flow, const PtxLines& lines, const PtxFunction& function);

  /// Of the addresses less those in `minus`: each as loads name it, "%rd4+8", with the line of its load. Nothing: a
  /// register in them may hold several values, that of a round of a loop and that of another.
  std::optional<PtxSum> sumOf(const std::vector<std::pair<std::string_view, size_t>>& plus,
                              const std::vector<std::pair<std::string_view, size_t>>& minus) const;

  /// Does what is made at one line hold at another one: behind it, in its block or in any where its block runs once? In
  /// others it may be that of another round of a loop.
  bool holdsAt(size_t made, size_t read) const;
  /// The basic block of a line of the function.
  size_t blockOf(size_t line) const { return blockOf_[line - begin_]; }

 private:
  /// Lines at which a register is read whose making is not followed.
  using Reads = std::map<std::string_view, std::vector<size_t>>;
  std::optional<PtxSum> addressAt(std::string_view address, size_t line, Reads& reads) const;
  PtxSum sumOf(std::string_view operand, size_t line, int depth, Reads& reads) const;
  std::optional<PtxSum> madeBy(const PtxOperation& one, int depth, Reads& reads) const;
  bool runsOnce(size_t line) const {
    return line >= begin_ && line - begin_ < repeats_.size() && !repeats_[line - begin_];
  }
  bool isOneValue(std::string_view name, const std::vector<size_t>& reads) const;

  const PtxDataFlow& flow_;
  size_t begin_;
  std::vector<size_t> blockOf_;  ///< by line, from `begin_` on
  std::vector<bool> repeats_;    ///< by line, too: may it run several times?
};

}  // namespace warpwright
