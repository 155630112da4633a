#include "analysis/engine/host/managed_variables.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "analysis/engine/lower/managed_marks.h"

namespace warpwright::engine {
Status placeManagedVariables(HostUnit& unit, unsigned number, const DeviceProgram& device,
                             HostProgram::Symbols& symbols) {
  llvm::Module& module = *unit.module;
  const std::vector<llvm::GlobalVariable*> variables = managedVariables(module);
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
