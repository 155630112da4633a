#include "analysis/model/ir_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "analysis/model/assembly_text.h"

namespace warpwright::model {
namespace {

using Kind = CallMeaning::Kind;

// The proof of barriers asks for these.
constexpr const char* textureFetch = "texture fetch";
constexpr const char* launchEnd = "trap";
constexpr const char* inlineAssembly = "inline assembly";

CallMeaning nothing() {
  CallMeaning meaning;
  meaning.kind = Kind::nothing;
  meaning.touchesMemory = false;
  return meaning;
}

CallMeaning barrier(Barrier::Kind kind, std::string name) {
  CallMeaning meaning;
  meaning.kind = Kind::barrier;
  meaning.barrier = kind;
  meaning.name = std::move(name);
  return meaning;
}

CallMeaning opaque(std::string name, bool touchesMemory, bool isWarpCollective = false) {
  CallMeaning meaning;
  meaning.name = std::move(name);
  meaning.touchesMemory = touchesMemory;
  meaning.isWarpCollective = isWarpCollective;
  return meaning;
}

/// What stands behind a function of our own headers, as programs write it; the name itself for all others.
std::string asWritten(llvm::StringRef name) {
  static constexpr std::pair<const char*, const char*> words[] = {{"__warpwright_gridSync", "grid.sync()"},
                                                                  {"__warpwright_xorwowSkip", "curand_init"},
                                                                  {"__warpwright_surface", "surface access"},
                                                                  {"__warpwright_phaseArrive", "barrier::arrive"},
                                                                  {"__warpwright_phaseEnded", "barrier::wait"}};
  for (const auto& [function, written] : words) {
    if (name == function) return written;
  }
  const std::string readable = llvm::demangle(name.str());
  return readable.substr(0, readable.find('('));
}

bool hasPointer(const llvm::CallBase& call) {
  for (const llvm::Use& argument : call.args()) {
    if (argument->getType()->isPointerTy()) return true;
  }
  return call.getType()->isPointerTy();
}

/// One load or store, such as "ld.global.cg.v2.f32 {$0,$1}, [$2];".
struct PlainAccess {
  AccessKind kind = AccessKind::read;
  uint32_t bytes =
      0;  ///< 0: the text is none. Those that are ordered with others (.cv, .wt, .volatile, .acquire) are not.
};
PlainAccess plainAccess(llvm::StringRef text) {
  text = text.trim();
  PlainAccess access;
  if (text.consume_front("st."))
    access.kind = AccessKind::write;
  else if (!text.consume_front("ld."))
    return {};
  const auto [name, operands] = text.split(' ');
  const size_t end = operands.find(';');
  if (end != llvm::StringRef::npos && !operands.substr(end + 1).trim().empty()) return {};
  llvm::SmallVector<llvm::StringRef, 4> words;
  name.split(words, '.');
  const llvm::StringRef type = words.pop_back_val();
  uint32_t count = 1, bits = 0;
  for (const llvm::StringRef word : words) {
    const bool isOfLoads = word == "ca" || word == "nc" || word == "lu";
    const bool known = word == "global" || word == "weak" || word == "cg" || word == "cs" ||
                       (access.kind == AccessKind::read ? isOfLoads : word == "wb") || word.starts_with("L1::") ||
                       (word.starts_with("L2::") && word != "L2::cache_hint");
    if (word == "v2" || word == "v4")
      count = word == "v2" ? 2 : 4;
    else if (!known)
      return {};
  }
  if (type.size() < 2 || type.drop_front().getAsInteger(10, bits) || bits % 8 != 0) return {};
  // The whole address is the operand after the values read, or the first of a store.
  const std::string address = "[$" + std::to_string(access.kind == AccessKind::read ? count : 0) + "]";
  if (!operands.contains(address)) return {};
  access.bytes = count * bits / 8;
  return access;
}

/// Are the operands of such an access its address alone, or, of a store, that and values that are no addresses?
bool hasOperandsOf(const PlainAccess& access, const llvm::CallBase& call) {
  if (call.arg_empty() || !call.getArgOperand(0)->getType()->isPointerTy()) return false;
  if (access.kind == AccessKind::read) return call.arg_size() == 1;
  return call.getType()->isVoidTy() && call.arg_size() >= 2 &&
         std::none_of(call.arg_begin() + 1, call.arg_end(),
                      [](const llvm::Use& value) { return value->getType()->isPointerTy(); });
}

/// One hint to the caches, which no value depends on, and nothing besides.
bool isPrefetch(llvm::StringRef text) {
  text = text.trim();
  if (!text.consume_front("prefetch.global.L2 [$")) return false;
  const llvm::StringRef operand = text.take_while([](char c) { return c >= '0' && c <= '9'; });
  text = text.drop_front(operand.size());
  if (operand.empty() || !text.consume_front("]")) return false;
  text = text.ltrim();
  text.consume_front(";");
  return text.trim().empty();
}

/// Is the value computed from the address of a variable in shared memory, or from a pointer that may be one?
bool isFromPointer(const llvm::Value& value, int depth = 0) {
  if (value.getType()->isPointerTy()) return !llvm::isa<llvm::ConstantPointerNull>(value.stripPointerCasts());
  const auto* made = llvm::dyn_cast<llvm::User>(&value);
  const bool isComputed = llvm::isa<llvm::Instruction>(value) && !value.getType()->isVoidTy();
  if (!made || depth > 16 || llvm::isa<llvm::LoadInst>(value) || (!isComputed && !llvm::isa<llvm::ConstantExpr>(value)))
    return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&value); call && !call->doesNotAccessMemory()) return false;
  return std::any_of(made->op_begin(), made->op_end(), [&](const llvm::Use& operand) {
    return !llvm::isa<llvm::Function, llvm::BasicBlock, llvm::InlineAsm>(operand) && isFromPointer(*operand, depth + 1);
  });
}

/// Does it reach shared memory by a number of its own, or by one that it is given and that comes from no pointer?
bool picksShared(const AssemblyMeaning& meaning, const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const auto constraints = assembly->ParseConstraints();
  const auto outputs = static_cast<size_t>(std::count_if(constraints.begin(), constraints.end(), [](const auto& one) {
    return one.Type == llvm::InlineAsm::isOutput && !one.isIndirect;
  }));
  const auto isGiven = [&](size_t argument) {
    return argument < call.arg_size() && isFromPointer(*call.getArgOperand(static_cast<unsigned>(argument)));
  };
  return std::any_of(meaning.sharedAddresses.begin(), meaning.sharedAddresses.end(), [&](const std::string& address) {
    if (std::isdigit(static_cast<unsigned char>(address.front())) != 0) return true;
    if (address.front() != '$') {  // a register of its own, which any operand may have made
      for (size_t i = 0; i < call.arg_size(); ++i) {
        if (isGiven(i)) return false;
      }
      return true;
    }
    size_t number = 0;
    const bool isNumber = !llvm::StringRef(address).drop_front().getAsInteger(10, number);
    return !isNumber || number < outputs || !isGiven(number - outputs);
  });
}

CallMeaning meaningOfAssembly(const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const llvm::StringRef text = assembly->getAsmString();
  if (const PlainAccess plain = plainAccess(text); plain.bytes != 0 && hasOperandsOf(plain, call)) {
    CallMeaning access;
    access.kind = Kind::access;
    access.access = plain.kind;
    access.name = inlineAssembly;
    access.bytes = plain.bytes;
    return access;
  }
  if (isPrefetch(text) && call.getType()->isVoidTy()) return nothing();
  // Clang says of assembly without `volatile` that it touches no memory, whatever its text does.
  const AssemblyMeaning meaning = readAssembly(std::string_view(text.data(), text.size()));
  if (meaning.isBarrier || (meaning.isWarpBarrier && meaning.instructions > 1)) {
    return barrier(Barrier::Kind::other, inlineAssembly);
  }
  if (meaning.isWarpBarrier) return barrier(Barrier::Kind::warp, inlineAssembly);
  if (meaning.leaves && !meaning.touchesMemory) return opaque(launchEnd, false);
  const bool touches = meaning.touchesMemory || llvm::StringRef(assembly->getConstraintString()).contains("~{memory}");
  CallMeaning made = opaque(inlineAssembly, touches, meaning.isCollective);
  if (!touches && !meaning.isCollective && call.doesNotAccessMemory()) made = nothing();
  made.asksSharedSize = meaning.asksSharedSize;
  made.picksShared = picksShared(meaning, call);
  return made;
}

/// May printf read text that the kernel has written: has its format a conversion such as "%s" or "%-8s"?
bool printsText(const llvm::CallBase& call) {
  llvm::StringRef format;
  if (call.arg_size() == 0 || !llvm::getConstantStringInfo(call.getArgOperand(0), format)) return true;
  for (size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    at = format.find_first_not_of("-+ #0123456789.*hljzt", at + 1);
    if (at == llvm::StringRef::npos) return false;
    if (format[at] == 's') return true;
    ++at;
  }
  return false;
}

/// Does an intrinsic, named without "llvm.nvvm.", give what other threads of the warp have, or which of them are there?
bool asksTheWarp(llvm::StringRef name) {
  static constexpr const char* beginnings[] = {"activemask", "match", "mma.", "redux", "shfl", "vote"};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](const char* start) { return name.starts_with(start); }) ||
         (name.starts_with("wmma.") && name.contains(".mma."));
}

/// Has the mask of `__syncwarp(mask)` all lanes? Where it has not, or is not known, the barrier waits for some of them.
bool namesWholeWarp(const llvm::CallBase& call) {
  const auto* mask = call.arg_size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)) : nullptr;
  return mask && mask->isMinusOne();
}

CallMeaning meaningOfDeviceIntrinsic(const llvm::CallBase& call, llvm::StringRef name) {
  const std::string shortName = name.drop_front(10).str();  // "llvm.nvvm."
  const llvm::StringRef rest(shortName);
  if (rest == "barrier0") return barrier(Barrier::Kind::block, "__syncthreads");
  if (rest == "bar.warp.sync")
    return barrier(namesWholeWarp(call) ? Barrier::Kind::warp : Barrier::Kind::other, "__syncwarp");
  if (rest.starts_with("bar")) return barrier(Barrier::Kind::other, shortName);
  if (rest.starts_with("mbarrier")) return barrier(Barrier::Kind::other, shortName);
  if (asksTheWarp(rest)) return opaque(shortName, false, true);
  if (rest.starts_with("membar") || rest.starts_with("fence")) return opaque("memory fence", false);
  if (rest == "exit") return opaque(launchEnd, false);
  if (rest.starts_with("griddepcontrol")) return opaque(shortName, true);  // what another kernel wrote may be read now
  CallMeaning access;
  access.kind = Kind::access;
  access.name = shortName;
  if (rest.starts_with("ldg.") || rest.starts_with("ldu.")) return access;
  if (rest.starts_with("atomic.")) {
    access.access = AccessKind::atomic;
    return access;
  }
  if (rest.starts_with("tex.") || rest.starts_with("tld4.")) return opaque(textureFetch, false);
  if (call.doesNotAccessMemory()) return nothing();
  if (call.onlyAccessesInaccessibleMemory() && !hasPointer(call)) return nothing();
  return opaque(shortName, true);
}

}  // namespace

CallMeaning meaningOf(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return meaningOfAssembly(call);
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return opaque("an indirect call", true);
  const llvm::StringRef name = callee->getName();
  if (name.starts_with("llvm.nvvm.")) return meaningOfDeviceIntrinsic(call, name);
  if (llvm::isa<llvm::AnyMemIntrinsic>(call)) {
    CallMeaning copy;
    copy.kind = Kind::copy;
    return copy;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic()) return nothing();
    const auto id = callee->getIntrinsicID();
    if (id == llvm::Intrinsic::trap || id == llvm::Intrinsic::debugtrap) return opaque(launchEnd, false);
    if (llvm::isa<llvm::DbgInfoIntrinsic>(call) || call.doesNotAccessMemory()) return nothing();
    if (call.onlyAccessesInaccessibleMemory() && !hasPointer(call)) return nothing();
    return opaque(name.str(), true);
  }
  // A texture fetch of our own headers reads memory that no kernel writes meanwhile, and writes its result.
  if (name.starts_with("__nv_") || name == "__warpwright_texture") {
    const bool isMath = name.starts_with("__nv_");
    if (!hasPointer(call)) return isMath ? nothing() : opaque(textureFetch, false);
    CallMeaning output;
    output.kind = Kind::mathOutput;
    output.access = AccessKind::write;
    output.name = isMath ? name.drop_front(5).str() : textureFetch;
    return output;
  }
  if (name == "vprintf") return opaque("printf", printsText(call));
  if (name == "__assertfail" || name == "__assert_fail") return opaque("assert", false);
  if (call.doesNotAccessMemory()) return nothing();
  return opaque(asWritten(name), true);
}

std::string escapeThrough(const llvm::Instruction& user, const llvm::Value& pointer) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    return store->getValueOperand() == &pointer ? "its address is stored" : "";
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&user)) {
    return exchange->getPointerOperand() == &pointer && exchange->getNewValOperand() != &pointer
               ? ""
               : "its address is stored";
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&user)) {
    return update->getValOperand() == &pointer ? "its address is stored" : "";
  }
  if (llvm::isa<llvm::LoadInst>(user)) return "";
  if (llvm::isa<llvm::ICmpInst>(user)) return "its address is compared with that of something else";
  if (llvm::isa<llvm::PtrToIntInst>(user)) return "its address is turned into a number";
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
    const CallMeaning meaning = meaningOf(*call);
    switch (meaning.kind) {
      case Kind::copy:
      case Kind::mathOutput:
        return "";
      case Kind::access:
        return call->getArgOperand(0) == &pointer ? "" : "its address is stored";
      case Kind::nothing:
        if (call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("llvm.nvvm.isspacep")) {
          return "its address is asked for the kind of memory that it lies in";
        }
        if (call->getType()->isVoidTy() || call->getType()->isIntegerTy(1)) return "";
        return "its address goes through `" +
               (call->getCalledFunction() ? call->getCalledFunction()->getName().str()
                                          : std::string("inline assembly")) +
               "`";
      default:
        return "its address is handed to " +
               (call->isInlineAsm() || !call->getCalledFunction() ? meaning.name : "`" + meaning.name + "`");
    }
  }
  return std::string("its address is used by `") + user.getOpcodeName() + "`";
}

}  // namespace warpwright::model
