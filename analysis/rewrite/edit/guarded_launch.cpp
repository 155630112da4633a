#include "analysis/rewrite/edit/guarded_launch.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <functional>
#include <string>

#include "analysis/frontend/tree_walk.h"
#include "analysis/model/written_kernel.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// The launch that a statement is, in braces or not; null: it is something else.
const CUDAKernelCallExpr* launchIn(const Stmt* statement) {
  while (statement) {
    if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      statement = block->size() == 1 ? block->body_front() : nullptr;
    } else if (const auto* cleaned = dyn_cast<ExprWithCleanups>(statement)) {
      statement = cleaned->getSubExpr();
    } else {
      return dyn_cast<CUDAKernelCallExpr>(statement);
    }
  }
  return nullptr;
}

/// What the launch calls its kernel, settled or not; empty: it calls it through something else.
std::string launchedName(const CUDAKernelCallExpr& launch) {
  if (const FunctionDecl* callee = launch.getDirectCallee()) return callee->getNameAsString();
  const auto* open = dyn_cast<OverloadExpr>(launch.getCallee()->IgnoreParenImpCasts());
  return open ? open->getName().getAsString() : std::string();
}

/// The launch behind all `else`; null: there is none.
const CUDAKernelCallExpr* lastLaunch(const IfStmt& choice) {
  const Stmt* last = &choice;
  while (const auto* next = dyn_cast_or_null<IfStmt>(last)) {
    last = next->getElse();
    const auto* block = dyn_cast_or_null<CompoundStmt>(last);
    if (block && block->size() == 1) last = block->body_front();
  }
  return launchIn(last);
}

class CopySearch : public frontend::TreeWalk {
 public:
  CopySearch(const frontend::ParsedUnit& unit, const Guard& guard) : guard_(guard) {
    instances_ = true;
    walk(unit.ast());
  }
  bool found = false;

 private:
  bool visit(Stmt& statement) override {
    const auto* choice = dyn_cast<IfStmt>(&statement);
    const CUDAKernelCallExpr* last = choice ? lastLaunch(*choice) : nullptr;
    const FunctionDecl* kernel = last ? last->getDirectCallee() : nullptr;
    const auto isIt = [&](const CUDAKernelCallExpr& copy) { return isCopyName(launchedName(copy), guard_); };
    if (kernel && kernel->getDeclName().isIdentifier() && kernel->getName() == guard_.kernel)
      found = readGuardedLaunch(*choice, *model::writtenForm(kernel), isIt).copy;
    return !found;
  }

  const Guard& guard_;
};

}  // namespace

bool namesKernel(const CUDAKernelCallExpr& launch, const FunctionDecl& kernel) {
  if (const FunctionDecl* callee = launch.getDirectCallee()) return model::writtenForm(callee) == &kernel;
  const auto* open = dyn_cast<OverloadExpr>(launch.getCallee()->IgnoreParenImpCasts());
  return open && std::any_of(open->decls_begin(), open->decls_end(), [&](const NamedDecl* named) {
           const FunctionDecl* function = named->getUnderlyingDecl()->getAsFunction();
           return function && model::writtenForm(function) == &kernel;
         });
}

GuardedLaunch readGuardedLaunch(const IfStmt& choice, const FunctionDecl& kernel,
                                const std::function<bool(const CUDAKernelCallExpr&)>& isAsked) {
  GuardedLaunch found;
  const std::string name = kernel.getNameAsString();
  const IfStmt* next = &choice;
  while (next) {
    const CUDAKernelCallExpr* copy = launchIn(next->getThen());
    if (!copy || !isCopyOf(launchedName(*copy), name)) return {};
    if (isAsked(*copy)) found.copy = copy;
    found.original = launchIn(next->getElse());
    const auto* branch = dyn_cast_or_null<CompoundStmt>(next->getElse());
    next = dyn_cast_or_null<IfStmt>(branch && branch->size() == 1 ? branch->body_front() : next->getElse());
  }
  return found.original && namesKernel(*found.original, kernel) ? found : GuardedLaunch();
}

bool hasGuardedCopy(const frontend::ParsedUnit& unit, const Guard& guard) {
  return CopySearch(unit, guard).found;
}

}  // namespace warpwright::rewrite
