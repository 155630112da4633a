#include "analysis/engine/host/host_module.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <map>

namespace warpwright::engine {
namespace {

/// The plain name of a function: "cudaMalloc" also for an instance of the template of that name.
std::string baseName(const std::string& symbol) {
  if (symbol.compare(0, 2, "_Z") != 0) return symbol;
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(symbol.c_str())) return symbol;
  size_t size = 0;
  char* text = demangler.getFunctionBaseName(nullptr, &size);
  if (!text) return symbol;
  std::string name(text);
  std::free(text);
  return name.substr(0, name.find('<'));
}

bool isRuntimeName(const std::string& name) {
  return name.rfind("cuda", 0) == 0 || name == "__cudaPushCallConfiguration";
}

/// Functions of headers that pass a call on: the place that matters is where they are called.
bool isForwarder(const std::string& symbol) {
  return symbol.find("__device_stub__") != std::string::npos || isRuntimeName(baseName(symbol));
}

/// Where the user wrote the instruction: out of inlined forwarders.
SourcePosition positionOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  while (location && location->getInlinedAt() &&
         isForwarder(location->getScope()->getSubprogram()->getLinkageName().empty()
                         ? location->getScope()->getSubprogram()->getName().str()
                         : location->getScope()->getSubprogram()->getLinkageName().str())) {
    location = location->getInlinedAt();
  }
  if (!location) return {};
  std::string file = location->getFilename().str();
  if (!file.empty() && file.front() != '/' && !location->getDirectory().empty()) {
    file = location->getDirectory().str() + "/" + file;
  }
  return {std::move(file), location->getLine(), location->getColumn()};
}

void markCallSites(llvm::Module& module, std::vector<CallSite>& sites) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::FunctionCallee mark = module.getOrInsertFunction("warpwright_call_site", llvm::Type::getVoidTy(context),
                                                               llvm::Type::getInt32Ty(context));
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || isForwarder(function.getName().str())) continue;
    std::vector<std::pair<llvm::CallBase*, std::string>> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isIntrinsic()) continue;
      std::string name = baseName(callee->getName().str());
      if (isRuntimeName(name)) calls.emplace_back(call, std::move(name));
    }
    for (auto& [call, name] : calls) {
      llvm::IRBuilder<> builder(call);
      builder.CreateCall(mark, builder.getInt32(static_cast<uint32_t>(sites.size())));
      sites.push_back({name, positionOf(*call), !call->use_empty()});
    }
  }
}

/// The address of an atomic or volatile access to what may be memory of others; null: it is none.
llvm::Value* meantAddress(llvm::Instruction& instruction) {
  llvm::Value* address = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && (load->isVolatile() || load->isAtomic()))
    address = load->getPointerOperand();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && (store->isVolatile() || store->isAtomic()))
    address = store->getPointerOperand();
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) address = update->getPointerOperand();
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) address = exchange->getPointerOperand();
  return address && !llvm::isa<llvm::AllocaInst>(address->stripInBoundsOffsets()) ? address : nullptr;
}

void markMeantAccesses(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::FunctionCallee mark = module.getOrInsertFunction(meantAccessFunction, llvm::Type::getVoidTy(context),
                                                               llvm::PointerType::getUnqual(context));
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::Value* address = meantAddress(instruction)) llvm::IRBuilder<>(&instruction).CreateCall(mark, address);
    }
  }
}

void nameTheUnit(llvm::Module& module, unsigned unit) {
  llvm::Function* registration = module.getFunction("__cudaRegisterFatBinary");
  if (!registration) return;
  auto* number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(module.getContext()), unit + 1);
  for (llvm::User* user : registration->users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->arg_size() != 1) continue;
    call->setArgOperand(0, llvm::ConstantExpr::getIntToPtr(number, call->getArgOperand(0)->getType()));
  }
}

/// The first instruction with a known place that uses `value`, also through constants.
SourcePosition placeOfUse(const llvm::Value& value, int depth = 0) {
  for (const llvm::User* user : value.users()) {
    SourcePosition found;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      found = positionOf(*instruction);
    } else if (llvm::isa<llvm::Constant>(user) && depth < 4) {
      found = placeOfUse(*user, depth + 1);
    }
    if (found.isValid()) return found;
  }
  return {};
}

}  // namespace

void prepareHostModule(llvm::Module& module, unsigned unit, std::vector<CallSite>& sites, bool markMeant) {
  markCallSites(module, sites);
  if (markMeant) markMeantAccesses(module);
  nameTheUnit(module, unit);
  for (llvm::GlobalValue& global : module.global_values()) {
    if (global.isDeclaration()) global.setDSOLocal(false);
  }
}

std::vector<ExternalUse> externalUses(const llvm::Module& module) {
  std::vector<ExternalUse> uses;
  for (const llvm::GlobalValue& global : module.global_values()) {
    if (!global.isDeclaration() || global.use_empty()) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(&global);
    if (function && function->isIntrinsic()) continue;
    uses.push_back({global.getName().str(), placeOfUse(global), global.hasExternalWeakLinkage()});
  }
  return uses;
}

std::vector<std::string> definedSymbols(const llvm::Module& module) {
  std::vector<std::string> symbols;
  for (const llvm::GlobalValue& global : module.global_values()) {
    if (!global.isDeclaration() && !global.hasLocalLinkage()) symbols.push_back(global.getName().str());
  }
  return symbols;
}

std::string readableSymbol(const std::string& symbol) {
  return llvm::demangle(symbol);
}

}  // namespace warpwright::engine
