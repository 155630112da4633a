#include "analysis/model/contraction.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis/model/ir_location.h"
#include "analysis/model/ir_preparation.h"

namespace warpwright::model {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;
using llvm::Value;

constexpr unsigned mostFused = 4;  ///< sums that LLVM's NVPTX back end lets take one product each

/// `a * b + c` of one expression.
bool isFused(const Value& value) {
  const auto* call = dyn_cast<llvm::IntrinsicInst>(&value);
  return call && call->getIntrinsicID() == llvm::Intrinsic::fmuladd;
}

/// Does it add to the operand, or take it away?
bool isSumOf(const Instruction& one, const Value& operand) {
  if (isFused(one)) return one.getOperand(2) == &operand;
  return one.getOpcode() == Instruction::FAdd || one.getOpcode() == Instruction::FSub;
}

bool isProduct(const Value& value) {
  const auto* operation = dyn_cast<Instruction>(&value);
  return operation && operation->getOpcode() == Instruction::FMul;
}

/// Functions that round as IEEE 754 says, or not at all: whoever computes them gets the same.
bool isExact(const llvm::CallBase& call) {
  static const std::set<std::string> names{"fmax", "fmin",  "maxnum", "minnum", "fabs",      "floor",
                                           "ceil", "trunc", "rint",   "round",  "nearbyint", "copysign",
                                           "fma",  "sqrt",  "ldexp",  "scalbn"};
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  llvm::StringRef name = callee->getName();
  if (name.consume_front("llvm.")) return names.contains(name.split('.').first.str());
  name.consume_front("__nv_");
  if (name.contains("_as_") || name.contains("2float") || name.contains("2double")) return true;  // conversions
  return names.contains(name.str()) || (name.consume_back("f") && names.contains(name.str()));
}

/// Values that may become constants once integers that the kernel is given, and rounds of loops, are constants: the
/// least set that is closed under what compilers fold.
class FoldableValues {
 public:
  explicit FoldableValues(const llvm::Function& kernel) {
    for (bool grows = true; grows;) {
      grows = false;
      for (const Instruction& one : llvm::instructions(kernel)) {
        if (!found_.contains(&one) && folds(one)) grows = found_.insert(&one).second;
      }
    }
  }

  bool contains(const Value& value) const {
    if (isa<llvm::Argument>(value)) return value.getType()->isIntegerTy();
    return found_.contains(&value);
  }

 private:
  bool isKnown(const Value& value) const { return isa<llvm::Constant>(value) || contains(value); }

  bool folds(const Instruction& one) const {
    const auto known = [&](const llvm::Use& operand) { return isKnown(*operand.get()); };
    const auto grows = [&](const llvm::Use& operand) { return contains(*operand.get()); };
    switch (one.getOpcode()) {
      case Instruction::Load:
        return mayBeForwarded(cast<llvm::LoadInst>(one));
      case Instruction::PHI:
      case Instruction::Select:
        return std::any_of(one.op_begin(), one.op_end(), known);
      case Instruction::FAdd:
      case Instruction::FSub:
      case Instruction::FMul:
      case Instruction::FDiv:
      case Instruction::FRem:
      case Instruction::Add:
      case Instruction::Sub:
        return std::all_of(one.op_begin(), one.op_end(), known);
      case Instruction::Call: {
        const auto& call = cast<llvm::CallBase>(one);
        return call.arg_size() > 0 && std::all_of(call.arg_begin(), call.arg_end(), known);
      }
      default:  // a factor of 0, a shift by all bits: one operand may decide
        return std::any_of(one.op_begin(), one.op_end(), grows);
    }
  }

  /// Of a local array that becomes registers, or of a table whose values the program says.
  static bool mayBeForwarded(const llvm::LoadInst& load) {
    const Value* object = llvm::getUnderlyingObject(load.getPointerOperand());
    if (const auto* table = dyn_cast<llvm::GlobalVariable>(object)) return table->isConstant();
    return !isa<llvm::Argument, llvm::GlobalVariable, llvm::LoadInst>(object);
  }

  std::set<const Value*> found_;
};

class ContractionSearch {
 public:
  explicit ContractionSearch(llvm::Function& kernel)
      : kernel_(kernel), dominators_(kernel), loops_(dominators_), foldable_(kernel) {}

  Message why() {
    for (const Instruction& one : llvm::instructions(kernel_)) {
      Message found = whyOpen(one);
      if (!found.empty()) return found;
    }
    return {};
  }

 private:
  Message whyOpen(const Instruction& one) {
    if (isProduct(one)) return whyOpenProduct(one);
    if (one.getOpcode() == Instruction::FDiv && isOpenDivision(one))
      return {"the quotient at %1, by what would be a constant, may become a product that a sum takes",
              lineText(kernelLineOf(one))};
    if (isFused(one)) return whyOpenFactors(one, isProduct(*one.getOperand(2)));
    const auto* call = dyn_cast<llvm::CallBase>(&one);
    if (!call || !call->getType()->isFPOrFPVectorTy() || isExact(*call)) return {};
    if (std::any_of(call->arg_begin(), call->arg_end(),
                    [&](const llvm::Use& argument) { return foldable_.contains(*argument.get()); }))
      return {"a function is called at %1 with what would be a constant", lineText(kernelLineOf(one))};
    return {};
  }

  Message whyOpenProduct(const Instruction& product) {
    std::set<const Value*> seen;
    bool meetsBeside = false;
    if (!sumsStandBeside(product, product, seen, meetsBeside))
      return {"a sum may take the product at %1 over a branch or a loop", lineText(kernelLineOf(product))};
    if (!meetsBeside) return {};
    if (product.getNumUses() > mostFused)
      return {"more than %1 sums take the product at %2", mostFused, lineText(kernelLineOf(product))};
    return whyOpenFactors(product, hasRivals(product));
  }

  /// Of a product that a sum takes. `hasRival`: the sum takes another one, too.
  Message whyOpenFactors(const Instruction& product, bool hasRival) const {
    const Value &one = *product.getOperand(0), &other = *product.getOperand(1);
    if (isKnown(one) && isKnown(other))
      return {"both factors at %1 may become constants", lineText(kernelLineOf(product))};
    if (hasRival && (foldable_.contains(one) || foldable_.contains(other)))
      return {"the sum at %1 takes two products, of which one may vanish", lineText(kernelLineOf(product))};
    const llvm::Loop* loop = loops_.getLoopFor(product.getParent());
    if (loop && !varies(one, *loop, 0) && !varies(other, *loop, 0))
      return {"the product at %1 is the same in each round of a loop", lineText(kernelLineOf(product))};
    return {};
  }

  bool isKnown(const Value& value) const { return isa<llvm::Constant>(value) || foldable_.contains(value); }

  /// Is each sum that may take the product an operation on it in its own block? `meets`: there is one.
  bool sumsStandBeside(const Instruction& product, const Instruction& value, std::set<const Value*>& seen,
                       bool& meets) const {
    if (!seen.insert(&value).second) return true;
    return std::all_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
      const auto& next = *cast<Instruction>(user);
      const bool isBeside = next.getParent() == product.getParent();
      if (isSumOf(next, value)) {
        meets = true;
        return isBeside && isDirect(value, product);
      }
      if (isFused(next)) return true;  // it multiplies
      if (const auto* call = dyn_cast<llvm::CallBase>(&next); call && isExact(*call)) return true;
      switch (next.getOpcode()) {
        case Instruction::FNeg:
        case Instruction::PHI:
        case Instruction::Select:
        case Instruction::Freeze:
        case Instruction::FPExt:
        case Instruction::FPTrunc:
          return sumsStandBeside(product, next, seen, meets);
        case Instruction::Store:
          return !mayReachSum(cast<llvm::StoreInst>(next));
        case Instruction::Call:
          return isBeside && isDirect(value, product);
        case Instruction::FMul:
        case Instruction::FDiv:
        case Instruction::FRem:
        case Instruction::FCmp:
        case Instruction::FPToSI:
        case Instruction::FPToUI:
        case Instruction::Ret:
          return true;
        default:
          return false;
      }
    });
  }

  /// The product itself, or its negative.
  static bool isDirect(const Instruction& value, const Instruction& product) {
    return &value == &product || (value.getOpcode() == Instruction::FNeg && value.getOperand(0) == &product &&
                                  value.getParent() == product.getParent());
  }

  /// May what is stored be loaded again, and added to something?
  bool mayReachSum(const llvm::StoreInst& store) const {
    const Value* object = llvm::getUnderlyingObject(store.getPointerOperand());
    const auto isNamed = [](const Value* one) {
      return isa<llvm::Argument, llvm::GlobalVariable, llvm::AllocaInst>(one);
    };
    return std::any_of(llvm::inst_begin(kernel_), llvm::inst_end(kernel_), [&](const Instruction& one) {
      const auto* load = dyn_cast<llvm::LoadInst>(&one);
      if (!load || !load->getType()->isFPOrFPVectorTy()) return false;
      const Value* from = llvm::getUnderlyingObject(load->getPointerOperand());
      if (isNamed(object) && isNamed(from) && from != object) return false;
      std::set<const Value*> seen;
      return isSummed(*load, seen);
    });
  }

  static bool isSummed(const Instruction& value, std::set<const Value*>& seen) {
    if (!seen.insert(&value).second) return false;
    return std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User* user) {
      const auto& next = *cast<Instruction>(user);
      if (isSumOf(next, value)) return true;
      if (isFused(next)) return false;
      if (const auto* call = dyn_cast<llvm::CallBase>(&next)) return !isExact(*call);
      const bool hands = isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst, llvm::FreezeInst>(next) ||
                         next.getOpcode() == Instruction::FNeg;
      return hands && isSummed(next, seen);
    });
  }

  /// Does a sum take another product, too?
  static bool hasRivals(const Instruction& product) {
    return std::any_of(product.user_begin(), product.user_end(), [&](const llvm::User* user) {
      const auto& sum = *cast<Instruction>(user);
      if (isFused(sum)) return sum.getOperand(2) == &product;
      return isSumOf(sum, product) && isProduct(*sum.getOperand(0)) && isProduct(*sum.getOperand(1));
    });
  }

  /// A division by a power of two becomes a product, which has to meet no sum.
  bool isOpenDivision(const Instruction& division) const {
    if (!foldable_.contains(*division.getOperand(1))) return false;
    std::set<const Value*> seen;
    bool meets = false;
    return !sumsStandBeside(division, division, seen, meets) || meets;
  }

  /// Is it surely another value in each round, or at least read anew?
  static bool varies(const Value& value, const llvm::Loop& loop, unsigned depth) {
    const auto* one = dyn_cast<Instruction>(&value);
    if (!one || !loop.contains(one) || depth > 32) return false;
    if (isa<llvm::PHINode>(one)) return one->getParent() == loop.getHeader();
    return std::any_of(one->op_begin(), one->op_end(),
                       [&](const llvm::Use& operand) { return varies(*operand.get(), loop, depth + 1); });
  }

  llvm::Function& kernel_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  FoldableValues foldable_;
};

/// Does the kernel multiply and add? Then the search above is not enough.
bool addsProducts(const llvm::Function& kernel) {
  bool multiplies = false, adds = false;
  for (const Instruction& one : llvm::instructions(kernel)) {
    multiplies = multiplies || isFused(one) || isProduct(one);
    adds = adds || isFused(one) || one.getOpcode() == Instruction::FAdd || one.getOpcode() == Instruction::FSub;
  }
  return multiplies && adds;
}

}  // namespace

Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels) {
  const std::vector<std::string>& flags = unit.command().flags;
  if (std::find(flags.begin(), flags.end(), "-ffp-contract=off") != flags.end()) return {};
  llvm::Module* module = unit.deviceModule();
  if (!module) return "there is no device code to look at";
  PreparedModule prepared(*module, kernels);
  for (const std::string& name : kernels) {
    llvm::Function* kernel = prepared.kernel(name, {});
    if (!kernel) return "there is no device code to look at";
    Message why = ContractionSearch(*kernel).why();
    // Hoisting and what unrolled rounds share may choose another product of a sum: not followed yet.
    if (why.empty() && addsProducts(*kernel)) why = "the kernel both multiplies and adds floating-point numbers";
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace warpwright::model
