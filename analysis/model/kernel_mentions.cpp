#include "analysis/model/kernel_mentions.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis/model/cuda_names.h"

namespace warpwright::model {
namespace {

using namespace clang;

/// Is `above` the kernel that `below` is, or may be?
bool isSameKernel(const Stmt& above, const Stmt* below) {
  if (const auto* cast = dyn_cast<CastExpr>(&above)) {
    static const std::set<CastKind> others = {CK_UserDefinedConversion, CK_ConstructorConversion, CK_PointerToBoolean};
    return !others.contains(cast->getCastKind());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(&above)) {
    return unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_Plus;
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(&above)) return choice->getCond() != below;
  return isa<ParenExpr, FullExpr, SubstNonTypeTemplateParmExpr>(above);
}

}  // namespace

bool launchesItsFirstArgument(const CallExpr& call, const SourceText& text) {
  const std::string name = cudaFunction(call, text);
  return name == "cudaLaunchKernel" || name == "cudaLaunchCooperativeKernel";
}

namespace {

/// Does the call set what launches of a kernel may ask for, and not what they must have, such as clusters of blocks?
bool setsWhatIsAllowed(const CallExpr& call) {
  if (call.getNumArgs() < 2) return false;
  const auto* name = dyn_cast<DeclRefExpr>(call.getArg(1)->IgnoreParenCasts());
  const auto* attribute = name ? dyn_cast<EnumConstantDecl>(name->getDecl()) : nullptr;
  return attribute && (attribute->getName() == "cudaFuncAttributeMaxDynamicSharedMemorySize" ||
                       attribute->getName() == "cudaFuncAttributePreferredSharedMemoryCarveout");
}

}  // namespace

bool onlyLooksAtKernels(const CallExpr& call, const SourceText& text) {
  static const std::set<std::string> known = {"cudaFuncSetCacheConfig",
                                              "cudaFuncSetAttribute",
                                              "cudaFuncGetAttributes",
                                              "cudaFuncSetSharedMemConfig",
                                              "cudaFuncGetName",
                                              "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                                              "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                                              "cudaOccupancyMaxPotentialBlockSize",
                                              "cudaOccupancyMaxPotentialBlockSizeWithFlags",
                                              "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
                                              "cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
                                              "cudaOccupancyAvailableDynamicSMemPerBlock",
                                              "cudaOccupancyMaxPotentialClusterSize",
                                              "cudaOccupancyMaxActiveClusters"};
  const std::string name = cudaFunction(call, text);
  return known.contains(name) && (name != "cudaFuncSetAttribute" || setsWhatIsAllowed(call));
}

KernelUse useOf(const Expr& mention, const std::vector<const Stmt*>& ancestors, const SourceText& text) {
  using enum KernelUse::Kind;
  const Stmt* below = &mention;
  for (auto up = ancestors.rbegin(); up != ancestors.rend(); ++up) {
    const Stmt* above = *up;
    if (isSameKernel(*above, below)) {
      below = above;
      continue;
    }
    if (const auto* call = dyn_cast<CallExpr>(above)) {
      if (isa<CUDAKernelCallExpr>(call) && call->getCallee() == below) return {launched, nullptr};
      const bool isFirst = call->getNumArgs() > 0 && call->getArg(0) == below;
      if (isFirst && launchesItsFirstArgument(*call, text)) return {launched, nullptr};
      return {onlyLooksAtKernels(*call, text) && call->getCallee() != below ? lookedAt : handedOn, nullptr};
    }
    if (const auto* cast = dyn_cast<CastExpr>(above); cast && cast->getCastKind() == CK_PointerToBoolean)
      return {lookedAt, nullptr};
    if (const auto* declarations = dyn_cast<DeclStmt>(above)) {
      for (const Decl* one : declarations->decls()) {
        const auto* variable = dyn_cast<VarDecl>(one);
        if (variable && variable->getInit() == below) return {kept, variable};
      }
    }
    const auto* assignment = dyn_cast<BinaryOperator>(above);
    if (assignment && assignment->isEqualityOp()) return {lookedAt, nullptr};
    if (assignment && assignment->getOpcode() == BO_Assign && assignment->getRHS() == below) {
      const auto* name = dyn_cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      // What the assignment gives is the kernel again.
      const bool isStatement =
          up + 1 != ancestors.rend() && isa<CompoundStmt, FullExpr, IfStmt, SwitchCase, LabelStmt>(*(up + 1));
      if (variable && isStatement) return {kept, variable};
    }
    break;
  }
  return {};
}

std::vector<const FunctionDecl*> namedKernels(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenCasts();
  if (const auto* full = dyn_cast<FullExpr>(inner)) return namedKernels(full->getSubExpr());
  if (const auto* replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(inner))
    return namedKernels(replaced->getReplacement());
  if (const auto* unary = dyn_cast<UnaryOperator>(inner)) {
    const bool isSame =
        unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref || unary->getOpcode() == UO_Plus;
    return isSame ? namedKernels(unary->getSubExpr()) : std::vector<const FunctionDecl*>{};
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner)) {
    std::vector<const FunctionDecl*> both = namedKernels(choice->getTrueExpr());
    for (const FunctionDecl* one : namedKernels(choice->getFalseExpr())) {
      if (std::find(both.begin(), both.end(), one) == both.end()) both.push_back(one);
    }
    return both;
  }
  const auto* name = dyn_cast<DeclRefExpr>(inner);
  const auto* function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
  return function ? std::vector{function} : std::vector<const FunctionDecl*>{};
}

}  // namespace warpwright::model
