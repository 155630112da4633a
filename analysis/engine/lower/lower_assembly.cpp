// Inline PTX that CUDA programs use, by pattern. What is not here is named with its line, never guessed.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

#include "analysis/engine/lower/access_scope.h"
#include "analysis/engine/lower/assembly_values.h"
#include "analysis/engine/lower/async_checks.h"
#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/half_assembly.h"
#include "analysis/engine/lower/instruction_values.h"
#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

class AssemblyLowering {
 public:
  AssemblyLowering(KernelModule& state, CallInst& call)
      : state_(state), module_(*state.module), call_(call), builder_(&call) {
    text_ = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
    StringRef rest = StringRef(text_).trim().trim("{};\t\n ");
    std::tie(mnemonic_, operands_) = rest.split(' ');
    if (mnemonic_.contains('\t')) std::tie(mnemonic_, operands_) = rest.split('\t');
    mnemonic_ = mnemonic_.trim();
    operands_ = operands_.trim();
    oneInstruction_ = rest.find_first_of(";\n") == StringRef::npos;
  }

  bool lower() {
    if (mnemonic_.empty()) return nothing();
    if (StringRef(text_).contains("%reserved_smem_offset_1")) return reservedShared();
    if (!oneInstruction_) return values();
    if (mnemonic_.starts_with("ld.")) return load();
    if (mnemonic_.starts_with("st.")) return store();
    if (mnemonic_.starts_with("atom.") || mnemonic_.starts_with("red.")) return atomic();
    if (mnemonic_.starts_with("mov.")) return move();
    if (mnemonic_.starts_with("cvta.")) return replace(argument(0));
    if (mnemonic_.starts_with("cp.async")) return asyncCopy();
    if (mnemonic_.starts_with("membar") || mnemonic_.starts_with("fence")) {
      addFence();
      return replace(nullptr);
    }
    if (mnemonic_.starts_with("prefetch") || mnemonic_.starts_with("pmevent") || mnemonic_.starts_with("discard") ||
        mnemonic_.starts_with("applypriority") || mnemonic_.starts_with("griddepcontrol")) {
      return replace(nullptr);
    }
    if (mnemonic_ == "trap" || mnemonic_ == "brkpt") {
      builder_.CreateIntrinsic(Intrinsic::trap, {}, {});
      return replace(nullptr);
    }
    if (mnemonic_ == "exit") return threadCall("engine_exit");
    if (mnemonic_.starts_with("nanosleep")) return threadCall("engine_spin");
    if (mnemonic_.starts_with("bar.sync") || mnemonic_.starts_with("barrier.sync")) return barrier();
    if (mnemonic_.starts_with("bar.arrive") || mnemonic_.starts_with("barrier.arrive")) return arrival();
    if (mnemonic_.starts_with("activemask")) return warp(WarpOperation::activeMask, builder_.getInt32(0), {});
    if (mnemonic_.starts_with("bar.warp.sync")) {
      Value* mask = number(operands_, 0);
      return mask && warp(WarpOperation::sync, mask, {});
    }
    if (mnemonic_.starts_with("shfl.sync.")) return shuffle();
    if (mnemonic_.starts_with("redux.sync.")) return reduction();
    return arithmetic();
  }

 private:
  bool replace(Value* value) {
    if (!value && !call_.use_empty()) return false;
    if (value && !call_.getType()->isVoidTy()) {
      if (value->getType() != call_.getType()) {
        if (value->getType()->isPointerTy()) value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
        if (value->getType()->isIntegerTy() && call_.getType()->isIntegerTy()) {
          value = builder_.CreateIntCast(value, call_.getType(), false);
        } else if (value->getType() != call_.getType()) {
          value = builder_.CreateBitCast(value, call_.getType());
        }
      }
      call_.replaceAllUsesWith(value);
    }
    call_.eraseFromParent();
    return true;
  }

  Value* argument(unsigned i) { return call_.getArgOperand(i); }
  Value* address(unsigned i) {
    Value* value = argument(i);
    if (value->getType()->isPointerTy()) return value;
    // A 32-bit shared address is a whole one: the engine's shared memory lies below 4 GiB.
    if (!value->getType()->isIntegerTy()) return nullptr;
    return builder_.CreateIntToPtr(builder_.CreateIntCast(value, builder_.getInt64Ty(), false), builder_.getPtrTy());
  }

  /// The type of one memory element: "f32" in ld.global.cg.v4.f32.
  Type* elementType() {
    const StringRef suffix = mnemonic_.rsplit('.').second;
    unsigned bits = 0;
    if (suffix.size() < 2 || suffix.drop_front().getAsInteger(10, bits)) return nullptr;
    if (suffix[0] == 'f' && bits == 32) return builder_.getFloatTy();
    if (suffix[0] == 'f' && bits == 64) return builder_.getDoubleTy();
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? builder_.getIntNTy(bits) : nullptr;
  }
  bool isSigned() { return mnemonic_.rsplit('.').second.starts_with("s"); }
  bool isStrong() {
    return mnemonic_.contains(".volatile") || mnemonic_.contains(".acquire") || mnemonic_.contains(".relaxed") ||
           mnemonic_.contains(".cv") || mnemonic_.contains(".release");
  }

  void addSpin() {
    state_.kernel->synchronises = true;
    FunctionCallee spin = module_.getOrInsertFunction("engine_spin", builder_.getVoidTy(), builder_.getPtrTy());
    builder_.CreateCall(spin, {state_.threadIn(*call_.getFunction())});
  }

  /// What came before is seen by whoever sees the store.
  void addRelease() {
    if (mnemonic_.contains(".release") || mnemonic_.contains(".acq_rel")) addFence();
  }
  /// What the load has found tells of what its writer did before.
  void addAcquire() {
    if (mnemonic_.contains(".acquire")) markScope(*builder_.CreateFence(AtomicOrdering::Acquire), mnemonic_);
  }
  void addFence() { markScope(*builder_.CreateFence(AtomicOrdering::SequentiallyConsistent), mnemonic_); }

  Value* widen(Value* value, Type* type) {
    if (value->getType() == type) return value;
    if (value->getType()->isIntegerTy() && type->isIntegerTy()) return builder_.CreateIntCast(value, type, isSigned());
    if (value->getType()->getPrimitiveSizeInBits() == type->getPrimitiveSizeInBits()) {
      return builder_.CreateBitCast(value, type);
    }
    return nullptr;
  }

  /// Traced code shows how it asks to be cached. Volatile, so that nobody merges it with plain loads.
  void keepCacheOperator(LoadInst& load) {
    using memsim::CacheOperator;
    static constexpr std::pair<const char*, CacheOperator> operators[] = {
        {".cg", CacheOperator::bypassL1},
        {".cs", CacheOperator::streaming},
        {".lu", CacheOperator::lastUse},
        {".cv", CacheOperator::uncached},
        {"L1::no_allocate", CacheOperator::noAllocate},
        {"L1::evict_first", CacheOperator::evictFirst},
        {"L1::evict_last", CacheOperator::evictLast}};
    for (const auto& [name, value] : operators) {
      if (!mnemonic_.contains(name)) continue;
      auto* number = ConstantAsMetadata::get(builder_.getInt32(static_cast<uint32_t>(value)));
      load.setMetadata(cacheOperatorMetadata, MDNode::get(load.getContext(), number));
      load.setVolatile(true);
    }
  }

  bool load() {
    Type* element = elementType();
    Value* from = call_.arg_size() >= 1 ? address(0) : nullptr;
    if (!element || !from) return false;
    if (isStrong()) addSpin();
    auto* pair = dyn_cast<StructType>(call_.getType());
    const unsigned count = pair ? pair->getNumElements() : 1;
    const unsigned bytes = element->getPrimitiveSizeInBits() / 8 * (state_.mode.check ? bit_ceil(count) : 1);
    Type* type = pair ? static_cast<Type*>(FixedVectorType::get(element, count)) : element;
    LoadInst* loaded = builder_.CreateAlignedLoad(type, from, Align(bytes));
    loaded->setVolatile(isStrong());
    if (isStrong()) markScope(*loaded, mnemonic_);
    if (mnemonic_.contains(".nc")) markReadOnly(*loaded);
    addAcquire();
    if (state_.mode.trace) keepCacheOperator(*loaded);
    if (!pair) {
      Value* value = widen(loaded, call_.getType());
      return value && replace(value);
    }
    Value* result = PoisonValue::get(pair);
    for (unsigned i = 0; i < count; ++i) {
      Value* value = widen(builder_.CreateExtractElement(loaded, i), pair->getElementType(i));
      if (!value) return false;
      result = builder_.CreateInsertValue(result, value, i);
    }
    call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
    return true;
  }

  bool store() {
    Type* element = elementType();
    Value* to = call_.arg_size() >= 2 ? address(0) : nullptr;
    if (!element || !to) return false;
    const unsigned count = call_.arg_size() - 1;
    // The checks ask for what the instruction demands.
    const unsigned bytes = element->getPrimitiveSizeInBits() / 8 * (state_.mode.check ? bit_ceil(count) : 1);
    Value* value = count == 1 ? widen(argument(1), element) : PoisonValue::get(FixedVectorType::get(element, count));
    for (unsigned i = 0; count > 1 && i < count; ++i) {
      Value* part = widen(argument(i + 1), element);
      if (!part) return false;
      value = builder_.CreateInsertElement(value, part, i);
    }
    if (!value) return false;
    addRelease();
    StoreInst* stored = builder_.CreateAlignedStore(value, to, Align(bytes));
    stored->setVolatile(isStrong());
    if (isStrong()) markScope(*stored, mnemonic_);
    return replace(nullptr);
  }

  bool atomic() {
    Type* element = elementType();
    Value* where = call_.arg_size() >= 2 ? address(0) : nullptr;
    if (!element || !where) return false;
    const auto order = AtomicOrdering::SequentiallyConsistent;
    addRelease();
    if (mnemonic_.contains(".cas.")) {
      if (call_.arg_size() != 3) return false;
      addSpin();
      auto* pair = builder_.CreateAtomicCmpXchg(where, argument(1), argument(2), MaybeAlign(), order, order);
      markScope(*pair, mnemonic_);
      return replace(builder_.CreateExtractValue(pair, 0));
    }
    const bool isFloat = element->isFloatingPointTy();
    const bool is = isSigned();
    AtomicRMWInst::BinOp operation = AtomicRMWInst::BAD_BINOP;
    const std::pair<const char*, AtomicRMWInst::BinOp> names[] = {
        {".add.", isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add},
        {".exch.", AtomicRMWInst::Xchg},
        {".and.", AtomicRMWInst::And},
        {".or.", AtomicRMWInst::Or},
        {".xor.", AtomicRMWInst::Xor},
        {".min.", is ? AtomicRMWInst::Min : AtomicRMWInst::UMin},
        {".max.", is ? AtomicRMWInst::Max : AtomicRMWInst::UMax},
        {".inc.", AtomicRMWInst::UIncWrap},
        {".dec.", AtomicRMWInst::UDecWrap}};
    for (const auto& [name, op] : names) {
      if (mnemonic_.contains(name)) operation = op;
    }
    if (operation == AtomicRMWInst::BAD_BINOP) return false;
    if (operation == AtomicRMWInst::Xchg) addSpin();
    Value* operand = widen(argument(1), element);
    if (!operand) return false;
    auto* update = builder_.CreateAtomicRMW(operation, where, operand, MaybeAlign(), order);
    markScope(*update, mnemonic_);
    return replace(call_.use_empty() ? nullptr : update);
  }

  bool move() {
    const StringRef source = operands_.split(',').second.trim();
    Type* i32 = builder_.getInt32Ty();
    auto field = [&](unsigned offset) {
      Value* thread = state_.threadIn(*call_.getFunction());
      LoadInst* value =
          builder_.CreateLoad(i32, builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), thread, offset));
      return value;
    };
    auto runtime = [&](const std::string& name, Type* type, ArrayRef<Value*> arguments) {
      SmallVector<Type*, 2> types;
      for (Value* argument : arguments) types.push_back(argument->getType());
      return builder_.CreateCall(module_.getOrInsertFunction(name, FunctionType::get(type, types, false)), arguments);
    };
    if (source.starts_with("%lanemask_")) {
      return replace(runtime("engine_lanemask_" + source.drop_front(10).str(), i32, {field(64)}));
    }
    if (source.starts_with("%clock")) return replace(runtime("engine_clock", builder_.getInt64Ty(), {}));
    if (source == "%globaltimer") return replace(runtime("engine_globaltimer", builder_.getInt64Ty(), {}));
    static constexpr std::pair<const char*, unsigned> fields[] = {
        {"%laneid", 64}, {"%warpid", 68},  {"%dynamic_smem_size", 72}, {"%tid.x", 16},    {"%tid.y", 20},
        {"%tid.z", 24},  {"%ctaid.x", 28}, {"%ctaid.y", 32},           {"%ctaid.z", 36},  {"%ntid.x", 40},
        {"%ntid.y", 44}, {"%ntid.z", 48},  {"%nctaid.x", 52},          {"%nctaid.y", 56}, {"%nctaid.z", 60}};
    for (const auto& [name, offset] : fields) {
      if (source == name) return replace(field(offset));
    }
    // The workspace of a cooperative launch: there is none.
    if (source.starts_with("%envreg")) return replace(builder_.getInt32(0));
    if (source == "%smid") return replace(builder_.getInt32(0));
    if (source == "%nsmid") return replace(builder_.getInt32(1));
    if (source.starts_with("{")) {  // mov.b64 $0, {$1, $2}
      if (call_.arg_size() != 2 || !call_.getType()->isIntegerTy(64)) return false;
      Value* low = builder_.CreateZExt(widen(argument(0), i32), builder_.getInt64Ty());
      Value* high = builder_.CreateZExt(widen(argument(1), i32), builder_.getInt64Ty());
      return replace(builder_.CreateOr(low, builder_.CreateShl(high, 32)));
    }
    if (auto* pair = dyn_cast<StructType>(call_.getType())) {  // mov.b64 {$0, $1}, $2
      if (pair->getNumElements() != 2 || call_.arg_size() != 1) return false;
      Value* whole = widen(argument(0), builder_.getInt64Ty());
      if (!whole) return false;
      Value* low = builder_.CreateTrunc(whole, i32);
      Value* high = builder_.CreateTrunc(builder_.CreateLShr(whole, 32), i32);
      Value* result = builder_.CreateInsertValue(PoisonValue::get(pair), widen(low, pair->getElementType(0)), 0);
      return replace(builder_.CreateInsertValue(result, widen(high, pair->getElementType(1)), 1));
    }
    if (source == "$1" && call_.arg_size() == 1) return replace(argument(0));
    return false;
  }

  /// No instruction: what goes in as "+r" comes out as it is.
  bool nothing() {
    if (call_.getType()->isVoidTy()) return replace(nullptr);
    auto* pair = dyn_cast<StructType>(call_.getType());
    if (!pair) return call_.arg_size() == 1 && argument(0)->getType() == call_.getType() && replace(argument(0));
    if (pair->getNumElements() != call_.arg_size()) return false;
    Value* result = PoisonValue::get(pair);
    for (unsigned i = 0; i < call_.arg_size(); ++i) {
      if (argument(i)->getType() != pair->getElementType(i)) return false;
      result = builder_.CreateInsertValue(result, argument(i), i);
    }
    return replace(result);
  }

  /// The shared memory that cooperative groups keep for themselves, behind what a block can have.
  bool reservedShared() {
    Value* thread = state_.threadIn(*call_.getFunction());
    Value* shared = builder_.CreateLoad(builder_.getPtrTy(), thread);
    return replace(builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), shared, reservedSharedOffset));
  }

  bool asyncCopy() {
    if (mnemonic_.contains("bulk") && (mnemonic_.contains("commit") || mnemonic_.contains("wait")))
      return replace(nullptr);
    if (mnemonic_.contains("commit")) return asyncStep(nullptr);
    if (mnemonic_.contains("wait_all")) return asyncStep(builder_.getInt32(~0u));
    if (mnemonic_.contains("wait")) {
      Value* groups = number(operands_, 0);
      return groups && asyncStep(groups);
    }
    if (mnemonic_.contains("bulk") || mnemonic_.contains("mbarrier") || call_.arg_size() < 2) return false;
    // cp.async.ca.shared.global [dst], [src], bytes {, read}: the copy is done at once.
    SmallVector<StringRef, 4> parts;
    operands_.split(parts, ',');
    if (parts.size() < 3 || parts.size() > 4) return false;
    uint64_t bytes = 0;
    Value* size = nullptr;
    if (parts[2].trim().getAsInteger(10, bytes)) {
      if (call_.arg_size() < 3) return false;
      size = builder_.CreateIntCast(argument(2), builder_.getInt64Ty(), false);
    } else {
      size = builder_.getInt64(bytes);
    }
    Value* to = address(0);
    Value* from = address(1);
    if (!to || !from) return false;
    Value* read = size;
    if (parts.size() == 4) {  // fewer bytes are read than written; the rest is zero
      unsigned operand = 0;
      StringRef last = parts[3].trim();
      if (!last.consume_front("$") || last.getAsInteger(10, operand) || operand >= call_.arg_size()) return false;
      read = builder_.CreateIntCast(argument(operand), builder_.getInt64Ty(), false);
      builder_.CreateMemSet(to, builder_.getInt8(0), size, MaybeAlign(4));
    }
    const MaybeAlign whole(state_.mode.check && bytes != 0 ? bytes : 4);
    builder_.CreateMemCpy(to, whole, from, whole, read);
    checkAsyncCopy(state_, call_, *to, *size, *from, *read);
    return replace(nullptr);
  }

  /// `groups` null: a commit.
  bool asyncStep(Value* groups) {
    checkAsyncStep(state_, call_, groups);
    return replace(nullptr);
  }

  bool threadCall(StringRef function) {
    state_.kernel->synchronises = true;
    builder_.CreateCall(module_.getOrInsertFunction(function, builder_.getVoidTy(), builder_.getPtrTy()),
                        {state_.threadIn(*call_.getFunction())});
    return replace(nullptr);
  }

  Value* number(StringRef text, unsigned firstOperand) {
    text = text.trim();
    uint64_t value = 0;
    if (!text.getAsInteger(0, value)) return builder_.getInt32(value);
    unsigned operand = 0;
    if (!text.consume_front("$") || text.getAsInteger(10, operand) || operand < firstOperand) return nullptr;
    return operand - firstOperand < call_.arg_size()
               ? builder_.CreateIntCast(argument(operand - firstOperand), builder_.getInt32Ty(), false)
               : nullptr;
  }

  bool barrier() {
    const auto [idText, countText] = operands_.split(',');
    Value* id = number(idText, 0);
    Value* count = countText.empty() ? builder_.getInt32(0) : number(countText, 0);
    if (!id || !count) return false;
    state_.kernel->synchronises = true;
    Type* i32 = builder_.getInt32Ty();
    Value* zero = builder_.getInt32(0);
    FunctionCallee callee = module_.getOrInsertFunction(
        "engine_barrier", FunctionType::get(i32, {builder_.getPtrTy(), i32, i32, i32, i32, i32}, false));
    builder_.CreateCall(callee, {state_.threadIn(*call_.getFunction()), id, count, zero, zero,
                                 builder_.getInt32(state_.addSite(call_, SiteKind::barrier))});
    return replace(nullptr);
  }

  bool arrival() {
    const auto [idText, countText] = operands_.split(',');
    Value* id = number(idText, 0);
    Value* count = countText.empty() ? nullptr : number(countText, 0);
    if (!id || !count) return false;
    state_.kernel->synchronises = true;
    Type* i32 = builder_.getInt32Ty();
    FunctionCallee callee =
        module_.getOrInsertFunction("engine_arrive", builder_.getVoidTy(), builder_.getPtrTy(), i32, i32, i32);
    builder_.CreateCall(callee, {state_.threadIn(*call_.getFunction()), id, count,
                                 builder_.getInt32(state_.addSite(call_, SiteKind::barrier))});
    return replace(nullptr);
  }

  /// `operands`: value, lane or delta, packed width; missing ones are 0.
  bool warp(WarpOperation operation, Value* mask, SmallVector<Value*, 3> operands) {
    state_.kernel->synchronises = true;
    Type* i32 = builder_.getInt32Ty();
    Type* i64 = builder_.getInt64Ty();
    while (operands.size() < 3) operands.push_back(builder_.getInt32(0));
    FunctionCallee callee = module_.getOrInsertFunction(
        "engine_warp", FunctionType::get(i64, {builder_.getPtrTy(), i32, i32, i64, i32, i32, i32}, false));
    Value* bits = builder_.CreateZExt(builder_.CreateBitCast(operands[0], i32), i64);
    Value* packed = builder_.CreateCall(
        callee, {state_.threadIn(*call_.getFunction()), builder_.getInt32(static_cast<uint32_t>(operation)), mask, bits,
                 operands[1], operands[2], builder_.getInt32(state_.addSite(call_, SiteKind::warpOperation))});
    return replace(builder_.CreateTrunc(packed, i32));
  }

  bool shuffle() {
    if (call_.arg_size() != 4 || operands_.contains('|')) return false;
    StringRef mode = mnemonic_.drop_front(10);
    const WarpOperation operation = mode.starts_with("up")     ? WarpOperation::shuffleUp
                                    : mode.starts_with("down") ? WarpOperation::shuffleDown
                                    : mode.starts_with("bfly") ? WarpOperation::shuffleXor
                                                               : WarpOperation::shuffleIndex;
    return warp(operation, argument(3), {argument(0), argument(1), argument(2)});
  }

  bool reduction() {
    if (call_.arg_size() != 2) return false;
    const bool is = isSigned();
    const StringRef name = mnemonic_.drop_front(11);
    const WarpOperation operation =
        name.starts_with("add")   ? WarpOperation::reduceAdd
        : name.starts_with("min") ? (is ? WarpOperation::reduceMin : WarpOperation::reduceUnsignedMin)
        : name.starts_with("max") ? (is ? WarpOperation::reduceMax : WarpOperation::reduceUnsignedMax)
        : name.starts_with("and") ? WarpOperation::reduceAnd
        : name.starts_with("or")  ? WarpOperation::reduceOr
                                  : WarpOperation::reduceXor;
    return warp(operation, argument(1), {argument(0)});
  }

  bool arithmetic() {
    if (Value* value = halfAssembly(builder_, mnemonic_, operands_, call_)) return replace(value);
    if (Value* value = instructionValue(builder_, mnemonic_, call_)) return replace(value);
    return values();
  }

  bool values() {
    Value* value = assemblyValues(builder_, text_, call_);
    return value && replace(value);
  }

  KernelModule& state_;
  Module& module_;
  CallInst& call_;
  IRBuilder<> builder_;
  std::string text_;
  StringRef mnemonic_, operands_;
  bool oneInstruction_ = true;
};

}  // namespace

bool lowerAssembly(KernelModule& module, CallInst& call) {
  return AssemblyLowering(module, call).lower();
}

}  // namespace warpwright::engine
