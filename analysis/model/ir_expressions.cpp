#include "analysis/model/ir_expressions.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

#include "analysis/model/ir_location.h"

namespace warpwright::model {
namespace {

using Op = ExpressionOp;

/// Deeper nesting than source code has; keeps the recursion inside the stack.
constexpr size_t largestDepth = 3000;

std::optional<Op> operationOf(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Op::add;
    case llvm::Instruction::Sub:
      return Op::sub;
    case llvm::Instruction::Mul:
      return Op::mul;
    case llvm::Instruction::UDiv:
      return Op::udiv;
    case llvm::Instruction::SDiv:
      return Op::sdiv;
    case llvm::Instruction::URem:
      return Op::urem;
    case llvm::Instruction::SRem:
      return Op::srem;
    case llvm::Instruction::Shl:
      return Op::shl;
    case llvm::Instruction::LShr:
      return Op::lshr;
    case llvm::Instruction::AShr:
      return Op::ashr;
    case llvm::Instruction::And:
      return Op::bitAnd;
    case llvm::Instruction::Or:
      return Op::bitOr;
    case llvm::Instruction::Xor:
      return Op::bitXor;
    default:
      return std::nullopt;
  }
}

}  // namespace

ExpressionBuilder::ExpressionBuilder(IrAnalyses& ir, ObjectTable& objects, KernelModel& model)
    : ir_(ir), objects_(objects), model_(model), pool_(model.pool) {}

uint8_t ExpressionBuilder::widthOf(const llvm::Value* value) const {
  const llvm::Type* type = value->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64) return 0;
  return static_cast<uint8_t>(type->getIntegerBitWidth());
}

ExpressionId ExpressionBuilder::unknown(uint8_t width, uint32_t line, const std::string& reason,
                                        const llvm::Value* value) {
  Symbol symbol;
  symbol.kind = SymbolKind::unknown;
  symbol.width = width;
  symbol.line = line;
  // Values keep the name of the variable they held, with a number after a dot.
  const bool isVariable = value && llvm::isa<llvm::PHINode>(value) && value->getName().contains('.');
  const std::string variable = isVariable ? value->getName().split('.').first.str() : std::string();
  symbol.stem = variable.empty() ? "unknown" : variable;
  symbol.name = symbol.stem + (line ? '@' + std::to_string(line) : std::string());
  symbol.reason = line ? Message("%1 at %2", reason, lineText(line)) : Message(reason);
  symbol.uniform = value && isUniform(value, 0);
  if (value && !symbol.uniform) symbol.decidedBy = decidedBy(value);
  return pool_.symbol(pool_.addSymbol(std::move(symbol)));
}

/// Made of constants, arguments and block indices by operations without memory: the same in all threads of a block.
bool ExpressionBuilder::isUniform(const llvm::Value* value, int depth) const {
  if (llvm::isa<llvm::Constant>(value)) return !llvm::isa<llvm::UndefValue>(value);
  if (llvm::isa<llvm::Argument>(value)) return true;
  if (depth > 16) return false;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    unsigned argument = 0;
    int64_t offset = 0;
    return !load->isVolatile() && objects_.isArgumentField(load->getPointerOperand(), argument, offset);
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee) return false;
    switch (callee->getIntrinsicID()) {
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
      case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
        return true;
      default:
        break;
    }
  }
  if (!isPure(*instruction)) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
  const unsigned operands = call ? call->arg_size() : instruction->getNumOperands();
  for (unsigned i = 0; i < operands; ++i) {
    if (instruction->getOperand(i)->getType()->isPointerTy() || !isUniform(instruction->getOperand(i), depth + 1)) {
      return false;
    }
  }
  return true;
}

/// Does its result rest on nothing but its operands?
bool ExpressionBuilder::isPure(const llvm::Instruction& instruction) const {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee) return false;
    // The device math library is made of pure functions; LLVM's own arithmetic intrinsics say so themselves. Other
    // calls without memory may still tell the threads apart (lane numbers, clocks, shuffles).
    const llvm::StringRef name = callee->getName();
    return name.starts_with("__nv_") || (callee->isIntrinsic() && !name.starts_with("llvm.nvvm") &&
                                         call->doesNotAccessMemory() && !call->isConvergent());
  }
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(
      instruction);
}

/// The integers that a floating-point computation starts from, leaving out what the block shares; false where it starts
/// from something else.
bool ExpressionBuilder::collectInputs(const llvm::Value* value, int depth, std::vector<ExpressionId>& inputs) {
  if (isUniform(value, 0)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || depth > 16) return false;
  if (depth > 0 && widthOf(value) != 0) {
    const ExpressionId input = this->value(value);
    if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
    return true;
  }
  if (!isPure(*instruction)) return false;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
  const unsigned operands = call ? call->arg_size() : instruction->getNumOperands();
  for (unsigned i = 0; i < operands; ++i) {
    const llvm::Value* operand = instruction->getOperand(i);
    if (operand->getType()->isPointerTy() || !collectInputs(operand, depth + 1, inputs)) return false;
  }
  return true;
}

/// The inputs of a pure computation side by side in one value, where they fit.
ExpressionId ExpressionBuilder::decidedBy(const llvm::Value* value) {
  std::vector<ExpressionId> inputs;
  if (!collectInputs(value, 0, inputs) || inputs.empty()) return {};
  unsigned bits = 0;
  for (const ExpressionId input : inputs) bits += pool_.at(input).width;
  if (bits > 64) return {};
  if (inputs.size() == 1) return inputs.front();
  ExpressionId all = pool_.constant(64, 0);
  for (const ExpressionId input : inputs) {
    const uint8_t width = pool_.at(input).width;
    all = pool_.binary(Op::shl, all, pool_.constant(64, width));
    all = pool_.binary(Op::bitOr, all, resize(input, 64, false));
  }
  return all;
}

ExpressionId ExpressionBuilder::value(const llvm::Value* value) {
  const auto known = values_.find(value);
  if (known != values_.end()) return known->second;
  const uint8_t width = widthOf(value);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const uint32_t line = instruction ? kernelLineOf(*instruction) : 0;
  ExpressionId id;
  if (width == 0) {
    id = unknown(64, line, "a value that is no integer of up to 64 bits", value);
  } else if (inProgress_.size() > largestDepth || inProgress_.count(value)) {
    return unknown(width, line, "a value that depends on itself or is nested too deeply");
  } else {
    inProgress_.insert(value);
    id = build(value, width);
    inProgress_.erase(value);
  }
  values_.insert({value, id});
  return id;
}

ExpressionId ExpressionBuilder::build(const llvm::Value* value, uint8_t width) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    return pool_.constant(width, constant->getZExtValue());
  }
  if (const auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) return argument(parameter->getArgNo(), -1, width);
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) return buildInstruction(instruction, width);
  if (llvm::isa<llvm::UndefValue>(value)) return unknown(width, 0, "a value that was never set");
  return unknown(width, 0, "a constant that depends on an address");
}

ExpressionId ExpressionBuilder::buildInstruction(const llvm::Instruction* instruction, uint8_t width) {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return buildBinary(instruction);
  if (llvm::isa<llvm::CastInst>(instruction)) return buildCast(instruction, width);
  if (llvm::isa<llvm::ICmpInst>(instruction)) return buildCompare(instruction);
  if (llvm::isa<llvm::PHINode>(instruction)) return buildPhi(instruction, width);
  if (llvm::isa<llvm::LoadInst>(instruction)) return buildLoad(instruction, width);
  if (llvm::isa<llvm::CallBase>(instruction)) return buildCall(instruction, width);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return value(instruction->getOperand(0));
  if (llvm::isa<llvm::SelectInst>(instruction)) {
    const ExpressionId condition = value(instruction->getOperand(0));
    const ExpressionId yes = value(instruction->getOperand(1)), no = value(instruction->getOperand(2));
    return pool_.select(condition, yes, no);
  }
  const uint32_t line = kernelLineOf(*instruction);
  if (llvm::isa<llvm::FCmpInst>(instruction)) {
    const ExpressionId later = unknown(width, line, "a floating-point comparison", instruction);
    const llvm::Loop* loop = nullptr;
    const llvm::Constant* first = inFirstRound(instruction, loop, 0);
    if (!first || !llvm::isa<llvm::ConstantInt>(first)) return later;
    const ExpressionId known = pool_.truth(llvm::cast<llvm::ConstantInt>(first)->isOne());
    if (!loop) return known;
    const ExpressionId round = pool_.symbol(counter(loop));
    return pool_.select(pool_.binary(Op::eq, round, pool_.constant(pool_.at(round).width, 0)), known, later);
  }
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    return unknown(width, line, "the result of an atomic operation");
  }
  return unknown(width, line, std::string("the result of `") + instruction->getOpcodeName() + "`");
}

/// What a floating-point computation gives in the first round of the one loop whose carried values it uses, if those
/// start from constants; null otherwise.
llvm::Constant* ExpressionBuilder::inFirstRound(const llvm::Value* value, const llvm::Loop*& loop, int depth) const {
  // What becomes of very small numbers depends on how the code is compiled.
  const auto settled = [](llvm::Constant* constant) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
    return number && number->getValueAPF().isDenormal() ? nullptr : constant;
  };
  if (auto* constant = llvm::dyn_cast<llvm::ConstantFP>(const_cast<llvm::Value*>(value))) return settled(constant);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || depth > 8) return nullptr;
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
    const llvm::Loop* around = ir_.loops.getLoopFor(phi->getParent());
    const llvm::BasicBlock* before = around ? around->getLoopPreheader() : nullptr;
    if (!before || around->getHeader() != phi->getParent() || (loop && loop != around)) return nullptr;
    loop = around;
    return settled(llvm::dyn_cast<llvm::ConstantFP>(phi->getIncomingValueForBlock(before)));
  }
  if (!llvm::isa<llvm::FCmpInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst>(instruction))
    return nullptr;
  llvm::SmallVector<llvm::Constant*, 2> operands;
  for (const llvm::Value* operand : instruction->operands()) {
    llvm::Constant* known = inFirstRound(operand, loop, depth + 1);
    if (!known) return nullptr;
    operands.push_back(known);
  }
  if (const auto* compare = llvm::dyn_cast<llvm::FCmpInst>(instruction)) {
    return llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], ir_.layout);
  }
  return settled(llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(instruction), operands, ir_.layout));
}

ExpressionId ExpressionBuilder::buildBinary(const llvm::Instruction* instruction) {
  const auto op = operationOf(instruction->getOpcode());
  if (!op) return unknown(widthOf(instruction), kernelLineOf(*instruction), "an operation that is not understood");
  const ExpressionId left = value(instruction->getOperand(0)), right = value(instruction->getOperand(1));
  return pool_.binary(*op, left, right);
}

ExpressionId ExpressionBuilder::resize(ExpressionId id, uint8_t width, bool isSigned) {
  const uint8_t now = pool_.at(id).width;
  if (now == width) return id;
  return pool_.cast(now > width ? Op::trunc : isSigned ? Op::sext : Op::zext, width, id);
}

ExpressionId ExpressionBuilder::buildCast(const llvm::Instruction* instruction, uint8_t width) {
  const llvm::Value* operand = instruction->getOperand(0);
  if (widthOf(operand) != 0) {
    switch (instruction->getOpcode()) {
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
        return resize(value(operand), width, false);
      case llvm::Instruction::SExt:
        return resize(value(operand), width, true);
      default:
        break;
    }
  }
  const uint32_t line = kernelLineOf(*instruction);
  if (operand->getType()->isFPOrFPVectorTy()) {
    return unknown(width, line, "an integer made from a floating-point value", instruction);
  }
  if (operand->getType()->isPointerTy()) return unknown(width, line, "an integer made from an address");
  return unknown(width, line, "a conversion that is not understood", instruction);
}

ExpressionId ExpressionBuilder::buildCompare(const llvm::Instruction* instruction) {
  const auto* compare = llvm::cast<llvm::ICmpInst>(instruction);
  if (compare->getOperand(0)->getType()->isPointerTy()) return compareAddresses(instruction);
  if (widthOf(compare->getOperand(0)) == 0) {
    return unknown(1, kernelLineOf(*compare), "a comparison that is not understood");
  }
  const ExpressionId left = value(compare->getOperand(0)), right = value(compare->getOperand(1));
  switch (compare->getPredicate()) {
    case llvm::CmpInst::ICMP_EQ:
      return pool_.binary(Op::eq, left, right);
    case llvm::CmpInst::ICMP_NE:
      return pool_.binary(Op::ne, left, right);
    case llvm::CmpInst::ICMP_ULT:
      return pool_.binary(Op::ult, left, right);
    case llvm::CmpInst::ICMP_ULE:
      return pool_.binary(Op::ule, left, right);
    case llvm::CmpInst::ICMP_UGT:
      return pool_.binary(Op::ult, right, left);
    case llvm::CmpInst::ICMP_UGE:
      return pool_.binary(Op::ule, right, left);
    case llvm::CmpInst::ICMP_SLT:
      return pool_.binary(Op::slt, left, right);
    case llvm::CmpInst::ICMP_SLE:
      return pool_.binary(Op::sle, left, right);
    case llvm::CmpInst::ICMP_SGT:
      return pool_.binary(Op::slt, right, left);
    case llvm::CmpInst::ICMP_SGE:
      return pool_.binary(Op::sle, right, left);
    default:
      return unknown(1, kernelLineOf(*compare), "a comparison that is not understood");
  }
}

/// Addresses in one object compare as their distances from its start do: an object does not wrap around.
ExpressionId ExpressionBuilder::compareAddresses(const llvm::Instruction* instruction) {
  const auto* compare = llvm::cast<llvm::ICmpInst>(instruction);
  const auto fail = [&] { return unknown(1, kernelLineOf(*compare), "a comparison of addresses"); };
  const std::vector<Base> bases = objects_.basesOf(compare->getOperand(0));
  if (bases.size() != 1 || bases != objects_.basesOf(compare->getOperand(1))) return fail();
  if (!objects_.objectFor(bases.front()).isValid()) return fail();
  const ExpressionId left = offset(compare->getOperand(0), bases.front());
  const ExpressionId right = offset(compare->getOperand(1), bases.front());
  if (!left.isValid() || !right.isValid()) return fail();
  switch (compare->getPredicate()) {
    case llvm::CmpInst::ICMP_EQ:
      return pool_.binary(Op::eq, left, right);
    case llvm::CmpInst::ICMP_NE:
      return pool_.binary(Op::ne, left, right);
    case llvm::CmpInst::ICMP_ULT:
      return pool_.binary(Op::slt, left, right);
    case llvm::CmpInst::ICMP_ULE:
      return pool_.binary(Op::sle, left, right);
    case llvm::CmpInst::ICMP_UGT:
      return pool_.binary(Op::slt, right, left);
    case llvm::CmpInst::ICMP_UGE:
      return pool_.binary(Op::sle, right, left);
    default:
      return fail();
  }
}

/// An address as a number: where its object starts, which is one value in all threads of a block, and the distance.
ExpressionId ExpressionBuilder::addressOf(const llvm::Value* pointer) {
  const auto fail = [&] { return unknown(64, 0, "an address used as a number"); };
  const std::vector<Base> bases = objects_.basesOf(pointer);
  const ObjectId id = bases.size() == 1 ? objects_.objectFor(bases.front()) : ObjectId{};
  if (!id.isValid() || model_.object(id).space == MemorySpace::local) return fail();
  const ExpressionId distance = offset(pointer, bases.front());
  if (!distance.isValid()) return fail();
  SymbolId& slot = starts_[id];
  if (!slot.isValid()) {
    Symbol symbol;
    symbol.kind = SymbolKind::argument;
    symbol.width = 64;
    symbol.name = "&" + model_.object(id).name;
    slot = pool_.addSymbol(std::move(symbol));
  }
  return pool_.binary(Op::add, pool_.symbol(slot), distance);
}

ExpressionId ExpressionBuilder::argument(unsigned number, int64_t field, uint8_t width) {
  SymbolId& slot = arguments_[{number, field, width}];
  if (!slot.isValid()) {
    Symbol symbol;
    symbol.kind = SymbolKind::argument;
    symbol.width = width;
    symbol.name = field >= 0                              ? objects_.fieldName(number, field)
                  : number < model_.parameterNames.size() ? model_.parameterNames[number]
                                                          : "argument" + std::to_string(number);
    slot = pool_.addSymbol(std::move(symbol));
  }
  return pool_.symbol(slot);
}

ExpressionId ExpressionBuilder::buildLoad(const llvm::Instruction* instruction, uint8_t width) {
  const auto* load = llvm::cast<llvm::LoadInst>(instruction);
  unsigned number = 0;
  int64_t field = 0;
  if (!load->isVolatile() && objects_.isArgumentField(load->getPointerOperand(), number, field)) {
    return argument(number, field, width);
  }
  Symbol symbol;
  symbol.kind = SymbolKind::loaded;
  symbol.width = width;
  symbol.line = kernelLineOf(*load);
  symbol.stem = "load";
  symbol.name = symbol.stem + '@' + std::to_string(symbol.line);
  const std::vector<Base> bases = objects_.basesOf(load->getPointerOperand());
  if (bases.size() == 1) symbol.object = objects_.objectFor(bases.front());
  if (!symbol.object.isValid()) {
    return unknown(width, symbol.line, "a value read through a pointer whose object is not known");
  }
  symbol.address = offset(load->getPointerOperand(), bases.front());
  symbol.neverWritten = neverWritten.count(symbol.object) != 0 && !load->isVolatile();
  SymbolId id;
  if (symbol.neverWritten && symbol.address.isValid()) {
    SymbolId& shared = stableLoads_[{symbol.object, symbol.address, width}];
    if (!shared.isValid()) shared = pool_.addSymbol(symbol);
    id = shared;
  } else {
    id = pool_.addSymbol(symbol);
  }
  loads_.insert({load, id});
  return pool_.symbol(id);
}

}  // namespace warpwright::model
