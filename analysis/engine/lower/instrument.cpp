#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "analysis/engine/lower/access_scope.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/source_names.h"
#include "analysis/frontend/ir_passes.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

namespace {

/// Puts locals into registers and folds what is plainly the same, and nothing that merges or moves accesses of
/// different source lines.
void promoteLocals(Module& module) {
  frontend::IrPasses passes;
  FunctionPassManager manager;
  manager.addPass(SROAPass(SROAOptions::ModifyCFG));
  manager.addPass(EarlyCSEPass(false));
  manager.addPass(InferAddressSpacesPass(0));
  for (Function& function : module) {
    if (!function.isDeclaration()) manager.run(function, passes.functions);
  }
}

struct Access {
  Instruction* instruction = nullptr;
  Value* address = nullptr;
  Value* stored = nullptr;
  Value* length = nullptr;  ///< of copies: bytes at run time
  uint64_t bytes = 0;
  SiteKind kind = SiteKind::load;
  Align alignment;  ///< that the address has to have
};

class Instrumenter {
 public:
  explicit Instrumenter(KernelModule& state)
      : state_(state), module_(*state.module), layout_(module_.getDataLayout()) {}

  void run() {
    for (Function& function : module_) {
      for (BasicBlock& block : function) {
        std::vector<Access> accesses;
        for (Instruction& i : block) collect(i, accesses);
        if (state_.mode.check) {
          for (const Access& access : accesses) addLocalCheck(access);
          for (const Access& access : accesses) allowAnyAddress(*access.instruction);
        }
        std::erase_if(accesses, [this](const Access& access) {
          return isLocal(access.address) || state_.isOwn(*access.address);
        });
        if (state_.mode.check) addFences(block);
        if (accesses.empty()) continue;
        if (state_.mode.check) {
          for (const Access& access : accesses) addCheck(access);
          for (const Access& access : accesses)
            state_.kernel->copiesAtOnce = state_.kernel->copiesAtOnce || isCopiedAtOnce(*access.instruction);
        }
        addCount(block, accesses.size());
      }
    }
  }

 private:
  void add(std::vector<Access>& to, Instruction& i, Value* address, Type* type, Align alignment, SiteKind kind,
           Value* stored = nullptr) {
    to.push_back({&i, address, stored, nullptr, layout_.getTypeStoreSize(type), kind, alignment});
  }

  void collect(Instruction& i, std::vector<Access>& to) {
    if (auto* load = dyn_cast<LoadInst>(&i)) {
      add(to, i, load->getPointerOperand(), load->getType(), load->getAlign(), SiteKind::load);
    } else if (auto* store = dyn_cast<StoreInst>(&i)) {
      add(to, i, store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign(), SiteKind::store,
          store->getValueOperand());
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
      add(to, i, update->getPointerOperand(), update->getType(), update->getAlign(), SiteKind::atomic);
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
      add(to, i, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), exchange->getAlign(),
          SiteKind::atomic);
    } else if (auto* transfer = dyn_cast<MemTransferInst>(&i)) {
      to.push_back({&i, transfer->getRawSource(), nullptr, transfer->getLength(), 0, SiteKind::load,
                    transfer->getSourceAlign().valueOrOne()});
      to.push_back({&i, transfer->getRawDest(), nullptr, transfer->getLength(), 0, SiteKind::store,
                    transfer->getDestAlign().valueOrOne()});
    } else if (auto* set = dyn_cast<MemSetInst>(&i)) {
      to.push_back(
          {&i, set->getRawDest(), nullptr, set->getLength(), 0, SiteKind::store, set->getDestAlign().valueOrOne()});
    }
  }

  /// The checks name what is misaligned, and the run goes on: this machine stops for vectors alone.
  static void allowAnyAddress(Instruction& i) {
    const Align most(8);
    if (auto* load = dyn_cast<LoadInst>(&i); load && !load->isAtomic())
      load->setAlignment(std::min(load->getAlign(), most));
    if (auto* store = dyn_cast<StoreInst>(&i); store && !store->isAtomic())
      store->setAlignment(std::min(store->getAlign(), most));
    if (auto* memory = dyn_cast<MemIntrinsic>(&i)) {
      memory->setDestAlignment(std::min(memory->getDestAlign().valueOrOne(), most));
      auto* transfer = dyn_cast<MemTransferInst>(memory);
      if (transfer) transfer->setSourceAlignment(std::min(transfer->getSourceAlign().valueOrOne(), most));
    }
  }

  static bool isLocal(const Value* address) {
    const Value* base = getUnderlyingObject(address, 0);
    if (isa<AllocaInst>(base)) return true;
    const auto* variable = dyn_cast<GlobalVariable>(base);
    return variable && variable->isConstant() && variable->getAddressSpace() == 0;
  }

  /// An index that is not known here may leave an array of the thread's own.
  void addLocalCheck(const Access& access) {
    auto* array = dyn_cast<AllocaInst>(const_cast<Value*>(getUnderlyingObject(access.address, 0)));
    if (!array || access.length != nullptr || array->isArrayAllocation()) return;
    const uint64_t size = layout_.getTypeAllocSize(array->getAllocatedType());
    APInt offset(64, 0);
    const Value* base = access.address->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (base == array && offset.sge(0) && offset.getZExtValue() + access.bytes <= size) return;
    const uint32_t id = state_.addSite(*access.instruction, access.kind, access.bytes);
    Site& site = (*state_.kernel->sites)[id];
    site.object = array->getName().str();
    site.objectBytes = size;
    site.alignment = requiredAlignment(access);
    array->setAlignment(std::max(array->getAlign(), access.alignment));
    IRBuilder<> builder(access.instruction);
    Value* from = builder.CreateSub(builder.CreatePtrToInt(access.address, builder.getInt64Ty()),
                                    builder.CreatePtrToInt(array, builder.getInt64Ty()));
    Value* arguments[] = {state_.threadIn(*access.instruction->getFunction()), from, builder.getInt32(id)};
    Type* types[] = {arguments[0]->getType(), arguments[1]->getType(), arguments[2]->getType()};
    FunctionCallee callee =
        module_.getOrInsertFunction("engine_check_local", FunctionType::get(builder.getVoidTy(), types, false));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder.CreateCall(callee, arguments);
  }

  /// What is known of an access before it runs.
  void describeAccess(const Access& access, const Value* base, Site& site) {
    site.alignment = requiredAlignment(access);
    describeUse(*access.instruction, access.kind, site);
    if (const auto* variable = dyn_cast<GlobalVariable>(base)) {
      site.object = variableName(variable->getName().str());
      for (const SharedVariable& shared : state_.kernel->sharedVariables) {
        if (shared.name != variable->getName()) continue;
        site.objectOffset = shared.offset;
        site.objectBytes = shared.bytes;
      }
    }
    if (const auto* load = dyn_cast<LoadInst>(access.instruction))
      site.isVolatile = load->isVolatile() || load->isAtomic();
    site.readOnly = isMarkedReadOnly(*access.instruction);
    if (const auto* store = dyn_cast<StoreInst>(access.instruction))
      site.isVolatile = store->isVolatile() || store->isAtomic();
    site.isAtomic = access.instruction->isAtomic();
    if (access.kind == SiteKind::atomic) {
      site.excusesReads = excusesReads(*access.instruction);
      site.blind = access.instruction->use_empty();
    }
    if (access.kind == SiteKind::atomic || site.isVolatile) site.ofBlock = scopeOf(*access.instruction) == Scope::block;
    if (access.stored != nullptr) {
      const uint64_t bits = access.stored->getType()->getPrimitiveSizeInBits().getFixedValue();
      site.knowsValue = access.stored->getType()->isPointerTy() || (bits != 0 && bits <= 64);
    }
  }

  void addCheck(const Access& access) {
    const uint32_t id = state_.addSite(*access.instruction, access.kind, access.bytes);
    const Value* base = getUnderlyingObject(access.address, 0);
    unsigned space = base->getType()->isPointerTy() ? base->getType()->getPointerAddressSpace() : 0;
    if (space == 0) space = access.address->getType()->getPointerAddressSpace();
    describeAccess(access, base, (*state_.kernel->sites)[id]);
    if (auto* variable = dyn_cast<GlobalVariable>(const_cast<Value*>(base)); variable && access.length == nullptr) {
      addAssumptionChecks(state_, *access.instruction, *access.address, *variable, access.bytes, id);
    }
    IRBuilder<> builder(access.instruction);
    Type* i64 = builder.getInt64Ty();
    Value* thread = state_.threadIn(*access.instruction->getFunction());
    Value* address = builder.CreatePtrToInt(access.address, i64);
    if (space != 3) derive(builder, *access.address, thread, address, id);
    SmallVector<Value*, 5> arguments{thread, address, builder.getInt32(id)};
    const char* name = space == 3 ? "engine_check_shared" : "engine_check_global";
    if (access.length != nullptr) {
      arguments.push_back(builder.CreateIntCast(access.length, i64, false));
      name = "engine_check_range";
    } else if (space == 3) {
      name = access.kind == SiteKind::load    ? "engine_check_shared_load"
             : access.kind == SiteKind::store ? "engine_check_shared_store"
                                              : "engine_check_shared_atomic";
      if (access.kind == SiteKind::store) arguments.push_back(bitsOf(builder, access.stored));
    } else if (access.kind == SiteKind::atomic) {
      name = "engine_check_global_atomic";
      addUpdate(builder, *access.instruction, arguments);
    } else if (access.kind == SiteKind::store) {
      name = "engine_check_global_store";
      arguments.push_back(bitsOf(builder, access.stored));
    }
    SmallVector<Type*, 5> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    FunctionCallee callee = module_.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false));
    auto* declared = cast<Function>(callee.getCallee());
    declared->setDoesNotThrow();
    builder.CreateCall(callee, arguments);
  }

  /// Whose memory the access may touch: that which the pointer that its address is computed from is to.
  void derive(IRBuilder<>& builder, Value& pointer, Value* thread, Value* address, uint32_t id) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(&pointer, objects, nullptr, 0);
    if (objects.size() != 1 || objects[0] == &pointer || objects[0]->getType()->getPointerAddressSpace() == 3) return;
    auto* root = const_cast<Value*>(objects[0]);
    Site& site = (*state_.kernel->sites)[id];
    if (const auto* variable = dyn_cast<GlobalVariable>(root)) {
      state_.variableSites.emplace_back(id, variable->getName().str());
      return;
    }
    if (!isa<LoadInst>(root) && !isa<llvm::Argument>(root)) return;
    if (const auto* load = dyn_cast<LoadInst>(root); load && isArgument(*load, site)) return;
    Value* from = builder.CreatePtrToInt(root, builder.getInt64Ty());
    FunctionCallee callee = module_.getOrInsertFunction("engine_check_derived", builder.getVoidTy(), thread->getType(),
                                                        from->getType(), from->getType(), builder.getInt32Ty());
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder.CreateCall(callee, {thread, from, address, builder.getInt32(id)});
  }

  /// Is the pointer read from an argument of the launch? Then where, in `site`.
  bool isArgument(const LoadInst& pointer, Site& site) const {
    if (!state_.isKernel || pointer.getFunction() != state_.entry) return false;
    APInt offset(64, 0), slot(64, 0);
    const auto* argument =
        dyn_cast<LoadInst>(pointer.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true));
    if (argument == nullptr) return false;
    const Value* list = argument->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, slot, true);
    if (list != state_.entry->getArg(1)) return false;
    site.argument = static_cast<int>(slot.getZExtValue() / 8);
    site.argumentOffset = static_cast<uint32_t>(offset.getZExtValue());
    return true;
  }

  /// No GPU has wider accesses than 16 bytes.
  static uint32_t requiredAlignment(const Access& access) {
    return static_cast<uint32_t>(std::min<uint64_t>(access.alignment.value(), 16));
  }

  /// Tells the checks of each fence: what the thread did before it, others may come to know.
  void addFences(BasicBlock& block) {
    for (Instruction& i : block) {
      const auto* fence = dyn_cast<FenceInst>(&i);
      if (fence == nullptr) continue;
      IRBuilder<> builder(&i);
      FunctionCallee callee = module_.getOrInsertFunction("engine_check_fence", builder.getVoidTy(), builder.getPtrTy(),
                                                          builder.getInt32Ty(), builder.getInt32Ty());
      cast<Function>(callee.getCallee())->setDoesNotThrow();
      Value* scope = builder.getInt32(static_cast<uint32_t>(scopeOf(i)));
      Value* acquiresOnly = builder.getInt32(fence->getOrdering() == AtomicOrdering::Acquire ? 1 : 0);
      builder.CreateCall(callee, {state_.threadIn(*block.getParent()), scope, acquiresOnly});
    }
  }

  /// What an atomic does and with which operands: many change nothing.
  void addUpdate(IRBuilder<>& builder, Instruction& atomic, SmallVectorImpl<Value*>& arguments) {
    if (auto* update = dyn_cast<AtomicRMWInst>(&atomic)) {
      arguments.push_back(builder.getInt32(static_cast<uint32_t>(updateOf(update->getOperation()))));
      arguments.push_back(bitsOf(builder, update->getValOperand()));
      arguments.push_back(builder.getInt64(0));
    } else {
      auto& exchange = cast<AtomicCmpXchgInst>(atomic);
      arguments.push_back(builder.getInt32(static_cast<uint32_t>(AtomicUpdate::compareExchange)));
      arguments.push_back(bitsOf(builder, exchange.getCompareOperand()));
      arguments.push_back(bitsOf(builder, exchange.getNewValOperand()));
    }
  }

  /// Compare-and-swap, minimum, maximum, bits set or cleared: what a stale plain read before it leads to is a retry, or
  /// an update that changes nothing. A sum or an exchange shows what was read.
  static bool excusesReads(const Instruction& atomic) {
    const auto* update = dyn_cast<AtomicRMWInst>(&atomic);
    if (update == nullptr) return isa<AtomicCmpXchgInst>(atomic);
    switch (update->getOperation()) {
      case AtomicRMWInst::Min:
      case AtomicRMWInst::Max:
      case AtomicRMWInst::UMin:
      case AtomicRMWInst::UMax:
      case AtomicRMWInst::FMin:
      case AtomicRMWInst::FMax:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::And:
        return true;
      default:
        return false;
    }
  }

  static AtomicUpdate updateOf(AtomicRMWInst::BinOp operation) {
    switch (operation) {
      case AtomicRMWInst::Xchg:
        return AtomicUpdate::exchange;
      case AtomicRMWInst::Add:
      case AtomicRMWInst::Sub:
      case AtomicRMWInst::Xor:
        return AtomicUpdate::unlessZero;
      case AtomicRMWInst::Or:
        return AtomicUpdate::bitOr;
      case AtomicRMWInst::And:
        return AtomicUpdate::bitAnd;
      default:
        return AtomicUpdate::other;
    }
  }

  /// The stored value, widened; of wide values only that there is one (all ones in bit 63 is as good as any).
  Value* bitsOf(IRBuilder<>& builder, Value* value) {
    Type* type = value->getType();
    if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
    const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
    if (bits == 0 || bits > 64) return builder.getInt64(0);
    Value* integer = type->isIntegerTy() ? value : builder.CreateBitCast(value, builder.getIntNTy(bits));
    return builder.CreateZExt(integer, builder.getInt64Ty());
  }

  void addCount(BasicBlock& block, uint64_t count) {
    IRBuilder<> builder(block.getTerminator());
    builder.SetCurrentDebugLocation({});
    Value* counter = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state_.threadIn(*block.getParent()), 8);
    LoadInst* old = builder.CreateLoad(builder.getInt64Ty(), counter);
    builder.CreateStore(builder.CreateAdd(old, builder.getInt64(count)), counter);
  }

  KernelModule& state_;
  Module& module_;
  const DataLayout& layout_;
};

}  // namespace

void instrument(KernelModule& module) {
  if (module.mode.trace) {
    promoteLocals(*module.module);
    layOutShared(module);
    return traceAccesses(module);
  }
  promoteLocals(*module.module);
  layOutShared(module);
  if (module.mode.check) addMeetingPlaces(module);
  if (module.mode.check || module.mode.count) Instrumenter(module).run();
}

}  // namespace warpwright::engine
