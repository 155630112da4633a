#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/kernel/ptx_control.h"
#include "core/kernel/ptx_data_flow.h"
#include "core/kernel/ptx_integers.h"
#include "core/kernel/ptx_registers.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {

/// What an operand is: an operation's result, or what the text says of it.
struct PtxSource {
  int64_t operation = -1;  ///< of all of the code; -1: none
  size_t place = 0;        ///< which of its results
  std::string leaf;        ///< a constant, a parameter, an index of the thread
  bool isNegative = false;

  auto operator<=>(const PtxSource&) const = default;
};
using PtxSources = std::vector<PtxSource>;

/// An operation with what its operands are.
struct PtxMade {
  const PtxOperation* is = nullptr;
  size_t block = 0;
  std::string label;                 ///< its kind and what stands in it besides operands
  std::vector<PtxSources> operands;  ///< each: the one that reaches it; of a sum of whole numbers, a product's factors
  bool isNegative = false;           ///< a product or quotient of which one part is negative
  bool isFolded = false;             ///< a constant, which one compiler computes and the other leaves to be computed
  bool isSum = false;                ///< of whole numbers: operands are products, with their number, in any order
  bool isPure = false;               ///< gives the same of the same operands, wherever it stands
};

/// One function's operations with what their operands are, up to what two codes of one text may say otherwise: moves
/// and signs, numbers that one computes, `x + x` for `2 * x`, `fma(x, 1, y)` for `x + y`, the ways to add up whole
/// numbers.
class PtxOperands {
 public:
  /// Requires: `lines` outlive it.
  PtxOperands(const PtxLines& lines, const PtxFunction& function);
  PtxOperands(const PtxOperands&) = delete;
  PtxOperands& operator=(const PtxOperands&) = delete;

  /// Those of the text, then what stands for addresses, and for what comes from several blocks.
  const std::vector<PtxMade>& all() const { return all_; }
  const PtxControl& control() const { return control_; }
  /// What each branch asks; no operation: it goes there always, or what it asks is none's.
  const std::vector<PtxSource>& asked() const { return asked_; }
  /// Why operands are not all known; empty: they are.
  const Message& open() const { return open_.empty() ? control_.open() : open_; }
  /// An operation of which two give different values though their operands do not say so, and that is not ordered as
  /// loads are: clocks, matrices out of memory. Null: there is none.
  const PtxOperation* untold() const;
  /// May a sum still take a product?
  bool isUnsettled(const PtxOperation& one) const;

 private:
  using Polynomial = PtxPolynomial<PtxSource>;
  bool isOfText(const PtxSource& source) const;
  PtxMade madeBy(size_t index) const;
  std::optional<std::string> folded(size_t index, int depth = 0);
  PtxSource sourceOf(std::string_view operand, size_t at, bool isNegative = false, int depth = 0);
  PtxSource sourceOf(std::string_view name, const PtxHeld& held, bool isNegative, int depth);
  size_t joinOf(std::string_view name, size_t block);
  void findJoined(std::string_view name, size_t index);
  void findAsked();
  Polynomial wholeOf(std::string_view operand, size_t at, bool isExact = false);
  const Polynomial& wholeSum(size_t index, bool isExact = false);
  PtxSource addressOf(const Polynomial& sum);
  PtxSources placeOf(std::string_view operand, size_t offset, size_t index);
  void findOperands(size_t index);
  PtxSource withoutOne(const PtxSource& source);
  std::optional<size_t> callOf(size_t index) const;
  std::pair<std::string, std::vector<PtxSources>> calledWith(size_t index);

  PtxDataFlow flow_;
  PtxControl control_;
  PtxRegisters registers_;
  std::vector<PtxMade> all_;
  std::vector<PtxSource> asked_;
  std::map<std::pair<bool, size_t>, Polynomial> sums_;  ///< by whether it is exact, and the operation
  std::map<size_t, Polynomial> exactPlaces_;            ///< by the operation that was added for an address
  std::map<std::vector<PtxSources>, size_t> addresses_;
  /// By register and the block where it joins: the operation that was added; and those without operands so far.
  std::map<std::pair<std::string_view, size_t>, size_t> joins_;
  std::vector<std::pair<std::string_view, size_t>> openJoins_;
  Message open_;
};

}  // namespace warpwright
