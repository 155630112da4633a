#include "analysis/model/contraction.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis/model/ir_location.h"
#include "analysis/model/ir_preparation.h"

namespace warpwright::model {
namespace {

using llvm::Instruction;

/// Functions that round as IEEE 754 says, or not at all: whoever computes them gets the same.
bool isExact(const llvm::CallBase& call, bool approximates) {
  static const std::set<std::string> names{"fmax", "fmin",  "maxnum",    "minnum",   "fabs", "floor", "ceil",  "trunc",
                                           "rint", "round", "nearbyint", "copysign", "sqrt", "ldexp", "scalbn"};
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  llvm::StringRef name = callee->getName();
  if (name.contains("sqrt") && approximates) return false;
  if (name.consume_front("llvm.")) return names.contains(name.split('.').first.str());
  name.consume_front("__nv_");
  if (name.contains("_as_") || name.contains("2float") || name.contains("2double")) return true;  // conversions
  return names.contains(name.str()) || (name.consume_back("f") && names.contains(name.str()));
}

/// Does a call round in a way of its own? libdevice's functions do, which come back by pointers, too; and assembly that
/// computes with floating-point numbers may.
bool roundsItself(const llvm::CallBase& call, bool approximates) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    const llvm::StringRef text(assembly->getAsmString());
    return text.contains(".f16") || text.contains(".bf16") || text.contains(".f32") || text.contains(".f64");
  }
  const llvm::Function* callee = call.getCalledFunction();
  const bool isOfLibrary = callee && callee->getName().starts_with("__nv_") &&
                           std::any_of(call.arg_begin(), call.arg_end(), [](const llvm::Use& argument) {
                             return argument->getType()->isFPOrFPVectorTy();
                           });
  return (isOfLibrary || call.getType()->isFPOrFPVectorTy()) && !isExact(call, approximates);
}

bool isFused(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && (callee->getName().starts_with("llvm.fma.") || callee->getName().starts_with("llvm.fmuladd.") ||
                    callee->getName() == "__nv_fmaf" || callee->getName() == "__nv_fma");
}

/// What one function does with floating-point numbers.
struct Arithmetic {
  bool multiplies = false, adds = false, divides = false;
  const llvm::CallBase* call = nullptr;  ///< see roundsItself

  Arithmetic(const llvm::Function& kernel, bool approximates) {
    for (const Instruction& one : llvm::instructions(kernel)) {
      multiplies |= one.getOpcode() == Instruction::FMul;
      adds |= one.getOpcode() == Instruction::FAdd || one.getOpcode() == Instruction::FSub;
      divides |= one.getOpcode() == Instruction::FDiv;
      const auto* called = llvm::dyn_cast<llvm::CallBase>(&one);
      // A written-out fma with a factor of 1 is a sum, one that adds 0 a product.
      if (called && isFused(*called))
        multiplies = adds = true;
      else if (called && roundsItself(*called, approximates))
        call = called;
    }
  }
};

/// The product that a value is, handed on or turned into its negative; null: none.
const Instruction* productIn(const llvm::Value* value, std::set<const llvm::Value*>& seen) {
  const auto* one = llvm::dyn_cast<Instruction>(value);
  if (!one || !seen.insert(one).second) return nullptr;
  if (one->getOpcode() == Instruction::FMul) return one;
  const bool hands = one->getOpcode() == Instruction::FNeg || one->getOpcode() == Instruction::BitCast ||
                     llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::InsertValueInst, llvm::InsertElementInst>(one);
  if (!hands) return nullptr;
  for (const llvm::Use& operand : one->operands()) {
    if (const Instruction* product = productIn(operand, seen)) return product;
  }
  return nullptr;
}

/// The store of a product in memory that the kernel loads from; null: there is none. A thread's own memory does not
/// count: compilers see through it.
const Instruction* storedProduct(const llvm::Function& kernel) {
  const auto objectOf = [](const llvm::Value* pointer) -> const llvm::Value* {
    const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
    return llvm::isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(object) ? object : nullptr;
  };
  std::set<const llvm::Value*> loaded;  // null: any
  for (const Instruction& one : llvm::instructions(kernel)) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) loaded.insert(objectOf(load->getPointerOperand()));
  }
  for (const Instruction& one : llvm::instructions(kernel)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one);
    std::set<const llvm::Value*> seen;
    if (!store || !productIn(store->getValueOperand(), seen)) continue;
    const llvm::Value* object = objectOf(store->getPointerOperand());
    if (object && llvm::isa<llvm::AllocaInst>(object)) continue;
    if (!object || loaded.contains(object) || loaded.contains(nullptr)) return store;
  }
  return nullptr;
}

bool names(const std::vector<std::string>& flags, const char* flag) {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

}  // namespace

Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  const frontend::CompileCommand& command = unit.command();
  const bool fuses = !names(command.flags, "-ffp-contract=off"),
             approximates = names(command.flags, "-fgpu-approx-transcendentals") || !command.roundingFlags.empty(),
             flushes = names(command.flags, "-fgpu-flush-denormals-to-zero");
  llvm::Module* module = unit.deviceModule();
  if (!module) return "there is no device code to look at";
  PreparedModule prepared(*module, kernels);
  for (const std::string& name : kernels) {
    llvm::Function* kernel = prepared.kernel(name, {});
    if (!kernel) return "there is no device code to look at";
    const Arithmetic arithmetic(*kernel, approximates);
    if (arithmetic.call)
      return {"a function is called at %1 that rounds in its own way", lineText(kernelLineOf(*arithmetic.call))};
    if (fuses && arithmetic.multiplies && arithmetic.adds)
      return "the kernel both multiplies and adds floating-point numbers";
    // A quotient by a power of two is a product.
    if (fuses && arithmetic.divides && arithmetic.adds)
      return "the kernel both divides and adds floating-point numbers";
    // `x * 1` of a denormal number is zero then, x is not.
    if (flushes && (arithmetic.multiplies || arithmetic.adds || arithmetic.divides))
      return "the kernel makes denormal numbers zero where it computes";
    if (approximates && arithmetic.divides) return "the kernel divides less exactly than it could";
  }
  return {};
}

Message openStoredProducts(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  llvm::Module* module = unit.deviceModule();
  if (!module || names(unit.command().flags, "-ffp-contract=off")) return {};
  PreparedModule prepared(*module, kernels);
  for (const std::string& name : kernels) {
    llvm::Function* kernel = prepared.kernel(name, {});
    if (!kernel || !Arithmetic(*kernel, false).adds) continue;
    if (const Instruction* store = storedProduct(*kernel))
      return {"the product that is stored at %1 may be added where it is loaded", lineText(kernelLineOf(*store))};
  }
  return {};
}

}  // namespace warpwright::model
