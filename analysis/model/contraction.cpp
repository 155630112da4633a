#include "analysis/model/contraction.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/alike_values.h"
#include "analysis/model/ir_location.h"
#include "analysis/model/prepared_unit.h"
#include "analysis/model/repeated_products.h"

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
  // Written out, `__fmul_rn(a, b)`: no compiler makes them one with another.
  static const std::set<std::string> written{"fmul_rn", "fadd_rn", "fsub_rn", "fmaf_rn",
                                             "dmul_rn", "dadd_rn", "dsub_rn", "fma_rn"};
  return names.contains(name.str()) || written.contains(name.str()) ||
         (name.consume_back("f") && names.contains(name.str()));
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

/// `a * b + c` of one expression, which compilers may make one operation.
bool isOpenlyFused(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("llvm.fmuladd.");
}

/// That, or one that is written out.
bool isFused(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && (callee->getName().starts_with("llvm.fma.") || callee->getName().starts_with("llvm.fmuladd.") ||
                    callee->getName() == "__nv_fmaf" || callee->getName() == "__nv_fma" ||
                    callee->getName() == "__nv_fmaf_rn" || callee->getName() == "__nv_fma_rn");
}

/// Reads memory, or another thread's value, and computes nothing.
bool onlyReads(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->getName().starts_with("llvm.nvvm.")) return false;
  const llvm::StringRef name = callee->getName();
  return name.contains(".ldg.") || name.contains(".ldu.") || name.contains(".shfl.") || name.contains(".tex.");
}

/// Values that a compiler may come to know: arguments that are whole numbers, indices, extents, tables, what is
/// computed of them and of constants, and what is loaded where such values are stored.
class Knowable {
 public:
  explicit Knowable(const llvm::Function& kernel) {
    for (const Instruction& one : llvm::instructions(kernel)) {
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one)) stores_.push_back(store);
      writesOtherwise_ |= llvm::isa<llvm::MemIntrinsic>(one);
    }
  }
  /// May it become a constant that it is not yet?
  bool becomesConstant(const llvm::Value& value) { return !llvm::isa<llvm::Constant>(value) && isKnown(value, false); }
  /// Is it, or may it become, minus zero? Only that leaves alone what it is added to.
  bool isNothing(const llvm::Value& value) { return isKnown(value, true); }

 private:
  /// `asNothing`: as minus zero.
  bool isKnown(const llvm::Value& value, bool asNothing) {
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(&value))
      return !asNothing || (constant->isZero() && constant->isNegative());
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getType()->isIntegerTy();
    const auto* one = llvm::dyn_cast<Instruction>(&value);
    if (!one || ++steps_ > mostSteps) return true;
    if (!open_.insert(one).second) return true;  // round a loop, what else it is decides
    const bool known = isMadeKnown(*one, asNothing);
    open_.erase(one);
    return known;
  }

  bool isMadeKnown(const Instruction& one, bool asNothing) {
    const auto isOf = [&](const llvm::Use& operand) { return isKnown(*operand.get(), false); };
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) return isStoredKnown(*load, asNothing);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&one))
      return !onlyReads(*call) && std::all_of(call->arg_begin(), call->arg_end(), isOf);
    if (const auto* chooses = llvm::dyn_cast<llvm::SelectInst>(&one))
      return isKnown(*chooses->getTrueValue(), asNothing) || isKnown(*chooses->getFalseValue(), asNothing);
    if (const auto* meets = llvm::dyn_cast<llvm::PHINode>(&one))
      return std::any_of(meets->op_begin(), meets->op_end(), [&](const llvm::Use& way) {
        const auto* made = llvm::dyn_cast<Instruction>(way.get());
        return !(made && open_.contains(made)) && isKnown(*way.get(), asNothing);
      });
    // `x % 1`, `x * 0` and `x & 0` are known, whatever x is.
    const bool mayAbsorb = one.isShift() || one.isIntDivRem() || one.getOpcode() == Instruction::Mul ||
                           one.getOpcode() == Instruction::And || one.getOpcode() == Instruction::Or;
    if (mayAbsorb && std::any_of(one.op_begin(), one.op_end(),
                                 [&](const llvm::Use& operand) { return becomesConstant(*operand.get()); }))
      return true;
    // A whole number that is zero is plus zero.
    if (asNothing && llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(one)) return false;
    return std::all_of(one.op_begin(), one.op_end(), isOf);
  }

  /// May it read what is known: a table, or what is stored behind the same pointer?
  bool isStoredKnown(const llvm::LoadInst& load, bool asNothing) {
    const llvm::Value* object = objectOf(*load.getPointerOperand());
    const auto* table = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object);
    if (writesOtherwise_ || (table && (table->isConstant() || table->hasDefinitiveInitializer()) && !isShared(*table)))
      return true;
    return std::any_of(stores_.begin(), stores_.end(), [&](const llvm::StoreInst* store) {
      const llvm::Value* stored = objectOf(*store->getPointerOperand());
      return (!object || !stored || object == stored) && isKnown(*store->getValueOperand(), asNothing);
    });
  }
  static bool isShared(const llvm::GlobalVariable& variable) { return variable.getAddressSpace() == 3; }

  static constexpr size_t mostSteps = 50'000;
  std::vector<const llvm::StoreInst*> stores_;
  bool writesOtherwise_ = false;
  size_t steps_ = 0;
  std::set<const Instruction*> open_;
};

/// May a function that keeps its body compute with floating-point numbers, itself or by what it calls?
bool mayCompute(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction& one) {
    const auto* called = llvm::dyn_cast<llvm::CallBase>(&one);
    const llvm::Function* callee = called ? called->getCalledFunction() : nullptr;
    return one.getType()->isFPOrFPVectorTy() ||
           (called && !called->isInlineAsm() && !(callee && callee->isDeclaration()));
  });
}

/// What one function does with floating-point numbers.
struct Arithmetic {
  bool multiplies = false, adds = false, divides = false;
  bool writesOut = false;                ///< says how it rounds: `__fmul_rn(a, b)`
  const llvm::CallBase* call = nullptr;  ///< see roundsItself

  Arithmetic(const llvm::Function& kernel, bool approximates) {
    Knowable knowable(kernel);
    for (const Instruction& one : llvm::instructions(kernel)) {
      multiplies |= one.getOpcode() == Instruction::FMul;
      adds |= one.getOpcode() == Instruction::FAdd || one.getOpcode() == Instruction::FSub;
      divides |= one.getOpcode() == Instruction::FDiv;
      const auto* called = llvm::dyn_cast<llvm::CallBase>(&one);
      writesOut |= called && called->getType()->isFPOrFPVectorTy() && !onlyReads(*called);
      // What is not made part of the kernel may compute, and be made for the values that it is called with.
      const llvm::Function* callee = called ? called->getCalledFunction() : nullptr;
      if (called && !called->isInlineAsm() && (!callee || mayCompute(*callee))) call = called;
      if (called && isOpenlyFused(*called)) {
        multiplies = adds = true;
      } else if (called && isFused(*called)) {
        // With a factor of 1 it is a sum, adding minus zero a product.
        adds |=
            knowable.becomesConstant(*called->getArgOperand(0)) || knowable.becomesConstant(*called->getArgOperand(1));
        multiplies |= knowable.isNothing(*called->getArgOperand(2));
      } else if (called && roundsItself(*called, approximates))
        call = called;
    }
  }
};

/// A product, or what compilers may make end in one: a quotient by a constant or one that is less exact, what a
/// function of the library gives (`expf` scales at its end), assembly that computes.
bool mayBeProduct(const Instruction& one) {
  if (one.getOpcode() == Instruction::FMul || one.getOpcode() == Instruction::FDiv) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
  return call && !onlyReads(*call) && !call->getType()->isVoidTy() && roundsItself(*call, false);
}

/// The product that a value is, handed on, packed with another one, turned into its negative, or rounded to fewer bits
/// (a bfloat16's, by sums of whole numbers); null: none. `isApart`: what has gone into a sum is none.
const Instruction* productIn(const llvm::Value* value, std::set<const llvm::Value*>& seen, bool isApart = false) {
  const auto* one = llvm::dyn_cast<Instruction>(value);
  if (!one || !seen.insert(one).second) return nullptr;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(one);
  if (isApart && call && isFused(*call)) return nullptr;
  if (mayBeProduct(*one)) return one;
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  const bool handsBits = call && (call->isInlineAsm() || (callee && callee->getName().contains("_as_")));
  const bool isOfBits = llvm::isa<llvm::BinaryOperator>(one) && one->getType()->isIntOrIntVectorTy();
  const bool hands = one->getOpcode() == Instruction::FNeg || one->isCast() || isOfBits || handsBits ||
                     llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::InsertValueInst, llvm::ExtractValueInst,
                               llvm::InsertElementInst, llvm::ExtractElementInst, llvm::ShuffleVectorInst>(one);
  if (!hands) return nullptr;
  for (const llvm::Use& operand : one->operands()) {
    if (const Instruction* product = productIn(operand, seen, isApart)) return product;
  }
  return nullptr;
}

/// The store of a product in memory that the kernel loads from; null: there is none. A thread's own memory does not
/// count: compilers see through it.
const Instruction* storedProduct(const llvm::Function& kernel) {
  std::set<const llvm::Value*> loaded;  // null: any
  for (const Instruction& one : llvm::instructions(kernel)) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) loaded.insert(objectOf(*load->getPointerOperand()));
  }
  for (const Instruction& one : llvm::instructions(kernel)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one);
    std::set<const llvm::Value*> seen;
    if (!store || !productIn(store->getValueOperand(), seen)) continue;
    const llvm::Value* object = objectOf(*store->getPointerOperand());
    if (object && llvm::isa<llvm::AllocaInst>(object)) continue;
    if (!object || loaded.contains(object) || loaded.contains(nullptr)) return store;
  }
  return nullptr;
}

FloatProduct productOf(const Instruction& one) {
  static constexpr char product = 0, quotient = 0;
  const auto first = [&](unsigned count) {
    return std::vector<const llvm::Value*>(one.op_begin(), one.op_begin() + count);
  };
  if (one.getOpcode() == Instruction::FMul) return {&one, &product, first(2)};
  if (one.getOpcode() == Instruction::FDiv) return {&one, &quotient, first(2)};
  const auto& call = llvm::cast<llvm::CallBase>(one);
  if (isFused(call)) return {&one, &product, first(2)};
  return {&one, call.getCalledOperand(), first(call.arg_size())};
}

/// One of the kernel's products that are made again (RepeatedProducts); null: there is none.
const Instruction* repeatedProduct(llvm::Function& kernel, bool sees) {
  std::vector<FloatProduct> products;
  for (const Instruction& one : llvm::instructions(kernel)) {
    if (mayBeProduct(one)) products.push_back(productOf(one));
  }
  return RepeatedProducts(kernel, std::move(products)).any(sees);
}

/// A sum of two products. Which of them it takes compilers choose by where their factors come from: what is loaded
/// first comes first. `sees`: only one whose factors are made of what the kernel stores. Null: there is none.
const Instruction* sumOfProducts(llvm::Function& kernel, bool sees) {
  const AlikeValues values(kernel);
  const auto isProduct = [&](const llvm::Value* value) {
    std::set<const llvm::Value*> seen;
    return productIn(value, seen, true) != nullptr;
  };
  for (const Instruction& one : llvm::instructions(kernel)) {
    const bool isSum = one.getOpcode() == Instruction::FAdd || one.getOpcode() == Instruction::FSub;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
    const bool isOfTwo = isSum ? isProduct(one.getOperand(0)) && isProduct(one.getOperand(1))
                               : call && isOpenlyFused(*call) && isProduct(call->getArgOperand(2));
    if (isOfTwo && (!sees || values.isMadeOfStored(one))) return &one;
  }
  return nullptr;
}

/// How the flags have the GPU round. Of what is said twice, the last counts; fast mathematics ask for all of it.
struct Rounding {
  bool fuses = true, approximates = false, flushes = false;

  explicit Rounding(const frontend::CompileCommand& command) {
    for (const std::string& flag : command.flags) {
      if (flag.starts_with("-ffp-contract=")) fuses = !flag.ends_with("=off");
      if (flag.ends_with("gpu-flush-denormals-to-zero")) flushes = !flag.starts_with("-fno-");
      approximates = approximates || flag == "-fgpu-approx-transcendentals";
    }
    fuses = fuses || approximates;
    flushes = flushes || approximates;
    approximates = approximates || std::ranges::any_of(command.nvccFlags, [](const std::string& flag) {
                     return flag.starts_with("-prec-");
                   });
  }
};

/// What `judge` says of the first kernel that it says something of. `missing`: of one that has no code.
template <typename Judge>
Message firstOf(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels, const Message& missing,
                Judge judge) {
  PreparedModule* prepared = preparedKernels(unit);
  for (const std::string& name : kernels) {
    llvm::Function* kernel = prepared ? prepared->kernel(name, {}) : nullptr;
    if (!kernel && missing.empty()) continue;
    if (!kernel) return missing;
    Message open = judge(*kernel);
    PreparedModule::drop(kernel);
    if (!open.empty()) return open;
  }
  return {};
}

/// Are numbers added, by the kernel or by what it calls?
bool mayAdd(const llvm::Function& kernel) {
  const Arithmetic arithmetic(kernel, false);
  return arithmetic.adds || arithmetic.call;
}

/// What `wordsAt` says of the place of the product that `find` shows first in a kernel that adds numbers, where
/// compilers may round a product with a sum.
template <typename Find, typename Words>
Message firstProduct(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels, const Find& find,
                     const Words& wordsAt) {
  if (!unit.deviceModule() || !Rounding(unit.command()).fuses) return {};
  return firstOf(unit, kernels, {}, [&](llvm::Function& kernel) -> Message {
    const Instruction* product = mayAdd(kernel) ? find(kernel) : nullptr;
    return product ? wordsAt(lineText(kernelLineOf(*product))) : Message();
  });
}

Message sayTaken(const LineList& at) {
  return {"the sum at %1 is of two products, and may take the other one then", at};
}

/// As openContraction, which each pass asks again.
Message contractionOf(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  const auto [fuses, approximates, flushes] = Rounding(unit.command());
  if (!unit.deviceModule()) return "there is no device code to look at";
  return firstOf(unit, kernels, "there is no device code to look at", [&](const llvm::Function& kernel) -> Message {
    const Arithmetic arithmetic(kernel, approximates);
    if (arithmetic.call)
      return {"a function is called at %1 that rounds in its own way", lineText(kernelLineOf(*arithmetic.call))};
    if (fuses && arithmetic.multiplies && arithmetic.adds)
      return "the kernel both multiplies and adds floating-point numbers";
    // A quotient by a power of two is a product.
    if (fuses && arithmetic.divides && arithmetic.adds)
      return "the kernel both divides and adds floating-point numbers";
    if (approximates && arithmetic.divides) return "the kernel divides less exactly than it could";
    // `x * 1` of a denormal number is zero then, x is not.
    if (flushes && (arithmetic.multiplies || arithmetic.adds || arithmetic.divides || arithmetic.writesOut))
      return "the kernel makes denormal numbers zero where it computes";
    return {};
  });
}

}  // namespace

Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  struct Asked {
    mutable std::map<std::vector<std::string>, Message> said;
  };
  const auto [known, isNew] = frontend::keptFact<Asked>(unit, [] { return Asked(); }).said.try_emplace(kernels);
  if (isNew) known->second = contractionOf(unit, kernels);
  return known->second;
}

Message openStoredProducts(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  const Message stored = firstProduct(unit, kernels, &storedProduct, [](const LineList& at) -> Message {
    return {"the product that is stored at %1 may be added where it is loaded", at};
  });
  if (!stored.empty()) return stored;
  const auto sum = [](llvm::Function& kernel) { return sumOfProducts(kernel, true); };
  if (Message taken = firstProduct(unit, kernels, sum, &sayTaken); !taken.empty()) return taken;
  const auto find = [](llvm::Function& kernel) { return repeatedProduct(kernel, true); };
  return firstProduct(unit, kernels, find, [](const LineList& at) -> Message {
    return {
        "the product at %1 may be made once with another once it is seen what its factors are, and a sum take it or "
        "not",
        at};
  });
}

Message openReloads(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  const auto sum = [](llvm::Function& kernel) { return sumOfProducts(kernel, false); };
  if (Message taken = firstProduct(unit, kernels, sum, &sayTaken); !taken.empty()) return taken;
  const auto find = [](llvm::Function& kernel) { return repeatedProduct(kernel, false); };
  return firstProduct(unit, kernels, find, [](const LineList& at) -> Message {
    return {"the product at %1 may be made once then, or as often as it is spelled, and a sum take it or not", at};
  });
}

}  // namespace warpwright::model
