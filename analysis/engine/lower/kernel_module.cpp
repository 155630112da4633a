#include "analysis/engine/lower/kernel_module.h"

#include <set>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "analysis/engine/lower/source_names.h"
#include "analysis/frontend/ir_passes.h"

namespace warpwright::engine {

using namespace llvm;

namespace {
SourcePosition fileAndLine(const DILocation& location) {
  SmallString<256> path(location.getFilename());
  if (!sys::path::is_absolute(path) && !location.getDirectory().empty()) {
    path = location.getDirectory();
    sys::path::append(path, location.getFilename());
  }
  sys::path::remove_dots(path, true);
  return {std::string(path), location.getLine(), location.getColumn()};
}

/// True where `function` can reach itself through calls it names.
bool isRecursive(const Function& function) {
  std::set<const Function*> seen;
  std::vector<const Function*> work{&function};
  while (!work.empty()) {
    const Function* next = work.back();
    work.pop_back();
    for (const Instruction& i : instructions(*next)) {
      const auto* call = dyn_cast<CallBase>(&i);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration()) continue;
      if (callee == &function) return true;
      if (seen.insert(callee).second) work.push_back(callee);
    }
  }
  return false;
}

/// Gives the kernel's body to a function that takes the running thread and the launch's argument pointers.
Function* makeEntry(Function& kernel, CompiledKernel& info) {
  Module& module = *kernel.getParent();
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::get(context, 0);
  auto* entry = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
                                 GlobalValue::ExternalLinkage, "engine_entry", module);
  entry->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  entry->addFnAttr(Attribute::NoUnwind);
  entry->splice(entry->begin(), &kernel);
  IRBuilder<> builder(&entry->getEntryBlock(), entry->getEntryBlock().getFirstInsertionPt());
  uint64_t parameterEnd = 0;
  for (llvm::Argument& argument : kernel.args()) {
    const bool byValue = argument.hasByValAttr();
    Type* type = byValue ? argument.getParamByValType() : argument.getType();
    const uint64_t bytes = module.getDataLayout().getTypeAllocSize(type);
    const Align aligned =
        byValue ? argument.getParamAlign().valueOrOne() : module.getDataLayout().getABITypeAlign(type);
    info.parameterOffsets.push_back(alignTo(parameterEnd, aligned));
    parameterEnd = info.parameterOffsets.back() + bytes;
    info.parameterSizes.push_back(bytes);
    auto* slot = builder.CreateConstInBoundsGEP1_64(pointer, entry->getArg(1), argument.getArgNo());
    auto* address = builder.CreateLoad(pointer, slot);
    Value* value = nullptr;
    if (byValue) {
      // Each thread has its own copy, which it may change.
      AllocaInst* copy = builder.CreateAlloca(type);
      copy->setAlignment(argument.getParamAlign().valueOrOne());
      builder.CreateMemCpy(copy, copy->getAlign(), address, MaybeAlign(1), bytes);
      value = copy;
    } else {
      auto* load = builder.CreateAlignedLoad(type, address, MaybeAlign(1));
      value = load;
    }
    argument.replaceAllUsesWith(value);
  }
  return entry;
}

void inlineAll(Module& module, Function* entry) {
  for (Function& function : module) {
    if (function.isDeclaration() || &function == entry) continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    if (function.hasAddressTaken() || function.isVarArg() || isRecursive(function)) continue;
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(Attribute::AlwaysInline);
  }
  frontend::IrPasses passes;
  ModulePassManager manager;
  manager.addPass(GlobalDCEPass());
  manager.addPass(AlwaysInlinerPass());
  manager.addPass(GlobalDCEPass());
  manager.run(module, passes.modules);
}

unsigned launchBound(const Module& module, const Function& kernel) {
  const NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  unsigned bound = 1;
  bool found = false;
  for (unsigned n = 0; annotations && n < annotations->getNumOperands(); ++n) {
    const MDNode* node = annotations->getOperand(n);
    if (mdconst::dyn_extract_or_null<Function>(node->getOperand(0)) != &kernel) continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      const auto* key = dyn_cast_or_null<MDString>(node->getOperand(i));
      if (!key || !key->getString().starts_with("maxntid")) continue;
      bound *= mdconst::extract<ConstantInt>(node->getOperand(i + 1))->getZExtValue();
      found = true;
    }
  }
  return found ? std::min(bound, 1024u) : 1024;
}

}  // namespace

SourcePosition positionOf(const DebugLoc& location) {
  SourcePosition innermost;
  for (const DILocation* at = location.get(); at != nullptr; at = at->getInlinedAt()) {
    SourcePosition position = fileAndLine(*at);
    if (position.line != 0 && isUserFile(position.file)) return position;
    if (!innermost.isValid()) innermost = std::move(position);
  }
  return innermost;
}

uint32_t KernelModule::addSite(const Instruction& at, SiteKind kind, uint32_t bytes) {
  Site site;
  site.kind = kind;
  site.bytes = bytes;
  site.at = positionOf(at.getDebugLoc());
  if (!site.at.isValid()) site.at = kernel->at;
  kernel->sites->push_back(std::move(site));
  return static_cast<uint32_t>(kernel->sites->size() - 1);
}

void KernelModule::addUnsupported(const Instruction& at, const std::string& what) {
  SourcePosition position = positionOf(at.getDebugLoc());
  if (!position.isValid()) position = kernel->at;
  std::string text = "Kernel " + kernel->name + " uses " + what + ", which the CPU engine does not have";
  if (position.isValid()) text += " (" + toString(position) + ")";
  unsupported.push_back(inputError(text + ".", SourceRange{position, position.line, position.column}));
}

Value* KernelModule::threadIn(Function& function) {
  if (isKernel && &function == entry) return function.getArg(0);
  Value*& thread = threads_[&function];
  if (thread == nullptr) {
    Type* pointer = PointerType::get(*context, 0);
    FunctionCallee callee = module->getOrInsertFunction("engine_current_thread", pointer);
    auto* declared = cast<Function>(callee.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->addFnAttr(Attribute::WillReturn);
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
    thread = builder.CreateCall(callee);
  }
  return thread;
}

bool KernelModule::isOwn(const Value& address) const {
  const Value* base = getUnderlyingObject(&address, 0);
  if (const auto* load = dyn_cast<LoadInst>(base)) {  // an argument, through the launch's list of them
    base = getUnderlyingObject(load->getPointerOperand(), 0);
    return isKernel && base == entry->getArg(1);
  }
  if (const auto* call = dyn_cast<CallInst>(base)) {
    return call->getCalledFunction() && call->getCalledFunction()->getName() == "engine_current_thread";
  }
  return isKernel && (base == entry->getArg(0) || base == entry->getArg(1));
}

namespace {

/// Barriers of the whole grid become declarations that the lowering knows, before they are inlined.
void nameGridBarriers(Module& module) {
  for (Function& function : module) {
    const StringRef name = function.getName();
    if (name == "__warpwright_gridSync" || name.starts_with("cudaCGSynchronize")) {
      function.setName(gridBarrier);
      continue;
    }
    if (!name.contains("18cooperative_groups") || function.isDeclaration()) continue;
    const bool ofGrid =
        name.contains("10grid_group") &&
        (name.contains("4syncEv") || name.contains("14barrier_arrive") || name.contains("12barrier_wait"));
    if (!ofGrid && !name.contains("sync_grids")) continue;
    function.deleteBody();
    function.setLinkage(GlobalValue::ExternalLinkage);
    function.setComdat(nullptr);
    function.setName(gridBarrier);
  }
}

/// Collects the functions that a value names: itself, in constant expressions, in the initialisers of variables.
void namedBy(const Value* value, std::set<const Value*>& seen, std::vector<Function*>& functions) {
  if (!isa<Constant>(value) || !seen.insert(value).second) return;
  if (const auto* function = dyn_cast<Function>(value)) functions.push_back(const_cast<Function*>(function));
  for (const Value* operand : cast<User>(value)->operands()) namedBy(operand, seen, functions);
}

/// Reads the bodies of a function and of all that it may reach, and makes the others declarations: a unit with many
/// kernels is read for each of them.
llvm::Error readReachable(Module& module, Function& first) {
  std::set<const Value*> seen;
  std::vector<Function*> open;
  namedBy(&first, seen, open);
  while (!open.empty()) {
    Function* function = open.back();
    open.pop_back();
    if (llvm::Error wrong = function->materialize()) return wrong;
    for (const Instruction& i : instructions(*function)) {
      for (const Value* operand : i.operands()) namedBy(operand, seen, open);
    }
  }
  for (Function& function : module) {
    if (!function.isMaterializable()) continue;
    function.deleteBody();
    function.setComdat(nullptr);
  }
  return module.materializeAll();
}

/// Reads the unit and finds one function in it.
Result<KernelModule> readFunction(const std::string& bitcode, const std::string& name, CompileMode mode,
                                  SiteTable sites) {
  KernelModule result;
  result.context = std::make_unique<LLVMContext>();
  result.mode = mode;
  auto parsed = getLazyBitcodeModule(MemoryBufferRef(bitcode, "device code"), *result.context, true);
  if (!parsed) return inputError("The device code could not be read: " + toString(parsed.takeError()) + ".");
  result.module = std::move(*parsed);
  Function* function = result.module->getFunction(name);
  if (!function || (function->isDeclaration() && !function->isMaterializable())) {
    return inputError("There is no device code for " + demangled(name) + " in this unit.");
  }
  if (llvm::Error wrong = readReachable(*result.module, *function)) {
    return inputError("The device code could not be read: " + toString(std::move(wrong)) + ".");
  }
  expandSharedTables(*result.module);
  result.entry = function;
  result.kernel = std::make_unique<CompiledKernel>();
  CompiledKernel& info = *result.kernel;
  info.name = functionName(name);
  info.checked = mode.check;
  info.maxThreadsPerBlock = launchBound(*result.module, *function);
  if (const DISubprogram* sub = function->getSubprogram()) {
    SmallString<256> path(sub->getFilename());
    if (!sys::path::is_absolute(path)) {
      path = sub->getDirectory();
      sys::path::append(path, sub->getFilename());
    }
    sys::path::remove_dots(path, true);
    info.at = {std::string(path), sub->getLine(), 0};
  }
  info.sites = std::move(sites);
  if (mode.trace) {
    stripNonLineTableDebugInfo(*result.module);
    nameGridBarriers(*result.module);
    inlineAll(*result.module, function);
    if (const Status done = optimiseForGpu(*result.module, *function); !done.ok()) return done.error();
  }
  retargetToHost(*result.module);
  if (NamedMDNode* annotations = result.module->getNamedMetadata("nvvm.annotations")) annotations->eraseFromParent();
  for (const char* list : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"}) {
    if (GlobalVariable* used = result.module->getNamedGlobal(list)) used->eraseFromParent();
  }
  return result;
}

/// Drops what the entry does not reach and inlines the rest into it.
void keepEntry(KernelModule& state) {
  // Variables lie in the arena; here only those count that the code uses.
  for (GlobalVariable& variable : state.module->globals()) {
    variable.setComdat(nullptr);
    if (!variable.isDeclaration()) variable.setLinkage(GlobalValue::InternalLinkage);
  }
  stripNonLineTableDebugInfo(*state.module);
  nameGridBarriers(*state.module);
  inlineAll(*state.module, state.entry);
  for (const Function& function : *state.module) {
    if (!function.isDeclaration() && &function != state.entry) state.kernel->deepStack = true;
  }
}

}  // namespace

Result<KernelModule> extractKernel(const std::string& bitcode, const std::string& name, CompileMode mode,
                                   SiteTable sites) {
  auto read = readFunction(bitcode, name, mode, std::move(sites));
  if (!read.ok()) return read;
  KernelModule& state = read.value();
  Function* kernel = state.entry;
  state.entry = makeEntry(*kernel, *state.kernel);
  kernel->replaceAllUsesWith(PoisonValue::get(kernel->getType()));
  kernel->eraseFromParent();
  keepEntry(state);
  return read;
}

Result<KernelModule> extractFunction(const std::string& bitcode, const std::string& name, CompileMode mode,
                                     SiteTable sites) {
  auto read = readFunction(bitcode, name, mode, std::move(sites));
  if (!read.ok()) return read;
  KernelModule& state = read.value();
  state.isKernel = false;
  state.entry->setName("engine_entry");
  state.entry->setComdat(nullptr);
  state.entry->setLinkage(GlobalValue::ExternalLinkage);
  keepEntry(state);
  return read;
}

void retargetToHost(Module& module) {
  module.setTargetTriple(sys::getProcessTriple());
  // The layouts of nvptx64 and x86-64 agree on every type that a kernel can share with the host.
  module.setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
  const std::string processor(sys::getHostCPUName());
  for (Function& function : module) {
    for (const char* attribute : {"target-cpu", "target-features", "frame-pointer"}) function.removeFnAttr(attribute);
    function.removeFnAttr(Attribute::StackProtect);
    function.removeFnAttr(Attribute::StackProtectStrong);
    function.removeFnAttr(Attribute::Convergent);
    // A loop that never ends has to run until its deadline, not to be optimised away.
    function.removeFnAttr(Attribute::MustProgress);
    function.removeFnAttr(Attribute::WillReturn);
    function.setCallingConv(CallingConv::C);
    if (!function.isDeclaration()) function.addFnAttr("target-cpu", processor);
    for (Instruction& instruction : instructions(function)) {
      if (auto* call = dyn_cast<CallBase>(&instruction)) call->setCallingConv(CallingConv::C);
      if (instruction.isTerminator()) instruction.setMetadata(LLVMContext::MD_loop, nullptr);
      // See MachineCode::create about fused operations.
      if (isa<FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
    }
  }
}

}  // namespace warpwright::engine
