// What calls give: the indices and extents of the launch, and arithmetic of the device library.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

#include "analysis/model/ir_expressions.h"
#include "analysis/model/ir_location.h"

namespace warpwright::model {

using Op = ExpressionOp;

ExpressionId ExpressionBuilder::minimumOrMaximum(Op less, ExpressionId left, ExpressionId right, bool maximum) {
  const ExpressionId isLess = pool_.binary(less, left, right);
  return maximum ? pool_.select(isLess, right, left) : pool_.select(isLess, left, right);
}

ExpressionId ExpressionBuilder::buildCall(const llvm::Instruction* instruction, uint8_t width) {
  const auto* call = llvm::cast<llvm::CallBase>(instruction);
  const llvm::Function* callee = call->getCalledFunction();
  const uint32_t line = kernelLineOf(*instruction);
  if (!callee) {
    return unknown(width, line,
                   call->isInlineAsm() ? "the result of inline assembly" : "the result of an indirect call");
  }
  using namespace llvm;
  switch (callee->getIntrinsicID()) {
    case Intrinsic::nvvm_read_ptx_sreg_tid_x:
      return builtin(SymbolKind::threadIndex, 0, model_.threadIndex);
    case Intrinsic::nvvm_read_ptx_sreg_tid_y:
      return builtin(SymbolKind::threadIndex, 1, model_.threadIndex);
    case Intrinsic::nvvm_read_ptx_sreg_tid_z:
      return builtin(SymbolKind::threadIndex, 2, model_.threadIndex);
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
      return builtin(SymbolKind::blockIndex, 0, model_.blockIndex);
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
      return builtin(SymbolKind::blockIndex, 1, model_.blockIndex);
    case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
      return builtin(SymbolKind::blockIndex, 2, model_.blockIndex);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return builtin(SymbolKind::blockSize, 0, model_.blockSize);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      return builtin(SymbolKind::blockSize, 1, model_.blockSize);
    case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return builtin(SymbolKind::blockSize, 2, model_.blockSize);
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
      return builtin(SymbolKind::gridSize, 0, model_.gridSize);
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
      return builtin(SymbolKind::gridSize, 1, model_.gridSize);
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
      return builtin(SymbolKind::gridSize, 2, model_.gridSize);
    case Intrinsic::nvvm_read_ptx_sreg_warpsize:
      return pool_.constant(width, 32);
    default:
      break;
  }
  const StringRef name = callee->getName();
  const auto operand = [&](unsigned i) { return value(call->getArgOperand(i)); };
  const auto is = [&](Intrinsic::ID intrinsic, const char* library, const char* wide) {
    return callee->getIntrinsicID() == intrinsic || name == library || name == wide;
  };
  if (call->arg_size() >= 1 && widthOf(call->getArgOperand(0)) == width) {
    if (is(Intrinsic::smin, "__nv_min", "__nv_llmin")) return minimumOrMaximum(Op::slt, operand(0), operand(1), false);
    if (is(Intrinsic::smax, "__nv_max", "__nv_llmax")) return minimumOrMaximum(Op::slt, operand(0), operand(1), true);
    if (is(Intrinsic::umin, "__nv_umin", "__nv_ullmin"))
      return minimumOrMaximum(Op::ult, operand(0), operand(1), false);
    if (is(Intrinsic::umax, "__nv_umax", "__nv_ullmax")) return minimumOrMaximum(Op::ult, operand(0), operand(1), true);
    if (is(Intrinsic::abs, "__nv_abs", "__nv_llabs")) {
      const ExpressionId zero = pool_.constant(width, 0), number = operand(0);
      return pool_.select(pool_.binary(Op::slt, number, zero), pool_.binary(Op::sub, zero, number), number);
    }
  }
  if (name == "__nv_mul24") return shortProduct(operand(0), operand(1), true);
  if (name == "__nv_umul24") return shortProduct(operand(0), operand(1), false);
  return unknown(width, line, "the result of `" + name.str() + "`", instruction);
}

/// The low 32 bits of the product of the operands' low 24 bits.
ExpressionId ExpressionBuilder::shortProduct(ExpressionId left, ExpressionId right, bool isSigned) {
  const auto cut = [&](ExpressionId value) {
    const ExpressionNode& node = pool_.at(value);
    const uint64_t most = node.op == Op::constant ? node.constant
                          : node.op == Op::symbol ? pool_.symbolAt(node.symbol).maximum.value_or(~uint64_t{0})
                                                  : ~uint64_t{0};
    if (most < (1u << 23)) return value;
    const ExpressionId eight = pool_.constant(32, 8);
    return pool_.binary(isSigned ? Op::ashr : Op::lshr, pool_.binary(Op::shl, value, eight), eight);
  };
  const ExpressionId x = cut(left), y = cut(right);
  return pool_.binary(Op::mul, x, y);
}

ExpressionId ExpressionBuilder::builtin(SymbolKind kind, int dimension, std::array<SymbolId, 3>& slots) {
  static constexpr const char* names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  static constexpr uint64_t largestBlock[] = {1024, 1024, 64}, largestGrid[] = {2147483647, 65535, 65535};
  const auto size = model_.block[dimension];
  if (kind == SymbolKind::threadIndex && size == 1) return pool_.constant(32, 0);
  if (kind == SymbolKind::blockSize && size) return pool_.constant(32, *size);
  SymbolId& slot = slots[dimension];
  if (!slot.isValid()) {
    Symbol symbol;
    symbol.kind = kind;
    symbol.dimension = static_cast<uint8_t>(dimension);
    symbol.name = std::string(names[static_cast<int>(kind)]) + '.' + "xyz"[dimension];
    const uint64_t widest = std::min<uint64_t>(largestBlock[dimension], model_.maxThreads.value_or(1024));
    const uint64_t threads = size.value_or(static_cast<uint32_t>(widest));
    uint64_t blocks = 0;
    for (const Launch& launch : model_.launches) {
      blocks = std::max(blocks, launch.grid[dimension] ? uint64_t{*launch.grid[dimension]} : largestGrid[dimension]);
    }
    if (blocks == 0) blocks = largestGrid[dimension];
    switch (kind) {
      case SymbolKind::threadIndex:
        symbol.minimum = 0, symbol.maximum = threads - 1;
        break;
      case SymbolKind::blockSize:
        symbol.minimum = 1, symbol.maximum = threads;
        break;
      case SymbolKind::blockIndex:
        symbol.minimum = 0, symbol.maximum = blocks - 1;
        break;
      default:
        symbol.minimum = 1, symbol.maximum = blocks;
        break;
    }
    slot = pool_.addSymbol(std::move(symbol));
  }
  return pool_.symbol(slot);
}

}  // namespace warpwright::model
