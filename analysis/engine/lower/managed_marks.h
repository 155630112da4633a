#pragma once

#include <vector>

namespace llvm {
class GlobalVariable;
class Module;
}  // namespace llvm

namespace warpwright::engine {

/// The __managed__ variables of a module, of the host or of the device.
std::vector<llvm::GlobalVariable*> managedVariables(const llvm::Module& module);

}  // namespace warpwright::engine
