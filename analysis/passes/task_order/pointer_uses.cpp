#include "analysis/passes/task_order/pointer_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace warpwright::passes {

using namespace clang;

bool isLaunchOf(const CUDAKernelCallExpr& launch, const FunctionDecl& kernel) {
  const FunctionDecl* callee = launch.getDirectCallee();
  return callee && callee->getCanonicalDecl() == kernel.getCanonicalDecl();
}

Handed handedOn(const Mention& mention) {
  Handed handed;
  const Stmt* child = mention.node;
  for (size_t i = mention.parents.size(); i-- > 0; child = mention.parents[i]) {
    const Stmt* parent = mention.parents[i];
    const auto* unary = dyn_cast<UnaryOperator>(parent);
    if (unary && unary->getOpcode() == UO_AddrOf && !handed.byAddress) {
      handed.byAddress = true;
      continue;
    }
    if (isa<ParenExpr, CastExpr, FullExpr>(parent)) continue;
    const auto* call = dyn_cast<CallExpr>(parent);
    for (unsigned k = 0; call && k < call->getNumArgs(); ++k) {
      if (call->getArg(k) != child) continue;
      handed.call = call;
      handed.argument = k;
    }
    return handed;
  }
  return handed;
}

UseKind useOf(const Mention& mention, const FunctionDecl& kernel, unsigned parameter) {
  const auto isLambda = [](const Stmt* parent) { return isa<LambdaExpr>(parent); };
  if (std::any_of(mention.parents.begin(), mention.parents.end(), isLambda)) return UseKind::other;
  const Handed handed = handedOn(mention);
  if (!handed.call) return UseKind::other;
  if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(handed.call)) {
    if (handed.byAddress) return UseKind::other;
    if (!isLaunchOf(*launch, kernel)) return UseKind::launchedElsewhere;
    return handed.argument == parameter ? UseKind::launched : UseKind::other;
  }
  const FunctionDecl* callee = handed.call->getDirectCallee();
  if (!callee || !callee->getDeclName().isIdentifier()) return UseKind::other;
  if (!kernel.getASTContext().getSourceManager().isInSystemHeader(callee->getLocation())) return UseKind::other;
  const StringRef name = callee->getName();
  if (handed.byAddress) return name == "cudaMalloc" && handed.argument == 0 ? UseKind::allocated : UseKind::other;
  if ((name == "cudaMemcpy" || name == "cudaMemset") && handed.argument == 0) return UseKind::filled;
  if ((name == "cudaMemcpy" || name == "cudaMemcpyAsync") && handed.argument == 1) return UseKind::copied;
  return name == "cudaFree" ? UseKind::freed : UseKind::other;
}

}  // namespace warpwright::passes
