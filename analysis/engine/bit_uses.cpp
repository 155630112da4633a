// Which bits of shared memory an access looks at or changes. A store to a bit-field reads and writes the whole word:
//
//   load word; and kept bits; or new bits; store word
//
// changes the bits that are not kept and looks at none. A copy of a structure takes its padding with it, and looks at nothing.
#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/engine/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

constexpr unsigned deepest = 12;

uint64_t lowBits(unsigned count) { return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1; }

/// Is it a call that the checks have added?
bool isCheck(const User* user) {
  const auto* call = dyn_cast<CallInst>(user);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("engine_check");
}

/// Is what is written to the local memory never read?
bool isWriteOnly(const AllocaInst& local) {
  SmallVector<const Value*, 8> open{&local};
  while (!open.empty()) {
    const Value* pointer = open.pop_back_val();
    for (const User* user : pointer->users()) {
      if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<BitCastInst>(user)) {
        open.push_back(user);
        continue;
      }
      if (const auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() != pointer) continue;
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd()) continue;
      const auto* memory = dyn_cast<MemIntrinsic>(user);
      const auto* transfer = dyn_cast<MemTransferInst>(user);
      if (memory == nullptr || (transfer && getUnderlyingObject(transfer->getRawSource(), 0) == &local)) return false;
    }
  }
  return true;
}

bool isDeadTarget(const Value* address) {
  const auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(address, 0));
  return local && isWriteOnly(*local);
}

/// The bits of `value` that decide anything but what is stored back to `home`.
uint64_t usedBits(const Value& value, const Value* home, unsigned depth) {
  const unsigned width = value.getType()->getIntegerBitWidth();
  if (width > 64 || depth > deepest) return ~uint64_t{0};
  uint64_t used = 0;
  for (const User* user : value.users()) {
    const auto* i = cast<Instruction>(user);
    if (isCheck(user)) continue;
    if (const auto* store = dyn_cast<StoreInst>(i); store && store->getValueOperand() == &value) {
      if (store->getPointerOperand() == home || isDeadTarget(store->getPointerOperand())) continue;
      return lowBits(width);
    }
    if (!i->getType()->isIntegerTy() || i->getType()->getIntegerBitWidth() > 64) return lowBits(width);
    const auto* number = i->getNumOperands() == 2 ? dyn_cast<ConstantInt>(i->getOperand(1)) : nullptr;
    const uint64_t by = number && number->getBitWidth() <= 64 ? number->getZExtValue() : 0;
    uint64_t here = lowBits(width);
    switch (i->getOpcode()) {
      case Instruction::And: here = usedBits(*i, home, depth + 1) & (number ? by : here); break;
      case Instruction::Or: case Instruction::Xor: case Instruction::Trunc: case Instruction::ZExt:
        here = usedBits(*i, home, depth + 1); break;
      case Instruction::Shl: if (number && by < width) here = usedBits(*i, home, depth + 1) >> by; break;
      case Instruction::LShr: if (number && by < width) here = usedBits(*i, home, depth + 1) << by; break;
      case Instruction::AShr:
        if (!number || by >= width) break;
        here = usedBits(*i, home, depth + 1);
        // Above what it is shifted by stand copies of the sign.
        here = here << by | ((here & ~(lowBits(width) >> by)) != 0 ? uint64_t{1} << (width - 1) : 0);
        break;
      default: break;
    }
    used |= here & lowBits(width);
  }
  return used;
}

/// The bits of `value` that are as they were read from `home`.
uint64_t keptBits(const Value& value, const Value* home, unsigned depth) {
  if (depth > deepest) return 0;
  if (const auto* load = dyn_cast<LoadInst>(&value)) return load->getPointerOperand() == home ? ~uint64_t{0} : 0;
  const auto* i = dyn_cast<BinaryOperator>(&value);
  if (i == nullptr) return 0;
  if (i->getOpcode() == Instruction::And) {
    const auto* mask = dyn_cast<ConstantInt>(i->getOperand(1));
    return mask ? keptBits(*i->getOperand(0), home, depth + 1) & mask->getZExtValue() : 0;
  }
  if (i->getOpcode() != Instruction::Or) return 0;
  return keptBits(*i->getOperand(0), home, depth + 1) | keptBits(*i->getOperand(1), home, depth + 1);
}

/// Is the value stored and nothing else, to memory that nobody reads (`toNobody`) or to any?
bool isOnlyStored(const LoadInst& load, bool toNobody) {
  return std::all_of(load.user_begin(), load.user_end(), [&](const User* user) {
    const auto* store = dyn_cast<StoreInst>(user);
    if (store == nullptr || store->getValueOperand() != &load) return isCheck(user);
    return !toNobody || isDeadTarget(store->getPointerOperand());
  });
}

}  // namespace

void describeUse(const Instruction& access, SiteKind kind, Site& site) {
  if (const auto* transfer = dyn_cast<MemTransferInst>(&access); transfer && kind == SiteKind::load) {
    site.copies = true;
    if (isDeadTarget(transfer->getRawDest())) site.bits = 0;
    return;
  }
  if (const auto* load = dyn_cast<LoadInst>(&access)) {
    site.copies = isOnlyStored(*load, false);
    if (isOnlyStored(*load, true)) site.bits = 0;
    else if (load->getType()->isIntegerTy()) site.bits = usedBits(*load, load->getPointerOperand(), 0);
    return;
  }
  const auto* store = dyn_cast<StoreInst>(&access);
  if (store && store->getValueOperand()->getType()->isIntegerTy() && store->getValueOperand()->getType()->getIntegerBitWidth() <= 64) {
    site.bits = ~keptBits(*store->getValueOperand(), store->getPointerOperand(), 0);
  }
}

}  // namespace warpwright::engine
