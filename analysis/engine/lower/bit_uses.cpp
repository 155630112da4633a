// Which bits of shared memory an access looks at or changes. A store to a bit-field reads and writes the whole word:
//
//   load word; and kept bits; or new bits; store word
//
// changes the bits that are not kept and looks at none. A copy of a structure takes its padding with it, and looks at
// nothing; it may be cut into words, each of which is loaded and stored by itself, and some of which are padding and
// nothing else.
#include <algorithm>
#include <optional>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

constexpr unsigned deepest = 12;

uint64_t lowBits(unsigned count) {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

/// Is it a call that the checks have added?
bool isCheck(const User* user) {
  const auto* call = dyn_cast<CallInst>(user);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with("engine_check");
}

/// A value that is made for calls that the checks have added, and for nothing else.
bool isForChecks(const User* user) {
  if (isCheck(user)) return true;
  return isa<CastInst>(user) && !user->use_empty() && std::all_of(user->user_begin(), user->user_end(), isForChecks);
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
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd())
        continue;
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
      case Instruction::And:
        here = usedBits(*i, home, depth + 1) & (number ? by : here);
        break;
      case Instruction::Or:
      case Instruction::Xor:
      case Instruction::Trunc:
      case Instruction::ZExt:
        here = usedBits(*i, home, depth + 1);
        break;
      case Instruction::Shl:
        if (number && by < width) here = usedBits(*i, home, depth + 1) >> by;
        break;
      case Instruction::LShr:
        if (number && by < width) here = usedBits(*i, home, depth + 1) << by;
        break;
      case Instruction::AShr:
        if (!number || by >= width) break;
        here = usedBits(*i, home, depth + 1);
        // Above what it is shifted by stand copies of the sign.
        here = here << by | ((here & ~(lowBits(width) >> by)) != 0 ? uint64_t{1} << (width - 1) : 0);
        break;
      default:
        break;
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

/// The stores that the loaded value ends in, straight or where ways meet; nothing where anything else is done with it.
std::optional<SmallVector<const StoreInst*, 8>> storesOf(const LoadInst& load) {
  SmallVector<const StoreInst*, 8> stores;
  SmallPtrSet<const Value*, 16> seen{&load};
  SmallVector<const Value*, 16> open{&load};
  while (!open.empty()) {
    const Value* value = open.pop_back_val();
    for (const User* user : value->users()) {
      if (isForChecks(user)) continue;
      const auto* choice = dyn_cast<SelectInst>(user);
      if (isa<PHINode>(user) || (choice && choice->getCondition() != value)) {
        if (seen.insert(user).second) open.push_back(user);
        continue;
      }
      const auto* store = dyn_cast<StoreInst>(user);
      if (store == nullptr || store->getValueOperand() != value) return std::nullopt;
      stores.push_back(store);
    }
  }
  return stores;
}

struct ByteRange {
  const Value* base = nullptr;
  int64_t begin = 0, end = 0;
};

/// What a load or a store accesses, from the pointer that its address is a fixed distance from.
ByteRange bytesOf(const Instruction& access) {
  const DataLayout& layout = access.getModule()->getDataLayout();
  APInt offset(64, 0);
  ByteRange found;
  const Value* address = getLoadStorePointerOperand(&access);
  found.base = address->stripAndAccumulateConstantOffsets(layout, offset, true);
  found.begin = offset.getSExtValue();
  found.end =
      found.begin + static_cast<int64_t>(
                        layout.getTypeStoreSize(getLoadStoreType(const_cast<Instruction*>(&access))).getFixedValue());
  return found;
}

/// The access with those that one copy in the source was cut into along with it: of the same kind, from the same
/// pointer, at the same place.
ByteRange withSiblings(const Instruction& access) {
  ByteRange all = bytesOf(access);
  if (!access.getDebugLoc()) return all;
  for (const Instruction& other : *access.getParent()) {
    if (other.getOpcode() != access.getOpcode() || other.getDebugLoc() != access.getDebugLoc()) continue;
    const ByteRange here = bytesOf(other);
    if (here.base != all.base) continue;
    all.begin = std::min(all.begin, here.begin);
    all.end = std::max(all.end, here.end);
  }
  return all;
}

bool isCut(const ByteRange& whole, const ByteRange& part) {
  return whole.end - whole.begin > part.end - part.begin;
}

/// The structure that the word is in, by the type of what its address leads to.
ByteRange structureAround(const ByteRange& word, const DataLayout& layout) {
  Type* type = nullptr;
  if (const auto* variable = dyn_cast<GlobalVariable>(word.base)) type = variable->getValueType();
  if (const auto* element = dyn_cast<GEPOperator>(word.base)) type = element->getResultElementType();
  int64_t first = 0;
  while (type && type->isArrayTy() && word.begin >= first) {
    type = type->getArrayElementType();
    const auto bytes = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
    if (bytes == 0) return word;
    first += (word.begin - first) / bytes * bytes;
  }
  if (type == nullptr || !type->isStructTy()) return word;
  const ByteRange all{word.base, first, first + static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue())};
  return all.begin <= word.begin && word.end <= all.end ? all : word;
}

/// A load that ends in stores alone: what the checks have to know of it.
void describeCopy(const LoadInst& load, const SmallVectorImpl<const StoreInst*>& stores, Site& site) {
  site.copies = true;
  const auto toNobody = [](const StoreInst* store) { return isDeadTarget(store->getPointerOperand()); };
  if (std::all_of(stores.begin(), stores.end(), toNobody)) site.bits = 0;
  // A member that is stored by itself is meant; a word that goes with others to where they keep their distances may be
  // padding.
  const bool goesWithOthers = std::all_of(stores.begin(), stores.end(), [&](const StoreInst* store) {
    return toNobody(store) || isCut(withSiblings(*store), bytesOf(*store));
  });
  if (!goesWithOthers) return;
  const ByteRange word = bytesOf(load);
  ByteRange whole = withSiblings(load);
  // The other words may have been in registers already.
  if (!isCut(whole, word)) whole = structureAround(word, load.getModule()->getDataLayout());
  if (!isCut(whole, word)) return;
  site.wholeBytes = static_cast<uint32_t>(whole.end - whole.begin);
  site.wholeBefore = static_cast<uint32_t>(word.begin - whole.begin);
}

}  // namespace

void describeUse(const Instruction& access, SiteKind kind, Site& site) {
  if (const auto* transfer = dyn_cast<MemTransferInst>(&access); transfer && kind == SiteKind::load) {
    site.copies = true;
    if (isDeadTarget(transfer->getRawDest())) site.bits = 0;
    return;
  }
  if (const auto* load = dyn_cast<LoadInst>(&access)) {
    if (load->getType()->isIntegerTy()) site.bits = usedBits(*load, load->getPointerOperand(), 0);
    if (const auto stores = storesOf(*load)) describeCopy(*load, *stores, site);
    return;
  }
  const auto* store = dyn_cast<StoreInst>(&access);
  if (store && store->getValueOperand()->getType()->isIntegerTy() &&
      store->getValueOperand()->getType()->getIntegerBitWidth() <= 64) {
    site.bits = ~keptBits(*store->getValueOperand(), store->getPointerOperand(), 0);
  }
}

}  // namespace warpwright::engine
