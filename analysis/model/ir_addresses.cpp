#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "analysis/model/ir_addresses.h"
#include "analysis/model/ir_expressions.h"

namespace warpwright::model {
namespace {

bool isCast(const llvm::Value* value) {
  const unsigned op = llvm::Operator::getOpcode(value);
  return op == llvm::Instruction::AddrSpaceCast || op == llvm::Instruction::BitCast || op == llvm::Instruction::Freeze;
}

/// An index before it was widened to the pointer's width.
const llvm::Value* beforeWidening(const llvm::Value* index) {
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(index);
  const bool widens =
      cast && (cast->getOpcode() == llvm::Instruction::SExt || cast->getOpcode() == llvm::Instruction::ZExt);
  return widens && cast->getSrcTy()->isIntegerTy() ? cast->getOperand(0) : index;
}

/// Is the type an array of the declared dimensions from number `first` on?
bool matches(const llvm::Type* type, const std::vector<uint64_t>& extents, size_t first) {
  if (first >= extents.size()) return false;
  for (; first < extents.size(); ++first) {
    if (!type->isArrayTy() || type->getArrayNumElements() != extents[first]) return false;
    type = type->getArrayElementType();
  }
  return true;
}

}  // namespace

ExpressionId ExpressionBuilder::offset(const llvm::Value* pointer, const Base& base) {
  if (objects_.directBase(pointer) == base) return pool_.constant(64, 0);
  if (isCast(pointer)) return offset(llvm::cast<llvm::User>(pointer)->getOperand(0), base);
  if (const auto* arithmetic = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    ExpressionId sum = offset(arithmetic->getPointerOperand(), base);
    if (!sum.isValid()) return {};
    for (auto part = llvm::gep_type_begin(arithmetic), end = llvm::gep_type_end(arithmetic); part != end; ++part) {
      const llvm::Value* index = part.getOperand();
      if (llvm::StructType* type = part.getStructTypeOrNull()) {
        const uint64_t member = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
        const uint64_t bytes = ir_.layout.getStructLayout(type)->getElementOffset(static_cast<unsigned>(member));
        sum = pool_.binary(ExpressionOp::add, sum, pool_.constant(64, bytes));
        continue;
      }
      if (widthOf(index) == 0) return {};
      const uint64_t stride = part.getSequentialElementStride(ir_.layout).getKnownMinValue();
      const ExpressionId bytes =
          pool_.binary(ExpressionOp::mul, resize(value(index), 64, true), pool_.constant(64, stride));
      sum = pool_.binary(ExpressionOp::add, sum, bytes);
    }
    return sum;
  }
  if (const auto* selection = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    const ExpressionId yes = offset(selection->getTrueValue(), base), no = offset(selection->getFalseValue(), base);
    if (!yes.isValid() || !no.isValid() || widthOf(selection->getCondition()) != 1) return {};
    return pool_.select(value(selection->getCondition()), yes, no);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) return offsetOfJoin(phi, base);
  return {};
}

ExpressionId ExpressionBuilder::offsetOfJoin(const llvm::Instruction* instruction, const Base& base) {
  const auto* phi = llvm::cast<llvm::PHINode>(instruction);
  if (!ir_.loops.isLoopHeader(phi->getParent())) {
    return join(phi, [&](const llvm::Value* incoming) { return offset(incoming, base); });
  }
  llvm::ScalarEvolution& evolution = ir_.scalarEvolution;
  const llvm::SCEV* scev = evolution.getSCEV(const_cast<llvm::PHINode*>(phi));
  if (llvm::isa<llvm::SCEVUnknown>(scev)) return {};
  // What scalar evolution takes for the start must be the object's own base, not some pointer into it.
  const auto* start = llvm::dyn_cast<llvm::SCEVUnknown>(evolution.getPointerBase(scev));
  if (!start) return {};
  const ExpressionId startOffset = offset(start->getValue(), base);
  if (!startOffset.isValid()) return {};
  const ExpressionId distance = resize(recurrence(evolution.removePointerBase(scev)), 64, true);
  return pool_.binary(ExpressionOp::add, startOffset, distance);
}

std::vector<const llvm::Value*> subscriptsOf(const llvm::Value* pointer, const std::vector<uint64_t>& extents) {
  // From the access down to the variable; each step must subscript a declared array, or be a member of an element.
  std::vector<const llvm::GEPOperator*> steps;
  while (isCast(pointer) || llvm::isa<llvm::GEPOperator>(pointer)) {
    if (const auto* arithmetic = llvm::dyn_cast<llvm::GEPOperator>(pointer)) steps.push_back(arithmetic);
    pointer = llvm::cast<llvm::User>(pointer)->getOperand(0);
  }
  if (!llvm::isa<llvm::GlobalVariable, llvm::AllocaInst>(pointer)) return {};
  std::vector<const llvm::Value*> subscripts;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    auto part = llvm::gep_type_begin(*step);
    const auto end = llvm::gep_type_end(*step);
    const auto* first = llvm::dyn_cast<llvm::ConstantInt>(part.getOperand());
    if (!first || !first->isZero()) return {};  // plain pointer arithmetic
    const llvm::Type* around = (*step)->getSourceElementType();
    // `m[0][t]` is folded to a subscript of the first row.
    while (!matches(around, extents, subscripts.size())) {
      if (subscripts.size() == extents.size()) return {};
      subscripts.push_back(llvm::ConstantInt::get(llvm::Type::getInt32Ty(pointer->getContext()), 0));
    }
    for (++part; part != end && subscripts.size() < extents.size(); ++part) {
      if (!around->isArrayTy()) return {};
      subscripts.push_back(beforeWidening(part.getOperand()));
      around = part.getIndexedType();
    }
    if (subscripts.size() == extents.size()) break;
  }
  if (subscripts.size() != extents.size()) return {};
  return subscripts;
}

}  // namespace warpwright::model
