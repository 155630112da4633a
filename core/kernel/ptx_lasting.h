#pragma once

#include <set>
#include <string_view>

#include "core/kernel/new_constants.h"
#include "core/kernel/ptx_data_flow.h"

namespace warpwright {

/// Registers of a function that hold no constant, whatever a change makes one: what is loaded, which thread it is, and
/// what is computed from such values. Of values that are handed on round a loop whatever nothing speaks against lasts;
/// a sum or product by one operand that lasts without it (`w = w + 0.5f` does not). What a thread's place decides may
/// become a constant where several threads are one: `i & 1 ? w : 1.0f`.
class PtxLasting {
 public:
  PtxLasting(const PtxDataFlow& flow, const NewConstants& constants);
  /// May what becomes a constant decide a comparison, and so how often a loop runs, or which of several values one is?
  bool constantsDecide() const;
  /// Nothing decides how often a loop runs, in any function of this code or of that before the change: constants of the
  /// text are what they were. To be said once, behind constantsDecide.
  void keepCounters();
  /// Of floating-point operands, zero counts as lasting: it changes no rounding.
  bool isLasting(std::string_view operand) const {
    return isPtxLiteral(operand) ? isPtxZero(operand) : lasting_.contains(operand);
  }
  bool countersLast() const { return countersLast_; }
  /// Is it an argument, as a floating-point number, that becomes one by which quotients stay quotients?
  bool isNoPowerOfTwo(std::string_view divisor) const;

 private:
  using Computed = std::set<const PtxOperation*>;  ///< arithmetic whose result lasts

  void follow();
  void find();
  bool isMadeLasting(const std::vector<size_t>& made, const Computed& computed) const;
  bool handsLasting(const PtxOperation& one) const;
  bool movesLasting(const PtxOperation& one) const;
  bool computesLasting(const PtxOperation& one) const;
  bool loadLasts(const PtxOperation& load) const;
  bool noteStore(const PtxOperation& one);
  bool isNewConstant(const PtxOperation& load) const;
  void followIndices();
  bool isOfIndex(std::string_view operand) const { return isPtxIndex(operand) || ofIndex_.contains(operand); }
  bool isChosenByIndex(const PtxOperation& one) const;
  bool isPartOfIndex(const PtxOperation& one) const;

  const PtxDataFlow& flow_;
  NewConstants constants_;
  bool countersLast_ = false;
  std::set<std::string_view> lasting_;
  std::set<std::string_view> ofIndex_;      ///< computed from which thread it is, and maybe other values
  bool indexDecides_ = false;               ///< something is compared with such a value
  std::set<std::string_view> constantsIn_;  ///< spaces of memory that constants are stored to
  std::set<int> constantsBehind_;           ///< parameters that constant whole numbers are stored through
  bool storesWholeConstants_ = false;       ///< anywhere
};

}  // namespace warpwright
