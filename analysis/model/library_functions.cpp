#include "analysis/model/library_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

#include "analysis/model/assembly_text.h"
#include "analysis/model/ir_calls.h"
#include "analysis/model/language_functions.h"

namespace warpwright::model {
namespace {

using namespace clang;

void fail(FunctionEffects& effects, std::string problem) {
  if (effects.problem.empty()) effects.problem = std::move(problem);
}

/// {"threadIdx", 0} for the intrinsic llvm.nvvm.read.ptx.sreg.tid.x; an empty name for registers that no variable of
/// the language stands for.
std::pair<std::string, int> indexOf(llvm::StringRef intrinsic) {
  if (intrinsic.size() < 2 || intrinsic[intrinsic.size() - 2] != '.') return {};
  const int dimension = intrinsic.back() - 'x';
  const llvm::StringRef name = intrinsic.drop_back(2);
  if (dimension < 0 || dimension > 2) return {};
  if (name == "tid") return {"threadIdx", dimension};
  if (name == "ctaid") return {"blockIdx", dimension};
  if (name == "ntid") return {"blockDim", dimension};
  if (name == "nctaid") return {"gridDim", dimension};
  return {};
}

}  // namespace

LibraryFunctions::LibraryFunctions(const frontend::ParsedUnit& unit)
    : unit_(unit), names_(std::make_unique<ASTNameGenerator>(unit.ast())) {}
LibraryFunctions::~LibraryFunctions() = default;

const FunctionEffects* LibraryFunctions::effectsOf(const FunctionDecl& function) {
  const llvm::Module* module = unit_.deviceModule();
  if (!module || function.isDependentContext() || unit_.hasErrors(function)) return nullptr;
  // A constructor has several names; not all of them need have a body.
  const std::vector<std::string> names =
      isa<CXXConstructorDecl>(function) ? names_->getAllManglings(&function) : std::vector{names_->getName(&function)};
  for (const std::string& name : names) {
    const llvm::Function* body = module->getFunction(name);
    if (body && !body->isDeclaration()) return &effectsOf(*body);
  }
  return nullptr;
}

bool LibraryFunctions::isPure(const FunctionDecl& function) {
  const FunctionEffects* effects = effectsOf(function);
  return effects ? effects->isPure() : isMathFunction(function);
}

const FunctionEffects& LibraryFunctions::effectsOf(const llvm::Function& function) {
  const auto [known, isNew] = known_.try_emplace(&function);
  FunctionEffects& effects = known->second;
  if (!isNew) return effects;
  effects.problem = "calls itself";  // what is asked for while it is looked at
  FunctionEffects found;
  uint8_t given = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    look(instruction, found);
    const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
    if (back && back->getReturnValue() && back->getReturnValue()->getType()->isPointerTy()) {
      given |= rootsOf(back->getReturnValue());
    }
  }
  found.returnsArgument = given != 0 && (given & (own | elsewhere)) == 0;
  return effects = std::move(found);
}

void LibraryFunctions::look(const llvm::Instruction& instruction, FunctionEffects& effects) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->isSimple()) return fail(effects, "reads volatile or atomic memory");
    return reads(load->getPointerOperand(), effects);
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!store->isSimple()) return fail(effects, "writes volatile or atomic memory");
    return writes(store->getPointerOperand(), effects);
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return lookAtCall(*call, effects);
  if (instruction.mayReadOrWriteMemory()) fail(effects, "updates or orders memory");
}

void LibraryFunctions::lookAtCall(const llvm::CallBase& call, FunctionEffects& effects) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->isIntrinsic()) return lookAtIntrinsic(call, effects);
  if (callee && !callee->isDeclaration()) {
    const FunctionEffects& inside = effectsOf(*callee);
    if (!inside.problem.empty()) fail(effects, inside.problem);
    effects.indices.insert(inside.indices.begin(), inside.indices.end());
    effects.loads = effects.loads || inside.loads;
    effects.stores = effects.stores || inside.stores;
    for (const llvm::Use& argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      reads(argument.get(), effects);
      if (inside.writesArguments) writes(argument.get(), effects);
    }
    return;
  }
  if (call.isInlineAsm()) {
    const llvm::StringRef text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
    if (readAssembly(std::string_view(text.data(), text.size())).readsPlace) {
      return fail(effects, "asks in assembly where or when a thread runs");
    }
  }
  const CallMeaning meaning = meaningOf(call);
  switch (meaning.kind) {
    case CallMeaning::Kind::nothing:
      return;
    case CallMeaning::Kind::access:
      if (meaning.access == AccessKind::atomic) return fail(effects, "updates memory");
      return meaning.access == AccessKind::read ? reads(call.getArgOperand(0), effects)
                                                : writes(call.getArgOperand(0), effects);
    case CallMeaning::Kind::mathOutput:
      for (const llvm::Use& argument : call.args()) {
        if (argument->getType()->isPointerTy()) writes(argument.get(), effects);
      }
      return;
    case CallMeaning::Kind::barrier:
      return fail(effects, "holds a barrier");
    default:
      return fail(effects, call.isInlineAsm() ? "holds inline assembly that is not understood"
                                              : "calls `" + meaning.name + "`, which has no body here");
  }
}

void LibraryFunctions::lookAtIntrinsic(const llvm::CallBase& call, FunctionEffects& effects) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  if (name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    const auto index = indexOf(name);
    if (!index.first.empty()) {
      effects.indices.insert(index);
    } else if (name != "warpsize") {
      fail(effects, "asks where or when a thread runs");
    }
    return;
  }
  if (const auto* copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call)) {
    if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&call))
      reads(transfer->getRawSource(), effects);
    return writes(copy->getRawDest(), effects);
  }
  const CallMeaning meaning = meaningOf(call);
  if (meaning.kind == CallMeaning::Kind::nothing && !name.contains("nanosleep")) return;
  if (meaning.kind == CallMeaning::Kind::access && meaning.access == AccessKind::read) {
    return reads(call.getArgOperand(0), effects);
  }
  fail(effects, meaning.isWarpCollective                     ? "exchanges values between the threads of a warp"
                : meaning.kind == CallMeaning::Kind::barrier ? "holds a barrier"
                                                             : "calls `" + meaning.name + "`");
}

void LibraryFunctions::reads(const llvm::Value* pointer, FunctionEffects& effects) {
  if ((rootsOf(pointer) & elsewhere) != 0) effects.loads = true;
}

void LibraryFunctions::writes(const llvm::Value* pointer, FunctionEffects& effects) {
  const uint8_t roots = rootsOf(pointer);
  if ((roots & argument) != 0) effects.writesArguments = true;
  if ((roots & (elsewhere | constant)) != 0) effects.stores = true;
}

uint8_t LibraryFunctions::rootsOf(const llvm::Value* pointer) {
  std::set<const llvm::Value*> seen;
  return rootsOf(pointer, seen);
}

/// Where the memory may be that a pointer leads to. Pointers that were kept in a variable are what was stored in it, as
/// long as nobody else knows the variable.
uint8_t LibraryFunctions::rootsOf(const llvm::Value* pointer, std::set<const llvm::Value*>& seen) {
  pointer = pointer->stripPointerCasts();
  if (!seen.insert(pointer).second) return 0;
  if (llvm::isa<llvm::AllocaInst>(pointer)) return own;
  if (llvm::isa<llvm::Argument>(pointer)) return argument;
  if (llvm::isa<llvm::ConstantPointerNull>(pointer) || llvm::isa<llvm::UndefValue>(pointer)) return 0;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) {
    return variable->isConstant() || variable->getAddressSpace() == 4 ? constant : elsewhere;
  }
  if (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return rootsOf(step->getPointerOperand(), seen);
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    return rootsOf(choice->getTrueValue(), seen) | rootsOf(choice->getFalseValue(), seen);
  }
  if (const auto* choice = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    uint8_t roots = 0;
    for (const llvm::Value* one : choice->incoming_values()) roots |= rootsOf(one, seen);
    return roots;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(pointer)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (!callee || callee->isDeclaration() || !effectsOf(*callee).returnsArgument) return elsewhere;
    uint8_t roots = constant;
    for (const llvm::Use& one : call->args()) {
      if (one->getType()->isPointerTy()) roots |= rootsOf(one.get(), seen);
    }
    return roots;
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer);
  const auto* kept = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!kept) return elsewhere;
  uint8_t roots = 0;
  for (const llvm::User* user : kept->users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
      if (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic)) continue;
      return elsewhere;
    }
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getValueOperand() == kept) return elsewhere;
    roots |= rootsOf(store->getValueOperand(), seen);
  }
  return roots;
}

}  // namespace warpwright::model
