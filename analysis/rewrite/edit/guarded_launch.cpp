#include "analysis/rewrite/edit/guarded_launch.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

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
    const auto isIt = [&](const CUDAKernelCallExpr& copy) {
      return isCopyName(copy.getDirectCallee()->getNameAsString(), guard_);
    };
    if (kernel && kernel->getDeclName().isIdentifier() && kernel->getName() == guard_.kernel)
      found = readGuardedLaunch(*choice, *model::writtenForm(kernel), isIt).copy;
    return !found;
  }

  const Guard& guard_;
};

}  // namespace

GuardedLaunch readGuardedLaunch(const IfStmt& choice, const FunctionDecl& kernel,
                                const std::function<bool(const CUDAKernelCallExpr&)>& isAsked) {
  GuardedLaunch found;
  const std::string name = kernel.getNameAsString();
  const IfStmt* next = &choice;
  while (next) {
    const CUDAKernelCallExpr* copy = launchIn(next->getThen());
    const FunctionDecl* callee = copy ? copy->getDirectCallee() : nullptr;
    if (!callee || !isCopyOf(callee->getNameAsString(), name)) return {};
    if (isAsked(*copy)) found.copy = copy;
    found.original = launchIn(next->getElse());
    const auto* branch = dyn_cast_or_null<CompoundStmt>(next->getElse());
    next = dyn_cast_or_null<IfStmt>(branch && branch->size() == 1 ? branch->body_front() : next->getElse());
  }
  const FunctionDecl* callee = found.original ? found.original->getDirectCallee() : nullptr;
  return callee && model::writtenForm(callee) == &kernel ? found : GuardedLaunch();
}

bool hasGuardedCopy(const frontend::ParsedUnit& unit, const Guard& guard) {
  return CopySearch(unit, guard).found;
}

}  // namespace warpwright::rewrite
