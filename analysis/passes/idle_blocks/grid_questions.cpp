#include "analysis/passes/idle_blocks/grid_questions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Mangle.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/ir_calls.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using enum VerdictKind;

constexpr const char* question = "%1 looks at the size of its grid.";

/// Registers and instructions that tell of the grid, and calls.
bool mayAsk(llvm::StringRef assembly) {
  static constexpr const char* words[] = {"nctaid", "gridid", "cluster", "call", "envreg", "griddep"};
  return std::ranges::any_of(words, [&](const char* word) { return assembly.contains(word); });
}

std::optional<Judgement> judgeCall(const llvm::CallBase& call, const Code& kernel) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    if (!mayAsk(assembly->getAsmString())) return std::nullopt;
    return makeJudgement(unknown, {"%1 has assembly that may look at the size of its grid.", kernel});
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->isIntrinsic()) {
    const bool asks = callee->getName().contains("nctaid") || callee->getName().contains("cluster");
    return asks ? std::optional(makeJudgement(refused, {question, kernel})) : std::nullopt;
  }
  const model::CallMeaning meaning = model::meaningOf(call);
  static const std::set<std::string> harmless = {"assert", "malloc", "free", "printf"};
  const bool isOfGrid = meaning.kind == model::CallMeaning::Kind::barrier && meaning.barrier == Barrier::Kind::other;
  if (!isOfGrid &&
      (meaning.kind != model::CallMeaning::Kind::opaque || meaning.isWarpCollective || harmless.contains(meaning.name)))
    return std::nullopt;
  return makeJudgement(unknown, {"%1 calls %2, which may look at the size of its grid.", kernel, code(meaning.name)});
}

}  // namespace

std::optional<Judgement> judgeGridQuestions(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  const Code named = code(kernel.getNameAsString());
  const llvm::Module* module = unit.deviceModule();
  const llvm::Function* start = module ? module->getFunction(ASTNameGenerator(unit.ast()).getName(&kernel)) : nullptr;
  if (!start || start->isDeclaration()) return makeJudgement(unknown, {"The code of %1 is not seen.", named});
  std::vector<const llvm::Function*> left{start};
  std::set<const llvm::Function*> seen{start};
  while (!left.empty()) {
    const llvm::Function* function = left.back();
    left.pop_back();
    for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      const llvm::Function* callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration()) {
        if (seen.insert(callee).second) left.push_back(callee);
      } else if (auto judged = judgeCall(*call, named)) {
        return judged;
      }
    }
  }
  return std::nullopt;
}

}  // namespace warpwright::passes
