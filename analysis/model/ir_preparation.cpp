#include "analysis/model/ir_preparation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <map>
#include <set>

#include "analysis/frontend/ir_passes.h"

namespace warpwright::model {
namespace {

std::set<const llvm::GlobalValue*> reachableFrom(const std::vector<llvm::Function*>& kernels) {
  std::set<const llvm::GlobalValue*> reached;
  std::vector<const llvm::Function*> open(kernels.begin(), kernels.end());
  while (!open.empty()) {
    const llvm::Function* function = open.back();
    open.pop_back();
    if (function->isDeclaration() || !reached.insert(function).second) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::Value* operand : instruction.operands()) {
        if (const auto* callee = llvm::dyn_cast<llvm::Function>(operand->stripPointerCasts())) open.push_back(callee);
      }
    }
  }
  return reached;
}

/// Registers that hold one value for a thread's whole life.
bool readsPosition(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
      return true;
    default:
      return false;
  }
}

/// Reads each of them once, at the entry: `i += gridDim.x` is then seen to take equal steps.
void readPositionsFirst(llvm::Function& function) {
  std::map<llvm::Intrinsic::ID, llvm::Instruction*> first;
  std::vector<llvm::Instruction*> reads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (readsPosition(instruction)) reads.push_back(&instruction);
  }
  const auto entry = function.getEntryBlock().getFirstInsertionPt();
  for (llvm::Instruction* read : reads) {
    llvm::Instruction*& kept = first[llvm::cast<llvm::IntrinsicInst>(read)->getIntrinsicID()];
    if (kept) {
      read->replaceAllUsesWith(kept);
      read->eraseFromParent();
      continue;
    }
    kept = read;
    if (read != &*entry) read->moveBefore(&*entry);
  }
}

void inlineDeviceFunctions(llvm::Module& module, const std::set<std::string>& kernels) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (kernels.count(function.getName().str()) == 0) function.addFnAttr(llvm::Attribute::AlwaysInline);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) call->removeFnAttr(llvm::Attribute::NoInline);
    }
  }
  frontend::IrPasses analyses;
  // What is small already is quickly copied into its callers.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses.functions);
  }
  analyses.functions.clear();
  llvm::AlwaysInlinerPass(/*InsertLifetime=*/false).run(module, analyses.modules);
  analyses.functions.clear();
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerExpectIntrinsicPass());  // `[[likely]]`: the condition itself is what counts
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::LoopSimplifyPass());
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || kernels.count(function.getName().str()) == 0) continue;
    passes.run(function, analyses.functions);
    readPositionsFirst(function);
  }
}

/// Replaces a value by a constant and folds what becomes constant. Loads stay: they are accesses.
void replaceAndFold(llvm::Instruction* instruction, llvm::Constant* value, const llvm::DataLayout& layout) {
  std::vector<std::pair<llvm::Instruction*, llvm::Constant*>> open{{instruction, value}};
  std::set<llvm::Instruction*> done;
  while (!open.empty()) {
    const auto [current, constant] = open.back();
    open.pop_back();
    if (!done.insert(current).second) continue;
    std::vector<llvm::Instruction*> users;
    for (llvm::User* user : current->users()) {
      if (auto* next = llvm::dyn_cast<llvm::Instruction>(user)) users.push_back(next);
    }
    current->replaceAllUsesWith(constant);
    for (llvm::Instruction* user : users) {
      const bool pure =
          llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst>(user);
      if (!pure || done.count(user)) continue;
      if (llvm::Constant* folded = llvm::ConstantFoldInstruction(user, layout)) open.push_back({user, folded});
    }
  }
  for (llvm::Instruction* dead : done) dead->eraseFromParent();
}

int blockDimension(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call) return -1;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return 0;
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y:
      return 1;
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z:
      return 2;
    default:
      return -1;
  }
}

}  // namespace

PreparedModule::PreparedModule(llvm::Module& module, const std::vector<std::string>& kernels) {
  std::vector<llvm::Function*> functions;
  std::set<std::string> names;
  for (const std::string& name : kernels) {
    llvm::Function* function = module.getFunction(name);
    if (!function || function->isDeclaration()) continue;
    functions.push_back(function);
    names.insert(name);
  }
  const auto reached = reachableFrom(functions);
  llvm::ValueToValueMapTy map;
  module_ = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* value) {
    return !llvm::isa<llvm::Function>(value) || reached.count(value) != 0;
  });
  inlineDeviceFunctions(*module_, names);
}

PreparedModule::PreparedModule(PreparedModule&&) noexcept = default;
PreparedModule::~PreparedModule() = default;

llvm::Function* PreparedModule::kernel(const std::string& mangledName,
                                       const std::array<std::optional<uint32_t>, 3>& block) {
  llvm::Function* original = module_->getFunction(mangledName);
  if (!original || original->isDeclaration()) return nullptr;
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(original, map);
  std::vector<std::pair<llvm::Instruction*, uint32_t>> sizes;
  for (llvm::Instruction& instruction : llvm::instructions(copy)) {
    const int dimension = blockDimension(instruction);
    if (dimension >= 0 && block[dimension]) sizes.emplace_back(&instruction, *block[dimension]);
  }
  for (const auto& [instruction, size] : sizes) {
    replaceAndFold(instruction, llvm::ConstantInt::get(instruction->getType(), size), module_->getDataLayout());
  }
  return copy;
}

void PreparedModule::drop(llvm::Function* copy) {
  copy->eraseFromParent();
}

}  // namespace warpwright::model
