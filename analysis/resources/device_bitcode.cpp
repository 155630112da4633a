#include "analysis/resources/device_bitcode.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace warpwright::resources {

DeviceBitcode takeBitcode(const llvm::Module* module) {
  DeviceBitcode code;
  if (!module) return code;
  code.instructions = module->getInstructionCount();
  llvm::raw_string_ostream stream(code.bytes);
  // Without what says where it stood in the text: code that an edit only moved stays the same bytes.
  const std::unique_ptr<llvm::Module> bare = llvm::CloneModule(*module);
  llvm::StripDebugInfo(*bare);
  llvm::WriteBitcodeToFile(*bare, stream);
  return code;
}

}  // namespace warpwright::resources
