#include "analysis/resources/device_bitcode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace warpwright::resources {

DeviceBitcode takeBitcode(const llvm::Module* module) {
  DeviceBitcode code;
  if (!module) return code;
  code.instructions = module->getInstructionCount();
  llvm::raw_string_ostream stream(code.bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  return code;
}

}  // namespace warpwright::resources
