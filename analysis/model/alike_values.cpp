#include "analysis/model/alike_values.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

namespace warpwright::model {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;
using llvm::Value;

namespace {

constexpr size_t mostSteps = 200'000;  // what takes more may be alike
constexpr size_t mostTerms = 32;

/// The value without what only writes it otherwise: its sign, more bits, another type of the same bits.
const Value& withoutConversions(const Value& value) {
  const Value* one = &value;
  for (;;) {
    const auto* call = dyn_cast<llvm::CallBase>(one);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    const bool hands =
        isa<llvm::SExtInst, llvm::ZExtInst, llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::FreezeInst>(one) ||
        (isa<Instruction>(one) && llvm::cast<Instruction>(one)->getOpcode() == Instruction::FNeg) ||
        (callee && callee->getName().contains("_as_") && call->arg_size() == 1);
    if (!hands) return *one;
    one = llvm::cast<llvm::User>(one)->getOperand(0);
  }
}

bool areSameConstants(const llvm::Constant& one, const llvm::Constant& other) {
  const auto* a = dyn_cast<llvm::ConstantFP>(&one);
  const auto* b = dyn_cast<llvm::ConstantFP>(&other);
  if (a && b && a->getType() == b->getType()) return abs(a->getValueAPF()).bitwiseIsEqual(abs(b->getValueAPF()));
  const auto* i = dyn_cast<llvm::ConstantInt>(&one);
  const auto* j = dyn_cast<llvm::ConstantInt>(&other);
  return i && j && i->getValue().trySExtValue() == j->getValue().trySExtValue();
}

/// Sums, differences and products of whole numbers, and addresses.
bool isSum(const Value& value) {
  if (isa<llvm::GEPOperator>(value)) return true;
  const auto* one = dyn_cast<llvm::BinaryOperator>(&value);
  if (!one || !one->getType()->isIntegerTy()) return false;
  const auto* joins = dyn_cast<llvm::PossiblyDisjointInst>(one);
  return one->getOpcode() == Instruction::Add || one->getOpcode() == Instruction::Sub ||
         one->getOpcode() == Instruction::Mul || (joins && joins->isDisjoint()) ||
         (one->getOpcode() == Instruction::Shl && isa<llvm::ConstantInt>(one->getOperand(1)));
}

int64_t numberOf(const llvm::ConstantInt& constant) {
  return constant.getValue().trySExtValue().value_or(0);
}

}  // namespace

const Value* objectOf(const Value& pointer) {
  const Value* object = llvm::getUnderlyingObject(&pointer, 0);
  return isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(object) ? object : nullptr;
}

AlikeValues::AlikeValues(const llvm::Function& kernel) : layout_(kernel.getParent()->getDataLayout()) {
  for (const Instruction& one : llvm::instructions(kernel)) {
    if (const auto* store = dyn_cast<llvm::StoreInst>(&one)) stores_.push_back(store);
    writesOtherwise_ |= isa<llvm::MemIntrinsic>(one);
  }
}

bool AlikeValues::isLoad(const Instruction& one) {
  const auto* load = dyn_cast<llvm::LoadInst>(&one);
  return load && !isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand(), 0));
}

bool AlikeValues::isAnew(const Instruction& one) {
  const auto* load = dyn_cast<llvm::LoadInst>(&one);
  return isa<llvm::PHINode>(one) || (load && (load->isVolatile() || !isLoad(one)));
}

bool AlikeValues::readsStored(const llvm::LoadInst& load) const {
  const Value* object = objectOf(*load.getPointerOperand());
  return writesOtherwise_ || std::ranges::any_of(stores_, [&](const llvm::StoreInst* store) {
           const Value* stored = objectOf(*store->getPointerOperand());
           return !object || !stored || object == stored;
         });
}

bool AlikeValues::isMadeOfStored(const Value& value) const {
  std::vector<const Value*> left{&value};
  std::set<const Value*> seen(left.begin(), left.end());
  while (!left.empty()) {
    const auto* one = dyn_cast<Instruction>(left.back());
    left.pop_back();
    if (!one) continue;
    const auto* load = dyn_cast<llvm::LoadInst>(one);
    if (load && isLoad(*load) && readsStored(*load)) return true;
    for (const llvm::Use& operand : one->operands()) {
      if (seen.insert(operand.get()).second) left.push_back(operand.get());
    }
  }
  return false;
}

bool AlikeValues::mayFindConstant(const llvm::LoadInst& load) const {
  const Value* object = objectOf(*load.getPointerOperand());
  return std::ranges::any_of(stores_, [&](const llvm::StoreInst* store) {
    const Value* stored = objectOf(*store->getPointerOperand());
    return isa<llvm::Constant>(store->getValueOperand()) && (!object || !stored || object == stored);
  });
}

bool AlikeValues::areAlike(const Value& one, const Value& other, Likeness& likeness, int depth) {
  const Value& a = withoutConversions(one);
  const Value& b = withoutConversions(other);
  if (&a == &b) return true;
  if (++steps_ > mostSteps) {
    likeness.loaded = likeness.stored = true;
    return true;
  }
  if (isa<llvm::Constant>(a) && isa<llvm::Constant>(b))
    return areSameConstants(llvm::cast<llvm::Constant>(a), llvm::cast<llvm::Constant>(b));
  const auto* left = dyn_cast<Instruction>(&a);
  const auto* right = dyn_cast<Instruction>(&b);
  if (left && right && areAlikeInstructions(*left, *right, likeness, depth)) return true;
  for (const auto& [load, value] : {std::pair{left, &b}, std::pair{right, &a}}) {
    const auto* reads = dyn_cast_or_null<llvm::LoadInst>(load);
    if (reads && mayFind(*reads, *value, likeness, depth)) return true;
  }
  return false;
}

bool AlikeValues::areAlikeInstructions(const Instruction& a, const Instruction& b, Likeness& likeness, int depth) {
  if (isSum(a) || isSum(b)) return areSumsAlike(a, b, likeness, depth);
  if (a.getOpcode() != b.getOpcode() || a.getType() != b.getType() || isAnew(a) || isAnew(b)) return false;
  Likeness found = likeness;
  found.loaded |= isLoad(a) || isa<llvm::CallBase>(a) || depth == deepest;
  if (isLoad(a)) found.stored |= readsStored(llvm::cast<llvm::LoadInst>(a));
  if (depth == deepest) {
    likeness = found;
    return true;
  }
  for (const bool swapped : {false, true}) {
    Likeness tried = found;
    if (!areOperandsAlike(a, b, swapped, tried, depth)) continue;
    likeness = tried;
    return true;
  }
  return false;
}

/// `swapped`: the first two of one with those of the other the other way round, where that is the same.
bool AlikeValues::areOperandsAlike(const Instruction& a, const Instruction& b, bool swapped, Likeness& likeness,
                                   int depth) {
  const bool isCall = isa<llvm::CallBase>(a) && a.getType()->isFPOrFPVectorTy();
  if (swapped && !(a.isCommutative() || isCall)) return false;
  const unsigned count = a.getNumOperands();
  if (count != b.getNumOperands() || (swapped && count < 2)) return false;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned j = swapped && i < 2 ? 1 - i : i;
    if (!areAlike(*a.getOperand(i), *b.getOperand(j), likeness, depth + 1)) return false;
  }
  return true;
}

/// May the load find the value, as some store puts it where the load may look?
bool AlikeValues::mayFind(const llvm::LoadInst& load, const Value& value, Likeness& likeness, int depth) {
  if (depth == deepest || load.isVolatile() || !isLoad(load)) return false;
  const Value* object = objectOf(*load.getPointerOperand());
  for (const llvm::StoreInst* store : stores_) {
    const Value* stored = objectOf(*store->getPointerOperand());
    if (object && stored && object != stored) continue;
    Likeness tried = likeness;
    if (!areAlike(*store->getValueOperand(), value, tried, depth + 1)) continue;
    likeness = tried;
    likeness.stored = true;
    return true;
  }
  return false;
}

bool AlikeValues::areSumsAlike(const Value& a, const Value& b, Likeness& likeness, int depth) {
  Terms left, right;
  addTerms(a, 1, left, 0);
  addTerms(b, -1, right, 0);
  if (left.size() > mostTerms || right.size() > mostTerms || depth == deepest) {
    likeness.loaded = true;
    return true;
  }
  left.insert(left.end(), right.begin(), right.end());
  // What is left of each term once those that are alike are put together.
  Likeness tried = likeness;
  for (size_t i = 0; i < left.size(); ++i) {
    for (size_t j = i + 1; j < left.size();) {
      if (areTermsAlike(left[i], left[j], tried, depth)) {
        left[i].times += left[j].times;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(j));
      } else {
        ++j;
      }
    }
    if (left[i].times != 0) return false;
  }
  likeness = tried;
  return true;
}

bool AlikeValues::areTermsAlike(const Term& a, const Term& b, Likeness& likeness, int depth) {
  if (a.factors.size() != b.factors.size()) return false;
  auto others = b.factors;
  Likeness found = likeness;
  for (const Value* factor : a.factors) {
    const auto match = std::ranges::find_if(others, [&](const Value* other) {
      Likeness tried = found;
      if (!areAlike(*factor, *other, tried, depth + 1)) return false;
      found = tried;
      return true;
    });
    if (match == others.end()) return false;
    others.erase(match);
  }
  likeness = found;
  return true;
}

void AlikeValues::addTerms(const Value& written, int64_t times, Terms& terms, int depth) const {
  const Value& value = withoutConversions(written);
  const auto keep = [&] { terms.push_back({times, {&value}}); };
  if (terms.size() > mostTerms) return;
  if (const auto* number = dyn_cast<llvm::ConstantInt>(&value)) {
    terms.push_back({times * numberOf(*number), {}});
  } else if (depth > deepest || !isSum(value)) {
    keep();
  } else if (const auto* address = dyn_cast<llvm::GEPOperator>(&value)) {
    llvm::MapVector<Value*, llvm::APInt> scaled;
    const unsigned width = layout_.getIndexTypeSizeInBits(address->getType());
    llvm::APInt offset(width, 0);
    if (!address->collectOffset(layout_, width, scaled, offset)) return keep();
    addTerms(*address->getPointerOperand(), times, terms, depth + 1);
    for (const auto& [index, scale] : scaled) addTerms(*index, times * scale.getSExtValue(), terms, depth + 1);
    terms.push_back({times * offset.getSExtValue(), {}});
  } else {
    const auto& operation = llvm::cast<llvm::BinaryOperator>(value);
    const Value &left = *operation.getOperand(0), &right = *operation.getOperand(1);
    if (operation.getOpcode() == Instruction::Mul) {
      Terms some, others;
      addTerms(left, times, some, depth + 1);
      addTerms(right, 1, others, depth + 1);
      const Terms all = product(some, others);
      terms.insert(terms.end(), all.begin(), all.end());
    } else if (operation.getOpcode() == Instruction::Shl) {
      const uint64_t by = llvm::cast<llvm::ConstantInt>(right).getLimitedValue(64);
      if (by >= 32) return keep();
      addTerms(left, times * (int64_t{1} << by), terms, depth + 1);
    } else {
      addTerms(left, times, terms, depth + 1);
      addTerms(right, operation.getOpcode() == Instruction::Sub ? -times : times, terms, depth + 1);
    }
  }
}

AlikeValues::Terms AlikeValues::product(const Terms& a, const Terms& b) const {
  Terms all;
  for (const Term& one : a) {
    for (const Term& other : b) {
      all.push_back({one.times * other.times, one.factors});
      all.back().factors.append(other.factors.begin(), other.factors.end());
    }
  }
  return all;
}

}  // namespace warpwright::model
