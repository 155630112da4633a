#include "analysis/engine/lower/managed_marks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace warpwright::engine {
namespace {

/// As resources/cuda/include/warpwright/legacy.h marks them.
constexpr const char* mark = "warpwright.managed";

}  // namespace

std::vector<llvm::GlobalVariable*> managedVariables(const llvm::Module& module) {
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

}  // namespace warpwright::engine
