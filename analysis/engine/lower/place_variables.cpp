#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/Alignment.h>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/source_names.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// True where the initialiser names a function, whose address only machine code knows, or a shared variable.
bool namesFunctionOrShared(const Constant& constant, bool functionsToo = true) {
  if (isa<Function>(constant)) return functionsToo;
  if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) return variable->getAddressSpace() == 3;
  for (const Use& use : constant.operands()) {
    if (namesFunctionOrShared(*cast<Constant>(use.get()), functionsToo)) return true;
  }
  return false;
}

/// Stores a constant at `offset` from `to`, element by element.
void storeParts(IRBuilder<>& builder, const DataLayout& layout, Constant& value, Value* to, uint64_t offset) {
  Type* type = value.getType();
  if (auto* structure = dyn_cast<StructType>(type)) {
    const StructLayout* fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      storeParts(builder, layout, *value.getAggregateElement(i), to, offset + fields->getElementOffset(i));
    }
  } else if (auto* array = dyn_cast<ArrayType>(type)) {
    const uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i) {
      storeParts(builder, layout, *value.getAggregateElement(i), to, offset + i * step);
    }
  } else if (!isa<UndefValue>(value)) {
    builder.CreateStore(&value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), to, offset));
  }
}

bool isBuiltin(StringRef name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" || name == "warpSize";
}

/// A function that is called through a pointer may run in a launch of another kernel.
void addOwnSharedCheck(KernelModule& state, IRBuilder<>& builder, Value* thread, const Instruction& user) {
  Type* i32 = builder.getInt32Ty();
  Type* i64 = builder.getInt64Ty();
  FunctionCallee callee =
      state.module->getOrInsertFunction(ownSharedCheck, builder.getVoidTy(), thread->getType(), i64, i32);
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  const uint32_t site = state.addSite(user, SiteKind::call);
  builder.CreateCall(
      callee, {thread, builder.getInt64(reinterpret_cast<uint64_t>(state.kernel.get())), builder.getInt32(site)});
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
      Instruction* after = isa<llvm::Argument>(thread) ? &*function.getEntryBlock().getFirstInsertionPt()
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

void expandSharedTables(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  for (GlobalVariable& table : make_early_inc_range(module.globals())) {
    if (!table.hasPrivateLinkage() || !table.isConstant() || !table.hasInitializer()) continue;
    if (!namesFunctionOrShared(*table.getInitializer(), false)) continue;
    for (User* user : make_early_inc_range(table.users())) {
      auto* copy = dyn_cast<MemCpyInst>(user);
      const auto* bytes = copy ? dyn_cast<ConstantInt>(copy->getLength()) : nullptr;
      if (!bytes || bytes->getZExtValue() != layout.getTypeAllocSize(table.getValueType()) ||
          copy->getRawSource() != &table)
        continue;
      IRBuilder<> builder(copy);
      storeParts(builder, layout, *table.getInitializer(), copy->getRawDest(), 0);
      copy->eraseFromParent();
    }
    if (table.use_empty()) table.eraseFromParent();
  }
}

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
      state.addUnsupported(
          at, "the variable " + demangled(variable.getName().str()) + ", declared but not defined in this unit");
    } else if (variable.isDeclaration()) {
      variable.eraseFromParent();
    }
  }
  for (SharedVariable& variable : state.kernel->sharedVariables) variable.name = variableName(variable.name);
  for (const auto& [site, name] : state.variableSites) {
    if (const auto found = addresses.find(name); found != addresses.end())
      (*state.kernel->sites)[site].base = found->second;
  }
}

bool staysInCode(const GlobalVariable& variable) {
  return variable.isConstant() && variable.hasInitializer() && namesFunctionOrShared(*variable.getInitializer());
}

}  // namespace warpwright::engine
