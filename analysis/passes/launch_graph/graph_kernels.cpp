#include "analysis/passes/launch_graph/graph_kernels.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Mangle.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>
#include <vector>

#include "analysis/model/ir_calls.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// Assembly that may call something, wait for the launch in front of its own, or ask how it was launched.
bool mayCall(const llvm::InlineAsm& assembly) {
  const llvm::StringRef text = assembly.getAsmString();
  return text.contains("call") || text.contains("griddep") || text.contains("graph") || text.contains("gridid");
}

/// What a call means that leads to no code of the unit.
std::optional<Judgement> judgeCall(const llvm::CallBase& call, const Code& kernel) {
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (assembly && !mayCall(*assembly)) return std::nullopt;
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->isIntrinsic()) return std::nullopt;
  const model::CallMeaning meaning = model::meaningOf(call);
  if (meaning.kind != model::CallMeaning::Kind::opaque) return std::nullopt;
  if (meaning.name == "printf")
    return makeJudgement(VerdictKind::refused,
                         {"%1 prints: when that is shown depends on how it is launched.", kernel});
  static const std::set<std::string> harmless = {"assert", "malloc", "free"};
  if (harmless.contains(meaning.name) || (callee && callee->getName().starts_with("__warpwright_")))
    return std::nullopt;
  if (callee && callee->getName().starts_with("cuda"))
    return makeJudgement(VerdictKind::refused, {"%1 calls %2 on the device.", kernel, code(callee->getName().str())});
  return makeJudgement(VerdictKind::unknown, {"%1 calls %2, whose code is not seen.", kernel, code(meaning.name)});
}

}  // namespace

std::optional<Judgement> judgeForGraph(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  const Code named = code(kernel.getNameAsString());
  const llvm::Module* module = unit.deviceModule();
  if (unit.hasErrors(kernel))
    return makeJudgement(VerdictKind::unknown, {"%1 has errors: nothing is changed until they are gone.", named});
  const llvm::Function* start = module ? module->getFunction(ASTNameGenerator(unit.ast()).getName(&kernel)) : nullptr;
  if (!start || start->isDeclaration())
    return makeJudgement(VerdictKind::unknown, {"The code of %1 is not seen.", named});
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
