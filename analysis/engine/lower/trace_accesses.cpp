// Makes a kernel write down its accesses: see core/model/memory/trace.h for the events and the order of their numbers.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "analysis/engine/lower/code_regions.h"
#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/site_order.h"
#include "analysis/engine/lower/site_work.h"
#include "analysis/engine/lower/source_names.h"
#include "core/model/memory/trace.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models
using llvm::Loop;
using memsim::CacheOperator;
using memsim::EventKind;
using memsim::MemorySpace;

namespace {

constexpr unsigned cursorOffset = 80, limitOffset = 88, siteOffset = 96;
constexpr uint64_t mostPieces = 64;
/// Outside loops, fewer instructions in a block than this need not be counted.
constexpr double uncountedInstructions = 16;

struct Event {
  Instruction* before = nullptr;
  Value* address = nullptr;  ///< null: none (markers, barriers)
  Value* length = nullptr;   ///< of copies whose length is known at run time only
  uint64_t offset = 0;       ///< bytes behind `address`: of the pieces of a copy
  EventKind kind = EventKind::load;
  uint32_t bytes = 0;
  memsim::SiteWork work;
  bool fetch = false;  ///< of a texture: the engine's function logs it, which knows where texels lie
};

class Tracer {
 public:
  explicit Tracer(KernelModule& state)
      : state_(state), module_(*state.module), layout_(module_.getDataLayout()), table_(*state.kernel->trace) {}

  void run() {
    trace(*state_.entry);
    for (Function& function : module_) {
      // What is called through a pointer may run in launches that are not traced.
      if (!function.isDeclaration() && &function != state_.entry && !function.hasAddressTaken()) trace(function);
    }
    if (table_.sites.size() >= memsim::maxSites) {
      state_.addUnsupported(*state_.entry->getEntryBlock().getTerminator(),
                            "more than 65,535 accesses, too many to trace: the kernel");
    }
  }

 private:
  void trace(Function& function) {
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    const std::vector<BasicBlock*> order = siteOrder(function, loops);
    placeFrame(function);
    std::vector<std::pair<BasicBlock*, std::vector<Event>>> events;
    SmallSetVector<BasicBlock*, 16> latches;
    for (BasicBlock* block : order) {
      std::vector<Event>& list = events.emplace_back(block, std::vector<Event>()).second;
      for (Instruction& i : *block) collect(i, list);
    }
    const std::vector<uint32_t> regions = codeRegionsOf(order, loops, dominators);
    std::vector<std::pair<RegionWork, memsim::SiteWork*>> work;  // and where its path is written
    std::vector<std::pair<const BasicBlock*, float>> unplaced;   // PTX of blocks without an event
    size_t at = 0;
    for (auto& [block, list] : events) {
      const Loop* loop = loops.getLoopFor(block);
      const bool isLatch = loop && loop->isLoopLatch(block);
      if (isLatch) latches.insert(block);
      // What a block computes has to be counted somewhere.
      const bool counts = list.empty() && instructionsOf(*block) >= (loop ? 3 : uncountedInstructions);
      if (counts || (isLatch && needsMarker(*loop, *block, dominators, events))) {
        list.push_back({block->getTerminator(), nullptr, nullptr, 0, EventKind::marker, 0, {}});
      }
      std::vector<const Instruction*> logged;
      for (const Event& event : list) logged.push_back(event.before);
      const uint32_t region = regions[at++];
      while (work.size() <= region) work.emplace_back(RegionWork(regions_++), nullptr);
      const std::vector<memsim::SiteWork> each = work[region].first.add(*block, logged);
      for (size_t i = 0; i < list.size(); ++i) list[i].work = each[i];
      if (list.empty())
        unplaced.emplace_back(block, work[region].first.unplacedPtx());
      else
        list.front().work.ptx += takePtxBefore(*block, loops, dominators, unplaced);
      if (!list.empty() && work[region].second == nullptr) work[region].second = &list.front().work;
    }
    for (const auto& [region, first] : work) {
      if (first != nullptr) first->path = region.path();
    }
    for (auto& [block, list] : events) write(list);
    // A loop may log more than a buffer holds: there a lane waits for those of its warp.
    for (BasicBlock* latch : latches) addFullCheck(*latch->getTerminator());
    if (&function != state_.entry) addFullCheck(*function.getEntryBlock().getTerminator());
  }

  /// What threads executed on their way to a block, in blocks that have no event: the first one behind them carries it.
  static float takePtxBefore(const BasicBlock& block, const LoopInfo& loops, const DominatorTree& dominators,
                             std::vector<std::pair<const BasicBlock*, float>>& unplaced) {
    float sum = 0;
    std::erase_if(unplaced, [&](const auto& before) {
      if (loops.getLoopFor(before.first) != loops.getLoopFor(&block) || !dominators.dominates(before.first, &block))
        return false;
      sum += before.second;
      return true;
    });
    return sum;
  }

  // What is traced -----------------------------------------------------------------------------------------------

  void collect(Instruction& i, std::vector<Event>& to) {
    if (auto* load = dyn_cast<LoadInst>(&i)) {
      add(to, i, load->getPointerOperand(), load->getType(), EventKind::load);
    } else if (auto* store = dyn_cast<StoreInst>(&i)) {
      add(to, i, store->getPointerOperand(), store->getValueOperand()->getType(), EventKind::store);
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
      add(to, i, update->getPointerOperand(), update->getType(), EventKind::atomic);
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
      add(to, i, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), EventKind::atomic);
    } else if (auto* transfer = dyn_cast<MemTransferInst>(&i)) {
      addRange(to, i, transfer->getRawSource(), transfer->getLength(), transfer->getSourceAlign(), EventKind::load);
      addRange(to, i, transfer->getRawDest(), transfer->getLength(), transfer->getDestAlign(), EventKind::store);
    } else if (auto* set = dyn_cast<MemSetInst>(&i)) {
      addRange(to, i, set->getRawDest(), set->getLength(), set->getDestAlign(), EventKind::store);
    } else if (auto* call = dyn_cast<CallInst>(&i)) {
      const Function* callee = call->getCalledFunction();
      if (!callee) return;
      const StringRef name = callee->getName();
      if (name == "engine_syncthreads" || name == "engine_barrier" || name == gridBarrierFunction) {
        to.push_back({&i, nullptr, nullptr, 0, EventKind::barrier, 0, {}});
      } else if (name == "engine_texture") {
        to.push_back({&i, nullptr, nullptr, 0, EventKind::load, 4, {}, true});
      } else if (name == "engine_warp") {
        to.push_back({&i, nullptr, nullptr, 0, EventKind::warpOperation, 0, {}});
      }
    }
  }

  /// What is not memory of the program on a GPU: the engine's own, parameters, tables of constants in the code.
  bool isUntraced(const Value* address) const {
    if (state_.isOwn(*address)) return true;
    const Value* base = getUnderlyingObject(address, 0);
    if (const auto* variable = dyn_cast<GlobalVariable>(base))
      return variable->isConstant() && variable->getAddressSpace() == 0;
    const auto* local = dyn_cast<AllocaInst>(base);
    return local && !frame_.contains(local);
  }

  void add(std::vector<Event>& to, Instruction& i, Value* address, Type* type, EventKind kind) {
    if (isUntraced(address)) return;
    const uint64_t bytes = layout_.getTypeStoreSize(type);
    if (bytes <= 16) return to.push_back({&i, address, nullptr, 0, kind, static_cast<uint32_t>(bytes)});
    for (uint64_t done = 0; done < bytes; done += 16) {
      to.push_back({&i, address, nullptr, done, kind, static_cast<uint32_t>(std::min<uint64_t>(16, bytes - done))});
    }
  }

  void addRange(std::vector<Event>& to, Instruction& i, Value* address, Value* length, MaybeAlign alignment,
                EventKind kind) {
    if (isUntraced(address)) return;
    const uint64_t piece = std::min<uint64_t>(16, alignment.valueOrOne().value());
    const auto* constant = dyn_cast<ConstantInt>(length);
    if (!constant || constant->getZExtValue() / piece > mostPieces) {
      return to.push_back({&i, address, length, 0, kind, static_cast<uint32_t>(piece)});
    }
    const uint64_t bytes = constant->getZExtValue();
    for (uint64_t done = 0; done < bytes; done += piece) {
      to.push_back({&i, address, nullptr, done, kind, static_cast<uint32_t>(std::min(piece, bytes - done))});
    }
  }

  /// Gives the locals that are left their places in the frame. Copies of parameters stay where parameters are, and what
  /// the engine's functions give back through memory (a fetched texel) comes in registers on a GPU.
  void placeFrame(Function& function) {
    for (Instruction& i : instructions(function)) {
      auto* local = dyn_cast<AllocaInst>(&i);
      const auto size = local ? local->getAllocationSize(layout_) : std::nullopt;
      if (!size || isNoMemory(*local)) continue;
      frame_[local] = table_.frameBytes;
      table_.frameBytes += alignTo(size->getFixedValue(), 4);
    }
  }

  bool isNoMemory(const AllocaInst& local) const {
    return any_of(local.users(), [&](const User* user) {
      const auto* copy = dyn_cast<MemTransferInst>(user);
      if (copy && copy->getRawDest() == &local && state_.isOwn(*copy->getRawSource())) return true;
      const auto* call = dyn_cast<CallInst>(user);
      return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("engine_");
    });
  }

  /// Lanes of a loop have to wait for one another at its latch where an iteration does not pass every event in it.
  static bool needsMarker(const Loop& loop, const BasicBlock& latch, const DominatorTree& dominators,
                          const std::vector<std::pair<BasicBlock*, std::vector<Event>>>& events) {
    if (!loop.isInnermost()) return true;
    return any_of(events, [&](const auto& entry) {
      return !entry.second.empty() && loop.contains(entry.first) && !dominators.dominates(entry.first, &latch);
    });
  }

  // Their sites ------------------------------------------------------------------------------------------------

  uint32_t addSite(const Event& event) {
    memsim::TraceSite site;
    TracePlace place;
    site.kind = event.kind;
    site.bytes = event.bytes;
    site.work = event.work;
    place.at = placeOf(*event.before, event.address);
    if (event.address != nullptr) describe(event, site, place);
    if (event.fetch) site.space = MemorySpace::texture;
    table_.sites.push_back(site);
    table_.places.push_back(std::move(place));
    return static_cast<uint32_t>(table_.sites.size() - 1);
  }

  /// Accesses of several lines that became one have no line of their own: then that of the address, or one nearby.
  SourcePosition placeOf(const Instruction& at, const Value* address) const {
    SourcePosition place = positionOf(at.getDebugLoc());
    if (const auto* value = dyn_cast_or_null<Instruction>(address); !place.isValid() && value) {
      place = positionOf(value->getDebugLoc());
      for (const Use& use : value->operands()) {
        if (const auto* operand = dyn_cast<Instruction>(use); operand && !place.isValid())
          place = positionOf(operand->getDebugLoc());
      }
    }
    for (const Instruction* i = &at; !place.isValid() && i != nullptr; i = i->getPrevNode())
      place = positionOf(i->getDebugLoc());
    for (const Instruction* i = &at; !place.isValid() && i != nullptr; i = i->getNextNode())
      place = positionOf(i->getDebugLoc());
    return place.isValid() ? place : state_.kernel->at;
  }

  void describe(const Event& event, memsim::TraceSite& site, TracePlace& place) const {
    const Value* base = getUnderlyingObject(event.address, 0);
    unsigned space = event.address->getType()->getPointerAddressSpace();
    if (space == 0 && base->getType()->isPointerTy()) space = base->getType()->getPointerAddressSpace();
    site.space = space == 1                            ? MemorySpace::global
                 : space == 3                          ? MemorySpace::shared
                 : space == 4                          ? MemorySpace::constant
                 : space == 5 || isa<AllocaInst>(base) ? MemorySpace::local
                                                       : MemorySpace::generic;
    if (const auto* variable = dyn_cast<GlobalVariable>(base)) {
      place.object = variableName(variable->getName().str());
      if (space == 0) site.space = MemorySpace::global;
    }
    if (const auto* local = dyn_cast<AllocaInst>(base)) place.object = local->getName().str();
    place.parameter = parameterOf(base);
    if (place.parameter >= 0 && site.space == MemorySpace::generic) site.space = MemorySpace::global;
    site.cacheOperator = cacheOperatorOf(*event.before);
    site.oneLane = isAddedUp(*event.before);
  }

  /// True for an atomic of integers at an address that is one for all threads to see: ptxas adds up over the warp first
  /// (VOTEU and POPC or REDUX in its code, CUDA 13.0), and one lane does it.
  bool isAddedUp(const Instruction& i) const {
    const auto* update = dyn_cast<AtomicRMWInst>(&i);
    if (!update || !update->getType()->isIntegerTy(32)) return false;
    switch (update->getOperation()) {
      case AtomicRMWInst::Add:
      case AtomicRMWInst::Sub:
      case AtomicRMWInst::And:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::Xor:
      case AtomicRMWInst::Max:
      case AtomicRMWInst::Min:
      case AtomicRMWInst::UMax:
      case AtomicRMWInst::UMin:
        break;
      default:
        return false;
    }
    APInt offset(64, 0);
    const Value* base = update->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* loaded = dyn_cast<LoadInst>(base);  // a parameter, or the block's shared memory
    return isa<GlobalVariable>(base) || parameterOf(base) >= 0 ||
           (loaded && state_.isOwn(*loaded->getPointerOperand()));
  }

  /// The parameter that a pointer was loaded from, by its slot in the launch's list; -1: another pointer.
  int parameterOf(const Value* base) const {
    const auto* value = dyn_cast<LoadInst>(base);
    if (!value || !state_.isKernel) return -1;
    const auto* slot = dyn_cast<LoadInst>(value->getPointerOperand()->stripPointerCasts());
    if (!slot) return -1;
    APInt offset(64, 0);
    const Value* list = slot->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return list == state_.entry->getArg(1) ? static_cast<int>(offset.getZExtValue() / 8) : -1;
  }

  static CacheOperator cacheOperatorOf(const Instruction& i) {
    if (const MDNode* node = i.getMetadata(cacheOperatorMetadata)) {
      return static_cast<CacheOperator>(mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue());
    }
    const auto* load = dyn_cast<LoadInst>(&i);
    return load && load->isVolatile() ? CacheOperator::uncached : CacheOperator::normal;
  }

  // Writing them down ------------------------------------------------------------------------------------------

  Value* field(IRBuilder<>& builder, unsigned offset) {
    Value* thread = state_.threadIn(*builder.GetInsertBlock()->getParent());
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), thread, offset);
  }

  /// Events of a block. The cursor is read once and moved once between two calls that can see it.
  void write(const std::vector<Event>& events) {
    Value* cursor = nullptr;
    uint64_t count = 0;
    Instruction* last = nullptr;
    const auto moveCursor = [&](Instruction* before) {
      if (count == 0) return;
      IRBuilder<> builder(before);
      builder.SetCurrentDebugLocation({});
      builder.CreateStore(builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), cursor, count),
                          field(builder, cursorOffset));
      count = 0;
    };
    for (const Event& event : events) {
      if (last != nullptr) {
        for (Instruction* i = last; i != event.before; i = i->getNextNode()) {
          if (seesCursor(*i)) moveCursor(i);
        }
      }
      IRBuilder<> builder(event.before);
      builder.SetCurrentDebugLocation({});
      if (event.length != nullptr) {
        moveCursor(event.before);
        logRange(builder, event);
      } else if (event.fetch) {
        moveCursor(event.before);
        builder.CreateStore(builder.getInt32(addSite(event) + 1), field(builder, siteOffset));
      } else {
        if (count == 0) cursor = builder.CreateLoad(builder.getPtrTy(), field(builder, cursorOffset));
        Value* slot = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), cursor, count++);
        builder.CreateStore(value(builder, event, addSite(event)), slot);
      }
      last = event.before;
    }
    if (last == nullptr || count == 0) return;
    Instruction* i = last;
    while (!i->isTerminator() && !seesCursor(*i)) i = i->getNextNode();
    moveCursor(i);
  }

  static bool seesCursor(const Instruction& i) {
    const auto* call = dyn_cast<CallInst>(&i);
    if (!call || isa<IntrinsicInst>(call)) return false;
    const Function* callee = call->getCalledFunction();
    return !callee || !callee->isDeclaration() || callee->getName().starts_with("engine_");
  }

  Value* value(IRBuilder<>& builder, const Event& event, uint32_t site) {
    const uint64_t upper = memsim::makeEvent(site, 0);
    if (event.address == nullptr) return builder.getInt64(upper);
    Value* address = builder.CreatePtrToInt(event.address, builder.getInt64Ty());
    uint64_t offset = upper + event.offset;
    if (const auto* local = dyn_cast<AllocaInst>(getUnderlyingObject(event.address, 0))) {
      address =
          builder.CreateSub(address, builder.CreatePtrToInt(const_cast<AllocaInst*>(local), builder.getInt64Ty()));
      offset += frame_.lookup(local);
    }
    return builder.CreateAdd(address, builder.getInt64(offset));
  }

  void logRange(IRBuilder<>& builder, const Event& event) {
    Type* i64 = builder.getInt64Ty();
    const uint32_t site = addSite(event);
    state_.kernel->synchronises = true;
    FunctionCallee callee = module_.getOrInsertFunction("engine_trace_range", builder.getVoidTy(), builder.getPtrTy(),
                                                        i64, i64, builder.getInt32Ty());
    builder.CreateCall(callee, {state_.threadIn(*event.before->getFunction()), value(builder, event, site),
                                builder.CreateIntCast(event.length, i64, false), builder.getInt32(event.bytes)});
  }

  void addFullCheck(Instruction& before) {
    state_.kernel->synchronises = true;
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation({});
    Value* cursor = builder.CreateLoad(builder.getInt64Ty(), field(builder, cursorOffset));
    Value* limit = builder.CreateLoad(builder.getInt64Ty(), field(builder, limitOffset));
    Value* full = builder.CreateICmpUGE(cursor, limit);
    MDNode* rarely = MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
    Instruction* then = SplitBlockAndInsertIfThen(full, &before, false, rarely);
    IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation({});
    FunctionCallee callee = module_.getOrInsertFunction("engine_trace_full", inside.getVoidTy(), inside.getPtrTy());
    inside.CreateCall(callee, {state_.threadIn(*before.getFunction())});
  }

  KernelModule& state_;
  Module& module_;
  const DataLayout& layout_;
  TraceTable& table_;
  DenseMap<const AllocaInst*, uint64_t> frame_;
  uint32_t regions_ = 0;
};

}  // namespace

void traceAccesses(KernelModule& module) {
  module.kernel->trace = std::make_shared<TraceTable>();
  Tracer(module).run();
}

}  // namespace warpwright::engine
