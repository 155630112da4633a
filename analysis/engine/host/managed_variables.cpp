#include "analysis/engine/host/managed_variables.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace warpwright::engine {
namespace {

/// As resources/cuda/include/warpwright/legacy.h marks them.
constexpr const char* mark = "warpwright.managed";

std::vector<llvm::GlobalVariable*> markedVariables(const llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> found;
  const llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations");
  if (!list || !list->hasInitializer()) return found;
  for (const llvm::Use& entry : list->getInitializer()->operands()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry.get());
    if (!fields || fields->getNumOperands() < 2) continue;
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    const auto* data =
        text && text->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer()) : nullptr;
    if (variable && data && data->isCString() && data->getAsCString() == mark) found.push_back(variable);
  }
  return found;
}

}  // namespace

Status placeManagedVariables(HostUnit& unit, unsigned number, const DeviceProgram& device,
                             HostProgram::Symbols& symbols) {
  llvm::Module& module = *unit.module;
  const std::vector<llvm::GlobalVariable*> variables = markedVariables(module);
  if (llvm::GlobalVariable* list = module.getNamedGlobal("llvm.global.annotations")) list->eraseFromParent();
  for (llvm::GlobalVariable* variable : variables) {
    const auto place = device.variable(number, variable->getName().str());
    if (!place) {
      return inputError("The managed variable " + variable->getName().str() + " of " + unit.name +
                        " is not in the device code.");
    }
    variable->setComdat(nullptr);
    variable->setInitializer(nullptr);
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable->setVisibility(llvm::GlobalValue::DefaultVisibility);
    variable->setDSOLocal(false);
    variable->setExternallyInitialized(false);
    // Static ones of several units may have the same name.
    variable->setName(variable->getName() + ".managed." + std::to_string(number));
    symbols[variable->getName().str()] = reinterpret_cast<void*>(place->address);
  }
  return {};
}

}  // namespace warpwright::engine
