#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

#include "analysis/engine/lower/access_scope.h"
#include "analysis/engine/lower/async_checks.h"
#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/polling_updates.h"
#include "analysis/engine/lower/source_names.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// libdevice functions that are an LLVM intrinsic with the same operands.
Intrinsic::ID intrinsicFor(StringRef name) {
  return StringSwitch<Intrinsic::ID>(name)
      .Cases("__nv_fabsf", "__nv_fabs", Intrinsic::fabs)
      .Cases("__nv_sqrtf", "__nv_sqrt", "__nv_fsqrt_rn", "__nv_dsqrt_rn", Intrinsic::sqrt)
      .Cases("__nv_fmaf", "__nv_fma", "__nv_fmaf_rn", "__nv_fma_rn", "__nv_fmaf_ieee_rn", Intrinsic::fma)
      .Cases("__nv_floorf", "__nv_floor", Intrinsic::floor)
      .Cases("__nv_ceilf", "__nv_ceil", Intrinsic::ceil)
      .Cases("__nv_truncf", "__nv_trunc", Intrinsic::trunc)
      .Cases("__nv_rintf", "__nv_rint", "__nv_nearbyintf", "__nv_nearbyint", Intrinsic::nearbyint)
      .Cases("__nv_fminf", "__nv_fmin", Intrinsic::minnum)
      .Cases("__nv_fmaxf", "__nv_fmax", Intrinsic::maxnum)
      .Cases("__nv_copysignf", "__nv_copysign", Intrinsic::copysign)
      .Cases("__nv_min", "__nv_llmin", Intrinsic::smin)
      .Cases("__nv_max", "__nv_llmax", Intrinsic::smax)
      .Cases("__nv_umin", "__nv_ullmin", Intrinsic::umin)
      .Cases("__nv_umax", "__nv_ullmax", Intrinsic::umax)
      .Cases("__nv_brev", "__nv_brevll", Intrinsic::bitreverse)
      .Default(Intrinsic::not_intrinsic);
}

Intrinsic::ID nvvmIntrinsicFor(StringRef name) {
  return StringSwitch<Intrinsic::ID>(name)
      .Cases("fma.rn.f", "fma.rn.d", "fma.rn.ftz.f", Intrinsic::fma)
      .Cases("sqrt.rn.f", "sqrt.rn.d", "sqrt.f", "sqrt.rn.ftz.f", Intrinsic::sqrt)
      .Cases("fabs.f", "fabs.d", "fabs.ftz.f", Intrinsic::fabs)
      .Cases("floor.f", "floor.d", "floor.ftz.f", Intrinsic::floor)
      .Cases("ceil.f", "ceil.d", "ceil.ftz.f", Intrinsic::ceil)
      .Cases("trunc.f", "trunc.d", "trunc.ftz.f", Intrinsic::trunc)
      .Cases("round.f", "round.d", "round.ftz.f", Intrinsic::nearbyint)
      .Cases("fmin.f", "fmin.d", "fmin.ftz.f", Intrinsic::minnum)
      .Cases("fmax.f", "fmax.d", "fmax.ftz.f", Intrinsic::maxnum)
      .Default(Intrinsic::not_intrinsic);
}

class CallLowering {
 public:
  explicit CallLowering(KernelModule& module)
      : state_(module),
        module_(*module.module),
        context_(*module.context),
        pointer_(PointerType::get(context_, 0)),
        i32_(Type::getInt32Ty(context_)),
        i64_(Type::getInt64Ty(context_)) {}

  void run() {
    for (Function& function : module_) {
      std::vector<CallInst*> calls;
      std::vector<Instruction*> spins;
      for (Instruction& i : instructions(function)) {
        if (auto* call = dyn_cast<CallInst>(&i)) calls.push_back(call);
        if (auto* load = dyn_cast<LoadInst>(&i); load && load->isVolatile() && !onStack(load->getPointerOperand())) {
          spins.push_back(load);
        }
        if (isa<AtomicCmpXchgInst>(&i)) spins.push_back(&i);
        if (auto* rmw = dyn_cast<AtomicRMWInst>(&i); rmw && mayPoll(*rmw)) spins.push_back(rmw);
      }
      for (Instruction* spin : spins) addSpin(*spin);
      for (CallInst* call : calls) lower(*call);
    }
    for (Function& function : make_early_inc_range(module_)) {
      if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
    }
    checkDeclarations();
  }

 private:
  static bool onStack(const Value* address) { return isa<AllocaInst>(address->stripInBoundsOffsets()); }

  void replace(CallInst& call, Value* value) {
    if (value && !call.getType()->isVoidTy()) {
      IRBuilder<> builder(&call);
      if (value->getType() != call.getType()) value = builder.CreateIntCast(value, call.getType(), false);
      call.replaceAllUsesWith(value);
    }
    call.eraseFromParent();
  }

  Value* callRuntime(CallInst& at, StringRef name, Type* result, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 8> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    FunctionCallee callee = module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    IRBuilder<> builder(&at);
    return builder.CreateCall(callee, arguments);
  }

  /// Before a load or exchange that a thread may spin on: lets other threads of the block go on.
  void addSpin(Instruction& at) {
    state_.kernel->synchronises = true;
    FunctionCallee callee = module_.getOrInsertFunction("engine_spin", Type::getVoidTy(context_), pointer_);
    IRBuilder<> builder(&at);
    builder.CreateCall(callee, {state_.threadIn(*at.getFunction())});
  }

  void lower(CallInst& call) {
    if (call.isInlineAsm()) {
      const std::string text = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
      if (!lowerAssembly(state_, call)) {
        // On one line of a message.
        std::string shown;
        for (const char c : StringRef(text).trim()) {
          const bool isBlank = c == '\n' || c == '\t' || c == '\r' || c == ' ';
          if (!isBlank || !shown.ends_with(' ')) shown += isBlank ? ' ' : c;
        }
        state_.addUnsupported(call, "the PTX instruction \"" + shown + "\"");
      }
      return;
    }
    Function* callee = call.getCalledFunction();
    if (!callee) {
      state_.kernel->synchronises = true;  // what is called through a pointer may wait, and may need any stack
      state_.kernel->deepStack = true;
      return;
    }
    StringRef name = callee->getName();
    if (name.consume_front("llvm.nvvm.")) return lowerIntrinsic(call, name);
    if (name == "__nvvm_reflect") return replace(call, ConstantInt::get(i32_, 0));
    if (!callee->isDeclaration() || callee->isIntrinsic()) return;
    if (name.starts_with("__nv_")) return lowerLibdevice(call, name);
    if (name.starts_with(gridBarrier)) {
      state_.kernel->synchronises = true;
      callRuntime(
          call, gridBarrierFunction, Type::getVoidTy(context_),
          {state_.threadIn(*call.getFunction()), ConstantInt::get(i32_, state_.addSite(call, SiteKind::barrier))});
      return replace(call, call.getType()->isVoidTy() ? nullptr : Constant::getNullValue(call.getType()));
    }
    if (name == "__warpwright_texture" || name == "__warpwright_surface") {
      SmallVector<Value*, 10> arguments{state_.threadIn(*call.getFunction())};
      arguments.append(call.arg_begin(), call.arg_end());
      arguments.push_back(ConstantInt::get(i32_, state_.addSite(call, texelAccess(call))));
      callRuntime(call, ("engine_" + name.drop_front(13)).str(), Type::getVoidTy(context_), arguments);
      return replace(call, nullptr);
    }
    if (name == "__warpwright_phaseArrive" || name == "__warpwright_phaseEnded") {
      state_.kernel->synchronises = true;
      SmallVector<Value*, 8> arguments{state_.threadIn(*call.getFunction())};
      arguments.append(call.arg_begin(), call.arg_end());
      arguments.push_back(ConstantInt::get(i32_, state_.addSite(call, SiteKind::barrier)));
      return replace(call, callRuntime(call, ("engine_" + name.drop_front(13)).str(), call.getType(), arguments));
    }
    if (name == "vprintf" || name == "malloc" || name == "free" || name == "__assertfail") {
      SmallVector<Value*, 8> arguments{state_.threadIn(*call.getFunction())};
      arguments.append(call.arg_begin(), call.arg_end());
      const uint32_t site = state_.addSite(call, SiteKind::call);
      arguments.push_back(ConstantInt::get(i32_, site));
      Value* result = callRuntime(call, ("engine_" + name.ltrim('_')).str(), call.getType(), arguments);
      return replace(call, result);
    }
  }

  void lowerLibdevice(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    auto argument = [&](unsigned i) { return call.getArgOperand(i); };
    if (const Intrinsic::ID id = intrinsicFor(name); id != Intrinsic::not_intrinsic) {
      SmallVector<Value*, 3> arguments(call.args());
      return replace(call, builder.CreateIntrinsic(id, {argument(0)->getType()}, arguments));
    }
    if (name == "__nv_popc" || name == "__nv_popcll") {
      return replace(call, builder.CreateUnaryIntrinsic(Intrinsic::ctpop, argument(0)));
    }
    if (name == "__nv_clz" || name == "__nv_clzll") {
      return replace(call, builder.CreateBinaryIntrinsic(Intrinsic::ctlz, argument(0), builder.getFalse()));
    }
    if (name == "__nv_abs" || name == "__nv_llabs") {
      return replace(call, builder.CreateBinaryIntrinsic(Intrinsic::abs, argument(0), builder.getFalse()));
    }
    if (name == "__nv_mulhi" || name == "__nv_umulhi") {
      const bool isSigned = name == "__nv_mulhi";
      Value* wide = builder.CreateMul(builder.CreateIntCast(argument(0), i64_, isSigned),
                                      builder.CreateIntCast(argument(1), i64_, isSigned));
      return replace(call, builder.CreateTrunc(builder.CreateLShr(wide, 32), i32_));
    }
    if (name.contains("_as_")) return replace(call, builder.CreateBitCast(argument(0), call.getType()));
  }

  void lowerIntrinsic(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    if (name.starts_with("reflect")) return replace(call, builder.getInt32(0));
    if (StringRef reg = name; reg.consume_front("read.ptx.sreg.")) return lowerRegister(call, reg);
    if (name.starts_with("ldg.global") || name.starts_with("ldu.global")) {
      uint64_t alignment = 1;
      if (call.arg_size() > 1) alignment = cast<ConstantInt>(call.getArgOperand(1))->getZExtValue();
      LoadInst* load = builder.CreateAlignedLoad(call.getType(), call.getArgOperand(0), Align(alignment));
      markReadOnly(*load);
      return replace(call, load);
    }
    if (name.starts_with("membar") || name.starts_with("fence")) {
      FenceInst* fence = builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
      markScope(*fence, name);
      return replace(call, fence);
    }
    if (name.starts_with("ptr.") || name.starts_with("move."))
      return replace(call, builder.CreateAddrSpaceCast(call.getArgOperand(0), call.getType()));
    if (name.starts_with("bitcast."))
      return replace(call, builder.CreateBitCast(call.getArgOperand(0), call.getType()));
    // A launch without clusters is one of clusters of one block.
    if (name == "is_explicit_cluster") return replace(call, builder.getFalse());
    if (name.starts_with("barrier.cluster.arrive")) return replace(call, nullptr);
    if (name.starts_with("getctarank")) return replace(call, builder.getInt32(0));
    if (name.starts_with("mapa")) return replace(call, call.getArgOperand(0));
    if (name.starts_with("texsurf.handle")) {
      Value* slot = call.getArgOperand(call.arg_size() - 1);
      return replace(call, callRuntime(call, "engine_texture_handle", i64_, {slot}));
    }
    if (name == "exit") return lowerThreadCall(call, "engine_exit");
    if (name.starts_with("nanosleep")) return lowerThreadCall(call, "engine_spin");
    if (name.starts_with("barrier") || name.starts_with("bar.sync")) return lowerBarrier(call, name);
    if (name.starts_with("bar.warp.sync"))
      return lowerWarp(call, WarpOperation::sync, call.getArgOperand(0), builder.getInt64(0));
    if (name.starts_with("shfl.")) return lowerShuffle(call, name);
    if (lowerVote(call, name)) return;
    if (name.starts_with("atomic.")) return lowerAtomic(call, name.drop_front(7));
    if (name.starts_with("cp.async.")) return lowerAsyncCopy(call, name.drop_front(9));
    if (const Intrinsic::ID id = nvvmIntrinsicFor(name); id != Intrinsic::not_intrinsic) {
      SmallVector<Value*, 3> arguments(call.args());
      return replace(call, builder.CreateIntrinsic(id, {call.getType()}, arguments));
    }
    if (name.starts_with("isspacep.")) {
      SmallVector<Value*, 2> arguments{state_.threadIn(*call.getFunction()), call.getArgOperand(0)};
      std::string function = "engine_is_" + name.drop_front(9).take_until([](char c) { return c == '.'; }).str();
      return replace(call, callRuntime(call, function, i32_, arguments));
    }
    callByName(call, name);
  }

  /// A plain function of its operands, named after the intrinsic.
  void callByName(CallInst& call, StringRef name) {
    std::string function = "nvvm_" + name.str();
    std::replace(function.begin(), function.end(), '.', '_');
    SmallVector<Value*, 4> arguments(call.args());
    if (name.starts_with("texsurf.") || name.starts_with("tex.") || name.starts_with("suld.") ||
        name.starts_with("sust."))
      return state_.addUnsupported(call, "a texture or surface reference");
    if (findDeviceFunction(function) == nullptr)
      return state_.addUnsupported(call, "the intrinsic llvm.nvvm." + name.str());
    replace(call, callRuntime(call, function, call.getType(), arguments));
  }

  void lowerThreadCall(CallInst& call, StringRef function) {
    state_.kernel->synchronises = true;
    callRuntime(call, function, Type::getVoidTy(context_), {state_.threadIn(*call.getFunction())});
    replace(call, nullptr);
  }

  void lowerRegister(CallInst& call, StringRef name) {
    static constexpr struct {
      const char* name;
      unsigned offset;
    } axes[] = {{"tid.", 16}, {"ctaid.", 28}, {"ntid.", 40}, {"nctaid.", 52}};
    IRBuilder<> builder(&call);
    unsigned offset = 0;
    if (name.starts_with("cluster.")) {
      return replace(call, builder.getInt32(name.starts_with("cluster.ncta") ? 1 : 0));
    }
    if (name.starts_with("clusterid.")) offset = 28 + 4 * (name.back() - 'x');
    if (name.starts_with("nclusterid.")) offset = 52 + 4 * (name.back() - 'x');
    for (const auto& axis : axes) {
      if (name.starts_with(axis.name) && name.size() == strlen(axis.name) + 1)
        offset = axis.offset + 4 * (name.back() - 'x');
    }
    if (name == "laneid") offset = 64;
    if (name == "warpid") offset = 68;
    if (name == "dynamic_smem_size") offset = 72;
    if (name == "warpsize") return replace(call, builder.getInt32(32));
    if (name == "smid" || name == "gridid") return replace(call, ConstantInt::get(call.getType(), 0));
    if (name == "nsmid") return replace(call, builder.getInt32(1));
    if (name == "nwarpid") return replace(call, builder.getInt32(32));
    if (name.starts_with("lanemask.")) {
      Value* lane = loadField(call, 64);
      return replace(call, callRuntime(call, ("engine_lanemask_" + name.drop_front(9)).str(), i32_, {lane}));
    }
    if (name.starts_with("clock") || name.starts_with("globaltimer")) {
      return replace(call,
                     callRuntime(call, name.starts_with("clock") ? "engine_clock" : "engine_globaltimer", i64_, {}));
    }
    if (offset == 0) return state_.addUnsupported(call, "the special register %" + name.str());
    replace(call, loadField(call, offset));
  }

  /// The field of the thread at `offset`; it does not change while the thread runs.
  Value* loadField(CallInst& at, unsigned offset) {
    Value* thread = state_.threadIn(*at.getFunction());
    Instruction* after = isa<llvm::Argument>(thread) ? &*at.getFunction()->getEntryBlock().getFirstInsertionPt()
                                                     : cast<Instruction>(thread)->getNextNode();
    IRBuilder<> builder(after);
    builder.SetCurrentDebugLocation({});
    LoadInst* load = builder.CreateLoad(i32_, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), thread, offset));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context_, {}));
    return load;
  }

  void lowerBarrier(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    state_.kernel->synchronises = true;
    const uint32_t site = state_.addSite(call, SiteKind::barrier);
    Value* id = builder.getInt32(0);
    Value* count = builder.getInt32(0);
    Value* predicate = builder.getInt32(0);
    uint32_t vote = 0;
    if (name.starts_with("barrier0.")) {
      vote = name.ends_with("popc") ? 1 : name.ends_with("and") ? 2 : 3;
      predicate = call.getArgOperand(0);
    } else if (!name.starts_with("barrier.cluster")) {
      if (call.arg_size() > 0) id = call.getArgOperand(0);
      if (call.arg_size() > 1) count = call.getArgOperand(1);
    }
    if (name == "barrier0") {
      callRuntime(call, "engine_syncthreads", Type::getVoidTy(context_),
                  {state_.threadIn(*call.getFunction()), builder.getInt32(site)});
      return replace(call, nullptr);
    }
    replace(call, callRuntime(call, "engine_barrier", i32_,
                              {state_.threadIn(*call.getFunction()), id, count, predicate, builder.getInt32(vote),
                               builder.getInt32(site)}));
  }

  Value* warpCall(CallInst& call, WarpOperation operation, Value* mask, Value* value, Value* operand, Value* clamp) {
    IRBuilder<> builder(&call);
    state_.kernel->synchronises = true;
    const uint32_t site = state_.addSite(call, SiteKind::warpOperation);
    return callRuntime(call, "engine_warp", i64_,
                       {state_.threadIn(*call.getFunction()), builder.getInt32(static_cast<uint32_t>(operation)), mask,
                        value, operand, clamp, builder.getInt32(site)});
  }
  void lowerWarp(CallInst& call, WarpOperation operation, Value* mask, Value* value) {
    IRBuilder<> builder(&call);
    replace(call,
            warpCall(call, operation, mask, builder.CreateZExt(value, i64_), builder.getInt32(0), builder.getInt32(0)));
  }

  void lowerShuffle(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    name.consume_front("shfl.");
    const bool sync = name.consume_front("sync.");
    const WarpOperation operation = name.starts_with("up")     ? WarpOperation::shuffleUp
                                    : name.starts_with("down") ? WarpOperation::shuffleDown
                                    : name.starts_with("bfly") ? WarpOperation::shuffleXor
                                                               : WarpOperation::shuffleIndex;
    const unsigned first = sync ? 1 : 0;
    Value* mask = sync ? call.getArgOperand(0) : builder.getInt32(0);
    Value* bits = builder.CreateZExt(builder.CreateBitCast(call.getArgOperand(first), i32_), i64_);
    Value* packed = warpCall(call, operation, mask, bits, call.getArgOperand(first + 1), call.getArgOperand(first + 2));
    auto* pair = dyn_cast<StructType>(call.getType());
    Value* value =
        builder.CreateBitCast(builder.CreateTrunc(packed, i32_), pair ? pair->getElementType(0) : call.getType());
    if (pair) {
      Value* inside = builder.CreateTrunc(builder.CreateLShr(packed, 32), builder.getInt1Ty());
      value = builder.CreateInsertValue(builder.CreateInsertValue(PoisonValue::get(pair), value, 0), inside, 1);
    }
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }

  bool lowerVote(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    static const StringMap<WarpOperation> votes = {{"vote.all", WarpOperation::all},
                                                   {"vote.any", WarpOperation::any},
                                                   {"vote.uni", WarpOperation::uniform},
                                                   {"vote.ballot", WarpOperation::ballot},
                                                   {"redux.sync.add", WarpOperation::reduceAdd},
                                                   {"redux.sync.min", WarpOperation::reduceMin},
                                                   {"redux.sync.max", WarpOperation::reduceMax},
                                                   {"redux.sync.umin", WarpOperation::reduceUnsignedMin},
                                                   {"redux.sync.umax", WarpOperation::reduceUnsignedMax},
                                                   {"redux.sync.and", WarpOperation::reduceAnd},
                                                   {"redux.sync.or", WarpOperation::reduceOr},
                                                   {"redux.sync.xor", WarpOperation::reduceXor}};
    if (name == "activemask") {
      lowerWarp(call, WarpOperation::activeMask, builder.getInt32(0), builder.getInt32(0));
      return true;
    }
    if (name.starts_with("match.")) {
      const bool any = name.starts_with("match.any");
      Value* value = builder.CreateZExt(call.getArgOperand(1), i64_);
      Value* packed = warpCall(call, any ? WarpOperation::matchAny : WarpOperation::matchAll, call.getArgOperand(0),
                               value, builder.getInt32(0), builder.getInt32(0));
      Value* lanes = builder.CreateTrunc(packed, i32_);
      if (auto* pair = dyn_cast<StructType>(call.getType())) {
        Value* result = builder.CreateInsertValue(PoisonValue::get(pair), lanes, 0);
        lanes = builder.CreateInsertValue(result, builder.CreateICmpNE(lanes, builder.getInt32(0)), 1);
      }
      call.replaceAllUsesWith(lanes);
      call.eraseFromParent();
      return true;
    }
    StringRef key = name;
    const bool sync = key.starts_with("redux.") || key.consume_back(".sync");
    auto found = votes.find(key);
    if (found == votes.end()) return false;
    // The mask comes first. (For reductions PTX has it last, but the headers of Clang 19 give it first.)
    Value* mask = sync ? call.getArgOperand(0) : builder.getInt32(0);
    lowerWarp(call, found->second, mask, call.getArgOperand(sync ? 1 : 0));
    return true;
  }

  /// atomic.load.inc.32, atomic.add.gen.i.cta and the like.
  void lowerAtomic(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    const auto order = AtomicOrdering::SequentiallyConsistent;
    Value* address = call.getArgOperand(0);
    if (name.starts_with("cas.")) {
      auto* exchange = builder.CreateAtomicCmpXchg(address, call.getArgOperand(1), call.getArgOperand(2), MaybeAlign(),
                                                   order, order);
      markScope(*exchange, name);
      addSpin(*exchange);
      return replace(call, builder.CreateExtractValue(exchange, 0));
    }
    const bool isFloat = call.getType()->isFloatingPointTy();
    const auto operation = StringSwitch<AtomicRMWInst::BinOp>(name)
                               .StartsWith("load.inc", AtomicRMWInst::UIncWrap)
                               .StartsWith("load.dec", AtomicRMWInst::UDecWrap)
                               .StartsWith("inc.", AtomicRMWInst::UIncWrap)
                               .StartsWith("dec.", AtomicRMWInst::UDecWrap)
                               .StartsWith("add.", isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
                               .StartsWith("load.add", AtomicRMWInst::FAdd)
                               .StartsWith("max.", AtomicRMWInst::Max)
                               .StartsWith("min.", AtomicRMWInst::Min)
                               .StartsWith("and.", AtomicRMWInst::And)
                               .StartsWith("or.", AtomicRMWInst::Or)
                               .StartsWith("xor.", AtomicRMWInst::Xor)
                               .StartsWith("exch.", AtomicRMWInst::Xchg)
                               .Default(AtomicRMWInst::BAD_BINOP);
    if (operation == AtomicRMWInst::BAD_BINOP) return state_.addUnsupported(call, "llvm.nvvm.atomic." + name.str());
    auto* update = builder.CreateAtomicRMW(operation, address, call.getArgOperand(1), MaybeAlign(), order);
    markScope(*update, name);
    if (operation == AtomicRMWInst::Xchg) addSpin(*update);
    replace(call, update);
  }

  /// A copy that is done at once is done before anybody waits for it.
  void lowerAsyncCopy(CallInst& call, StringRef name) {
    IRBuilder<> builder(&call);
    if (name.starts_with("commit")) return checkAsyncStep(state_, call, nullptr), replace(call, nullptr);
    if (name.starts_with("wait.all"))
      return checkAsyncStep(state_, call, builder.getInt32(~0u)), replace(call, nullptr);
    if (name.starts_with("wait")) return checkAsyncStep(state_, call, call.getArgOperand(0)), replace(call, nullptr);
    const uint64_t bytes = name.ends_with(".16") ? 16 : name.ends_with(".8") ? 8 : name.ends_with(".4") ? 4 : 0;
    if (bytes == 0 || name.starts_with("bulk") || name.starts_with("mbarrier")) {
      return state_.addUnsupported(call, "llvm.nvvm.cp.async." + name.str());
    }
    const MaybeAlign whole(state_.mode.check ? bytes : 4);
    builder.CreateMemCpy(call.getArgOperand(0), whole, call.getArgOperand(1), whole, bytes);
    checkAsyncCopy(state_, call, *call.getArgOperand(0), *builder.getInt64(bytes), *call.getArgOperand(1),
                   *builder.getInt64(bytes));
    replace(call, nullptr);
  }

  void checkDeclarations() {
    for (Function& function : module_) {
      if (!function.isDeclaration() || function.isIntrinsic()) continue;
      const StringRef name = function.getName();
      if (findDeviceFunction(name) != nullptr || name == "memcpy" || name == "memset" || name == "memmove") continue;
      for (const User* user : function.users()) {
        const auto* instruction = dyn_cast<Instruction>(user);
        if (!instruction) instruction = state_.entry->getEntryBlock().getTerminator();
        state_.addUnsupported(*instruction, "the function " + demangled(name.str()));
        break;
      }
    }
  }

  KernelModule& state_;
  Module& module_;
  LLVMContext& context_;
  Type* pointer_;
  IntegerType* i32_;
  IntegerType* i64_;
};

}  // namespace

void lowerCalls(KernelModule& module) {
  CallLowering(module).run();
}

}  // namespace warpwright::engine
