#include "analysis/engine/lower/polling_updates.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace warpwright::engine {

using namespace llvm;

namespace {

/// What the variable of the thread is given, where that happens once, as a parameter is; else null.
const Value* onlyValueOf(const AllocaInst& variable) {
  const StoreInst* only = nullptr;
  for (const User* user : variable.users()) {
    if (isa<LoadInst>(user) || isa<IntrinsicInst>(user)) continue;  // where it begins and ends to live
    const auto* store = dyn_cast<StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != &variable || only != nullptr) return nullptr;
    only = store;
  }
  return only != nullptr ? only->getValueOperand() : nullptr;
}

/// The constant that reaches an operand, if need be through variables of the thread.
const ConstantInt* constantOf(const Value* value) {
  constexpr int mostVariables = 8;
  for (int i = 0; i < mostVariables && value != nullptr; ++i) {
    const auto* load = dyn_cast<LoadInst>(value);
    const auto* variable = load != nullptr ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (variable == nullptr) return dyn_cast<ConstantInt>(value);
    value = onlyValueOf(*variable);
  }
  return nullptr;
}

}  // namespace

bool mayPoll(const AtomicRMWInst& update) {
  if (update.getOperation() == AtomicRMWInst::Xchg) return true;
  const ConstantInt* operand = constantOf(update.getValOperand());
  if (operand == nullptr) return false;
  switch (update.getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::UMax:
      return operand->isZero();
    case AtomicRMWInst::And:
      return operand->isMinusOne();
    default:
      return false;
  }
}

}  // namespace warpwright::engine
