#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/Alignment.h>

#include "analysis/engine/device_functions.h"
#include "analysis/engine/kernel_module.h"
#include "analysis/engine/source_names.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// True where the initialiser names a function: only machine code knows its address.
bool namesFunction(const Constant& constant) {
  if (isa<Function>(constant)) return true;
  if (isa<GlobalVariable>(constant)) return false;
  for (const Use& use : constant.operands()) {
    if (namesFunction(*cast<Constant>(use.get()))) return true;
  }
  return false;
}

bool isBuiltin(StringRef name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" || name == "warpSize";
}

/// A function that is called through a pointer may run in a launch of another kernel.
void addOwnSharedCheck(KernelModule& state, IRBuilder<>& builder, Value* thread, const Instruction& user) {
  Type* i32 = builder.getInt32Ty();
  Type* i64 = builder.getInt64Ty();
  FunctionCallee callee = state.module->getOrInsertFunction(ownSharedCheck, builder.getVoidTy(), thread->getType(), i64, i32);
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  const uint32_t site = state.addSite(user, SiteKind::call);
  builder.CreateCall(callee, {thread, builder.getInt64(reinterpret_cast<uint64_t>(state.kernel.get())), builder.getInt32(site)});
}

/// Replaces a shared variable by an offset from the block's base in each function that uses it.
void placeShared(KernelModule& state, GlobalVariable& variable, uint64_t offset) {
  std::map<Function*, Value*> bases;
  SmallVector<Use*, 16> uses;
  for (Use& use : variable.uses()) uses.push_back(&use);
  for (Use* use : uses) {
    auto* user = dyn_cast<Instruction>(use->getUser());
    if (user == nullptr) continue;
    Function& function = *user->getFunction();
    Value*& base = bases[&function];
    if (base == nullptr) {
      Value* thread = state.threadIn(function);
      Instruction* after = isa<Argument>(thread) ? &*function.getEntryBlock().getFirstInsertionPt()
                                                 : cast<Instruction>(thread)->getNextNode();
      IRBuilder<> builder(after);
      builder.SetCurrentDebugLocation({});
      if (!state.isKernel || &function != state.entry) addOwnSharedCheck(state, builder, thread, *user);
      LoadInst* shared = builder.CreateLoad(builder.getPtrTy(), thread);
      shared->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
      base = builder.CreateAddrSpaceCast(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shared, offset),
                                         variable.getType());
    }
    use->set(base);
  }
}

}  // namespace

void layOutShared(KernelModule& state) {
  const DataLayout& layout = state.module->getDataLayout();
  CompiledKernel& kernel = *state.kernel;
  uint64_t offset = 0;
  std::vector<const GlobalVariable*> dynamic;
  for (const GlobalVariable& variable : state.module->globals()) {
    if (variable.getAddressSpace() != 3 || variable.use_empty()) continue;
    const uint64_t bytes = layout.getTypeAllocSize(variable.getValueType());
    if (variable.isDeclaration() || bytes == 0) {
      dynamic.push_back(&variable);
      continue;
    }
    const Align alignment = std::max(variable.getAlign().valueOrOne(), Align(4));
    offset = alignTo(offset, alignment);
    kernel.sharedVariables.push_back({variable.getName().str(), offset, bytes, {}});
    offset += bytes;
  }
  kernel.staticSharedBytes = dynamic.empty() ? offset : alignTo(offset, Align(16));
  for (const GlobalVariable* variable : dynamic) {
    kernel.sharedVariables.push_back({variable->getName().str(), kernel.staticSharedBytes, 0, {}});
  }
}

void placeVariables(KernelModule& state, const std::map<std::string, uint64_t>& addresses) {
  Module& module = *state.module;
  SmallVector<Constant*, 16> shared;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == 3) shared.push_back(&variable);
  }
  convertUsersOfConstantsToInstructions(shared);
  for (const SharedVariable& placed : state.kernel->sharedVariables) {
    placeShared(state, *module.getNamedGlobal(placed.name), placed.offset);
  }
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() == 3) {
      if (variable.use_empty()) variable.eraseFromParent();
      continue;
    }
    const auto found = addresses.find(variable.getName().str());
    if (variable.isDeclaration() && isBuiltin(variable.getName())) {
      // Clang's threadIdx and its like have no contents, only member functions that never look at the object.
      variable.replaceAllUsesWith(ConstantPointerNull::get(variable.getType()));
      variable.eraseFromParent();
      continue;
    }
    if (found != addresses.end()) {
      Constant* address = ConstantInt::get(Type::getInt64Ty(module.getContext()), found->second);
      variable.replaceAllUsesWith(ConstantExpr::getIntToPtr(address, variable.getType()));
      variable.eraseFromParent();
    } else if (variable.isDeclaration() && !variable.use_empty()) {
      const Instruction& at = *state.entry->getEntryBlock().getTerminator();
      state.addUnsupported(at, "the variable " + demangled(variable.getName().str()) + ", declared but not defined in this unit");
    } else if (variable.isDeclaration()) {
      variable.eraseFromParent();
    }
  }
  for (SharedVariable& variable : state.kernel->sharedVariables) variable.name = variableName(variable.name);
}

bool staysInCode(const GlobalVariable& variable) {
  return variable.isConstant() && variable.hasInitializer() && namesFunction(*variable.getInitializer());
}

}  // namespace warpwright::engine
