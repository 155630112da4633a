#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/ids.h"
#include "core/base/message.h"

namespace warpwright {

/// Operations of an index form. Integers are bit-vectors of their true width and wrap; width 1 is a truth value.
/// They mean what SMT-LIB says: a shift past the width gives 0 (or the sign), a division by zero has no value here.
enum class ExpressionOp : uint8_t {
  constant,
  symbol,
  add,
  sub,
  mul,
  udiv,
  sdiv,
  urem,
  srem,
  shl,
  lshr,
  ashr,
  bitAnd,
  bitOr,
  bitXor,
  eq,
  ne,
  ult,
  ule,
  slt,
  sle,     // width 1; operands of one common width
  select,  // operands: condition (width 1), then, else
  zext,
  sext,
  trunc,
};

/// What a symbol stands for, which decides whether two threads share its value.
enum class SymbolKind : uint8_t {
  threadIndex,  ///< threadIdx.{x,y,z}: private to a thread, bounded by the block
  blockIndex,   ///< blockIdx: shared by the threads of a block, bounded by the grid
  blockSize,    ///< blockDim
  gridSize,     ///< gridDim
  argument,     ///< a kernel argument or a field of one passed by value: the same for every thread
  loopCounter,  ///< how many times the back edge of a loop has been taken: private to (thread, instance)
  loaded,       ///< a value read from memory: private, unless the object is never written by the kernel; see `Symbol`
  unknown,      ///< a value that the model does not understand: private to (thread, instance)
};

struct Symbol {
  SymbolKind kind = SymbolKind::unknown;
  uint8_t width = 32;         ///< bits
  uint8_t dimension = 0;      ///< 0, 1, 2 for x, y, z of the index and size kinds
  std::string name;           ///< as the user would write it: "threadIdx.x", "cols", "i"; never empty
  std::string stem;           ///< of a name that tells the line, "round@31", what it is beside that; empty: none does
  LoopId loop;                ///< loopCounter: which loop
  ObjectId object;            ///< loaded: from which object
  ExpressionId address;       ///< loaded: byte offset in `object`; two threads with equal addresses in a never-written
                              ///< object have the same value (rests on the assumption that nothing aliases it)
  bool neverWritten = false;  ///< loaded: the kernel has no write to `object`
  Message reason;             ///< unknown: why, with the line ("loop-carried value of `x` at line 31")
  uint32_t line = 0;
  /// unknown with one value in all threads of the block and at all times of the kernel, for example a floating-point
  /// result of arguments only. A value that differs between rounds of a loop is not uniform in this sense.
  bool uniform = false;
  /// unknown: a pure function of this value and of what is `uniform`: where two threads, or two instances, have one
  /// value of it, they have one value of the symbol. Invalid: nothing of that kind is known.
  ExpressionId decidedBy;
  std::optional<uint64_t> minimum, maximum;  ///< unsigned bounds that always hold, if any are known
};

struct ExpressionNode {
  ExpressionOp op = ExpressionOp::constant;
  uint8_t width = 32;                      ///< bits of the result, 1…64
  uint64_t constant = 0;                   ///< for `constant`, zero-extended to 64 bits
  SymbolId symbol;                         ///< for `symbol`
  std::array<ExpressionId, 3> operands{};  ///< unused ones are invalid
  bool operator==(const ExpressionNode&) const = default;
};

/// Hash-consed expression DAG of one kernel: equal expressions have equal ids. The makers fold constants and apply
/// identities that hold for wrapping arithmetic (x+0, x*1, x*0, constants to the right, (x+a)+b, nested extensions).
class ExpressionPool {
 public:
  ExpressionId constant(uint8_t width, uint64_t value);
  ExpressionId truth(bool value) { return constant(1, value ? 1 : 0); }
  ExpressionId symbol(SymbolId symbol);
  ExpressionId binary(ExpressionOp op, ExpressionId left, ExpressionId right);  ///< Requires: equal widths.
  ExpressionId select(ExpressionId condition, ExpressionId yes, ExpressionId no);
  /// zext, sext or trunc to `width`; gives `value` itself where the width does not change.
  ExpressionId cast(ExpressionOp op, uint8_t width, ExpressionId value);
  ExpressionId logicalAnd(ExpressionId left, ExpressionId right);  ///< width 1
  ExpressionId logicalOr(ExpressionId left, ExpressionId right);   ///< width 1
  ExpressionId logicalNot(ExpressionId value);                     ///< width 1

  SymbolId addSymbol(Symbol symbol);
  const Symbol& symbolAt(SymbolId id) const { return symbols_[id.value]; }
  /// For facts learned later, such as that an object is never written. Width and name stay.
  Symbol& symbolAt(SymbolId id) { return symbols_[id.value]; }
  size_t symbolCount() const { return symbols_.size(); }
  const ExpressionNode& at(ExpressionId id) const { return nodes_[id.value]; }
  size_t size() const { return nodes_.size(); }
  bool isConstant(ExpressionId id, uint64_t value) const;

  /// Every symbol below `id`, each once, in order of first appearance. Does not look into addresses of loads.
  std::vector<SymbolId> symbolsOf(ExpressionId id) const;
  /// C-like text with minimal brackets: "4 * threadIdx.x + 4". Extensions are left out.
  std::string text(ExpressionId id) const;
  /// The value with every symbol replaced; nothing where a division by zero or a missing symbol is met.
  std::optional<uint64_t> evaluate(ExpressionId id, const std::unordered_map<SymbolId, uint64_t>& values) const;

 private:
  ExpressionId intern(const ExpressionNode& node);
  // Simpler forms, invalid where there is none.
  ExpressionId ofEqualOperands(ExpressionOp op, ExpressionId value);
  ExpressionId withConstant(ExpressionOp op, ExpressionId left, uint64_t value);
  ExpressionId equalToConstant(ExpressionOp op, ExpressionId left, uint64_t value);
  ExpressionId sumOf(ExpressionOp op, ExpressionId left, ExpressionId right);
  bool hasConstantArm(const ExpressionNode& selection) const;
  ExpressionId truthOf(ExpressionOp op, ExpressionId left, ExpressionId right);

  std::vector<ExpressionNode> nodes_;
  std::vector<Symbol> symbols_;
  std::unordered_multimap<uint64_t, ExpressionId> byHash_;
};

}  // namespace warpwright
