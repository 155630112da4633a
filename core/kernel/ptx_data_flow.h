#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/source_range.h"
#include "core/kernel/ptx_text.h"

namespace warpwright {

/// One instruction of PTX. Looks into the text.
struct PtxOperation {
  std::string_view mnemonic;
  std::vector<std::string_view> parts;  ///< of the mnemonic: "add", "rn", "f32"
  std::vector<std::string_view> to, from;
  size_t line = 0;        ///< of the text, from 0
  SourcePosition at;      ///< the statement that it is of; not valid: not known
  std::string statement;  ///< its name

  std::string_view root() const { return parts.front(); }
  bool isFloat() const;
  /// Says how it rounds: no compiler makes it one with another.
  bool isRounded() const;
  /// One whose result two compilers may round otherwise, or that may take another in.
  bool isArithmetic() const;
  /// What a compiler that knows the operands may compute more exactly.
  bool isApproximate() const;
  bool flushes() const { return isArithmetic() && mnemonic.find("ftz") != std::string_view::npos; }
  bool isQuotient() const { return isFloat() && root() == "div"; }
  bool isFused() const { return isFloat() && (root() == "fma" || root() == "mad"); }
  /// That ptxas may make one operation with a sum; a quotient that is not exact ends in a product.
  bool isOpenProduct() const { return isFloat() && ((root() == "mul" && !isRounded()) || endsInProduct()); }
  bool isOpenSum() const { return isFloat() && (root() == "add" || root() == "sub") && !isRounded(); }
  /// A quotient that ptxas makes a product of, with more around it.
  bool endsInProduct() const;
  /// Hands a value on as it is, or its negative.
  bool hands() const;
  /// Stores floating-point numbers, or bits that may be some.
  bool storesNumbers() const { return root() == "st" && from.size() > 1 && (isFloat() || parts.back()[0] == 'b'); }
  /// `mov.b64 %fd1, {%r1, %r2}`: puts a number together from parts; `mov.b64 {%r1, %r2}, %fd1`: takes one apart.
  bool packs() const { return root() == "mov" && to.size() == 1 && from.size() > 1; }
  bool unpacks() const { return root() == "mov" && to.size() > 1 && from.size() == 1; }
  /// "global", "shared"; empty: a generic address.
  std::string_view space() const;
};

/// "0f40400000", "0d…", "0x…", "12": no register.
bool isPtxLiteral(std::string_view operand);
/// Of operations with their numbers ("add.f32 0f3F800000"): does a sum add one that none of `was` has? It may be a
/// product of numbers, which a compiler has rounded.
bool anyNewNumberAdded(const std::set<std::string>& operations, const std::set<std::string>& was);
bool isPtxZero(std::string_view operand);
/// "%tid.x", "%ctaid.y": which thread it is.
bool isPtxIndex(std::string_view operand);

/// Names a place that code comes from; empty for a call that is none: what is called stands as if it were called
/// nowhere.
using NameOfPlace = std::function<std::string(const SourcePosition&)>;

/// One function's operations, and where its registers come from.
class PtxDataFlow {
 public:
  PtxDataFlow(const PtxLines& lines, const PtxFunction& function, const std::map<uint32_t, std::string>& files,
              const NameOfPlace& nameOf);

  const std::vector<PtxOperation>& all() const { return all_; }
  /// What makes each register: indices of `all`.
  const std::map<std::string_view, std::vector<size_t>>& made() const { return made_; }
  const std::vector<size_t>& madeBy(std::string_view name) const;
  /// What computes the operand's values, on whichever way they are handed on.
  std::set<const PtxOperation*> valuesOf(std::string_view operand) const;
  /// Products that the operand may be, which a compiler may round with a sum.
  std::set<const PtxOperation*> productsOf(std::string_view operand) const;
  /// May the operand be what a function is given, or gives back? ptxas may make it one with its caller.
  bool isPassed(std::string_view operand) const;
  /// May the operand be a number added to itself? Compilers write a product by two so, which a sum beside another
  /// product may take as well.
  bool mayBeTwice(std::string_view operand) const;
  /// May an operand of the sum be one?
  bool takesProduct(const PtxOperation& sum) const;
  /// May the operand be a product that ptxas makes one with a sum: one that is seen, is stored, or is passed?
  bool mayBeProduct(std::string_view operand) const;
  /// Loads an argument of the kernel.
  bool isParameter(const PtxOperation& load) const;
  /// Of what it loads then: the position.
  static unsigned parameterOf(const PtxOperation& load);
  /// Is the operation one of literals and of arguments of the kernel alone, as they are given?
  bool isOfArguments(const PtxOperation& one) const;
  /// The kernel's parameter whose pointer leads there; -1: none, or several.
  int parameterOf(std::string_view operand) const { return addresses_.parameterOf(operand); }
  /// Is the address made from that of a variable of the program?
  bool comesFromSymbol(std::string_view operand) const;
  /// Is a floating-point number made of the whole number, in one step or several?
  bool becomesNumber(std::string_view whole) const;
  /// The one variable of the program whose address, with whatever is added, the address is; empty: another, or several.
  std::string_view symbolOf(std::string_view operand) const;
  /// Is there a table in constant memory whose values the program says, and no one else?
  bool hasInitialisedConstants() const { return hasInitialisedConstants_; }
  /// May the operand be a product that was stored, and that a compiler need not load where it knows the place?
  bool isStoredProduct(std::string_view operand) const;

 private:
  using Seen = std::set<std::string_view>;
  /// A register that holds one literal throughout is the literal wherever it is read: nvcc gives `fma` its constants
  /// that way.
  void nameLiterals();
  /// What the operation's result is, to ptxas, or one of: more than it hands on by its kind; empty: it computes.
  std::vector<std::string_view> handedOn(const PtxOperation& one) const;
  /// Which thread it is may decide what the operand is.
  bool isOfThread(std::string_view operand) const;
  void collectValues(std::string_view operand, std::set<const PtxOperation*>& found, Seen& seen) const;
  /// Where parts of a number are followed to.
  struct Trail {
    Seen open;  ///< registers on the way
    size_t stepsLeft = 200;
  };
  static bool onlyChooses(const PtxOperation& one, const Seen& made);
  bool isPutTogetherAnew(const PtxOperation& pack, Trail& trail) const;
  bool isComputedPart(std::string_view operand, Trail& trail) const;
  bool isComputedPart(const PtxOperation& one, Trail& trail) const;
  /// What variable an address is of, if any: it may be an offset.
  struct Symbol {
    bool isKnown = false;
    std::string_view name;
    bool isRound = false;  ///< what it was in the round of a loop before
  };
  Symbol followSymbol(std::string_view operand, Seen& open) const;
  Symbol symbolOf(const PtxOperation& one, Seen& open) const;
  bool comesFromSymbol(std::string_view operand, Seen& seen) const;
  bool comesFromLoad(std::string_view operand, Seen& seen) const;

  bool isKernel_;
  bool hasInitialisedConstants_ = false;
  std::vector<PtxOperation> all_;
  std::map<std::string_view, std::vector<size_t>> made_;
  std::set<size_t> putTogetherAnew_;  ///< packs that hand nothing on
  /// Spaces of memory that products are stored to, and the first line that control may come to behind that.
  std::map<std::string_view, size_t> productsIn_;
  PtxAddresses addresses_;
};

}  // namespace warpwright
