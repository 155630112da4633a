#include "analysis/resources/device_bitcode.h"

#include <vector>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "analysis/frontend/ir_passes.h"

namespace warpwright::resources {
namespace {

llvm::Function* annotated(const llvm::MDNode& node) {
  return node.getNumOperands() < 2 ? nullptr : llvm::mdconst::dyn_extract_or_null<llvm::Function>(node.getOperand(0));
}

/// Takes other kernels out of the module, and what only they use.
void keepKernels(llvm::Module& module, const std::set<std::string>& wanted) {
  llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  std::set<llvm::Function*> others;
  for (const llvm::MDNode* node : annotations->operands()) {
    llvm::Function* function = annotated(*node);
    const auto* kind = function ? llvm::dyn_cast<llvm::MDString>(node->getOperand(1)) : nullptr;
    if (kind && kind->getString() == "kernel" && !wanted.contains(function->getName().str())) others.insert(function);
  }
  if (others.empty()) return;
  std::vector<llvm::MDNode*> kept;
  for (llvm::MDNode* node : annotations->operands()) {
    if (!others.contains(annotated(*node))) kept.push_back(node);
  }
  annotations->clearOperands();
  for (llvm::MDNode* node : kept) annotations->addOperand(node);
  for (llvm::Function* function : others) {
    function->deleteBody();
    if (function->use_empty()) function->eraseFromParent();
  }
  frontend::IrPasses passes;
  llvm::GlobalDCEPass().run(module, passes.modules);
}

}  // namespace

DeviceBitcode takeBitcode(const llvm::Module* module, const std::set<std::string>* only) {
  DeviceBitcode code;
  if (!module) return code;
  llvm::raw_string_ostream stream(code.bytes);
  // Without what says where it stood in the text: code that an edit only moved stays the same bytes.
  const std::unique_ptr<llvm::Module> bare = llvm::CloneModule(*module);
  llvm::StripDebugInfo(*bare);
  if (only) keepKernels(*bare, *only);
  code.instructions = bare->getInstructionCount();
  llvm::WriteBitcodeToFile(*bare, stream);
  return code;
}

}  // namespace warpwright::resources
