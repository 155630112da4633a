#include "analysis/engine/lower/site_work.h"

#include <algorithm>
#include <map>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/engine/lower/ptx_work.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models
using memsim::SiteWork;

namespace {

// Instructions that the usual division, square root and double-precision sequences take; the CUDA C++ Best Practices
// Guide calls them "multiple instructions" without a number.
constexpr float singleDivision = 10, doubleDivision = 20, mathCall = 12;

SiteWork costOfCall(const CallInst& call) {
  SiteWork cost;
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic && intrinsic->isAssumeLikeIntrinsic()) return cost;
  const Function* callee = call.getCalledFunction();
  const bool engine = callee && callee->getName().starts_with("engine_");
  const bool simple = intrinsic && intrinsic->getIntrinsicID() != Intrinsic::sqrt;
  cost.instructions = simple || engine ? 1 : mathCall;
  if (call.getType()->isDoubleTy())
    cost.fp64 = cost.instructions;
  else if (call.getType()->isFloatTy())
    cost.fp32 = cost.instructions;
  if (!simple && !engine) cost.special = 1;
  return cost;
}

/// What one instruction amounts to.
SiteWork costOf(const Instruction& i) {
  SiteWork cost;
  Type* type = i.getType();
  const bool wide = type->isIntegerTy(64);
  switch (i.getOpcode()) {
    case Instruction::PHI:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::Alloca:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::Freeze:
      return cost;
    case Instruction::GetElementPtr:
      cost.instructions = cast<GetElementPtrInst>(i).hasAllConstantIndices() ? 0 : 1;
      return cost;
    case Instruction::FDiv:
    case Instruction::FRem:
      cost.special = 1;
      cost.instructions = type->isDoubleTy() ? doubleDivision : singleDivision;
      (type->isDoubleTy() ? cost.fp64 : cost.fp32) = cost.instructions - 1;
      return cost;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      cost.instructions = isa<Constant>(i.getOperand(1)) ? 3 : doubleDivision;
      return cost;
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FNeg:
    case Instruction::FCmp: {
      if (fuses(i)) return cost;
      const Type* operand = i.getOperand(0)->getType();
      (operand->isDoubleTy() ? cost.fp64 : cost.fp32) = cost.instructions = 1;
      return cost;
    }
    case Instruction::Call:
      return costOfCall(cast<CallInst>(i));
    default:
      cost.instructions = wide ? 2 : 1;
      // Nearly all integers of 64 bits are parts of addresses; where those have 32, a wider sign is none.
      if (wide && !isa<LoadInst>(i)) cost.wide = isa<SExtInst>(i) ? 2 : 1;
      return cost;
  }
}

unsigned spaceOf(const Value* address) {
  const unsigned space = address->getType()->getPointerAddressSpace();
  return space != 0 ? space : getUnderlyingObject(address, 0)->getType()->getPointerAddressSpace();
}

/// Which loads of a block wait for which.
class Steps {
 public:
  uint32_t of(const Instruction& i) {
    uint32_t step = 0;
    for (const Use& operand : i.operands()) {
      const auto found = steps_.find(operand.get());
      if (found != steps_.end()) step = std::max(step, found->second);
    }
    if (const auto* store = dyn_cast<StoreInst>(&i)) {
      uint32_t& after = written_[{spaceOf(store->getPointerOperand()), objectOf(store->getPointerOperand())}];
      after = std::max(after, step);
    } else if (const auto* load = dyn_cast<LoadInst>(&i)) {
      step = std::max({step, fence_, lastWrite(load->getPointerOperand())}) + 1;
    } else if (const auto* call = dyn_cast<CallInst>(&i);
               call && call->mayWriteToMemory() && !call->onlyReadsMemory()) {
      fence_ = most_;
    }
    most_ = std::max(most_, step);
    steps_[&i] = step;
    return step;
  }

 private:
  /// Shared and local variables are told apart; what pointers lead to is not.
  static const Value* objectOf(const Value* address) {
    const Value* base = getUnderlyingObject(address, 0);
    return isa<GlobalVariable>(base) || isa<AllocaInst>(base) ? base : nullptr;
  }
  uint32_t lastWrite(const Value* address) const {
    const auto found = written_.find({spaceOf(address), objectOf(address)});
    return found == written_.end() ? 0 : found->second;
  }

  DenseMap<const Value*, uint32_t> steps_;
  std::map<std::pair<unsigned, const Value*>, uint32_t> written_;
  uint32_t fence_ = 0, most_ = 0;
};

void addTo(SiteWork& to, const SiteWork& more) {
  to.instructions += more.instructions;
  to.wide += more.wide;
  to.ptx += more.ptx;
  to.fp32 += more.fp32;
  to.fp64 += more.fp64;
  to.special += more.special;
}

}  // namespace

double instructionsOf(const BasicBlock& block) {
  double sum = 0;
  for (const Instruction& i : block) sum += static_cast<double>(costOf(i).instructions);
  return sum;
}

struct RegionWork::State {
  uint32_t number = 0;
  Steps steps;
  PtxWork ptx;
  DenseMap<const Value*, float> depths;
  float path = 0, unplacedPtx = 0;
};

RegionWork::RegionWork(uint32_t number) : state_(std::make_unique<State>()) {
  state_->number = number;
}
RegionWork::~RegionWork() = default;
RegionWork::RegionWork(RegionWork&&) noexcept = default;
float RegionWork::path() const {
  return state_->path;
}
float RegionWork::unplacedPtx() const {
  return state_->unplacedPtx;
}

std::vector<SiteWork> RegionWork::add(const BasicBlock& block, const std::vector<const Instruction*>& events) {
  std::vector<SiteWork> result(events.size());
  SiteWork pending;
  size_t next = 0;
  for (const Instruction& i : block) {
    SiteWork cost = costOf(i);
    cost.ptx = state_->ptx.of(i);
    addTo(pending, cost);
    const uint32_t step = state_->steps.of(i);
    float depth = 0;
    for (const Use& operand : i.operands()) depth = std::max(depth, state_->depths.lookup(operand.get()));
    state_->depths[&i] = depth += isa<PHINode>(i) ? 0 : cost.instructions;
    state_->path = std::max(state_->path, depth);
    for (bool first = true; next < events.size() && events[next] == &i; ++next, first = false) {
      if (first)
        addTo(result[next], pending), pending = {};
      else
        result[next].instructions = result[next].ptx = 1;
      result[next].region = state_->number;
      result[next].step = step;
    }
  }
  state_->unplacedPtx = result.empty() ? pending.ptx : 0;
  if (!result.empty()) addTo(result.back(), pending);
  return result;
}

}  // namespace warpwright::engine
